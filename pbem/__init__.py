"""A play-by-email and async turn server for Hearts and its whole family."""
