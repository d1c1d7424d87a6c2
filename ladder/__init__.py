"""Memory. Results are stored and never rewritten; standings, ratings and pairings are computed from them."""
