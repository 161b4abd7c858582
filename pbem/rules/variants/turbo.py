"""Turbo Hearts (rules.md 3.7): the jack takes ten off, the ten of clubs doubles, a card laid open counts double."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

turbo = preset(
    "turbo",
    __doc__,
    hearts,
    HOUSE,
    players=one_of(4, 3, 5),
    bonus=one_of("JD", "TD", "none"),
    multiplier="TC",
    expose=True,
    moon="flip_sign",
)
