"""Bots are members whose address is the server. They see only a view; they never see the deal."""

from pbem.bots.duck import answer

__all__ = ["answer"]
