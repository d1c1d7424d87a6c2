"""Memory. Results are facts, appended and never rewritten; ratings, pairings and tables follow from them."""
