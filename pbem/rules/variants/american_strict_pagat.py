"""The standard game without a ban on points in the first trick (rules.md 3.1)."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

american_strict_pagat = preset(
    "american_strict_pagat", __doc__, hearts, HOUSE, players=one_of(4, 3, 5), trick1_ban=False
)
