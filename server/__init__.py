"""The referee on the network: asyncio shells (wire, ledger, app) around parts that decide and never wait."""
