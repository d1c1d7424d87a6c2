"""Conversation. Pure: messages and their text, clocks, the referee of one match, one module a dialect."""
