"""Proves a match record with plain Python and nothing of the server: python verify_record.py RECORD

Checks the commitment, the chain of secrets, and that every card given or played was held, deal by deal, by the seat
that the shuffle gave it to. (Points and legality are checked by `pbem verify`, which needs the rules.)
"""

import hashlib
import json
import re
import sys


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def check(holds: bool, lie: str) -> None:
    if not holds:
        sys.exit(f"false: {lie}")


with open(sys.argv[1], encoding="utf-8") as file:
    text = "\n".join(line.strip(" \t\r\n|>\u00a0") for line in file) + "\n"
tags = {name: json.loads(value) for name, value in re.findall(r'^\[(\w+) (".*")\]$', text, re.M)}
words, secret = tags["Words"].encode(), bytes.fromhex(tags["Seating"])
seating, removed = secret, tags["Removed"].split()  # nothing for four players, 2D for three, 2C 2D for five
standard = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
packs = {"52": standard, "32": [card for card in standard if card[0] not in "23456"]}
packs["104"] = standard + [card + "'" for card in standard]
packs["rook"] = [f"{colour}{rank}" for colour in "GYRB" for rank in range(1, 15)]
pack = [card for card in packs[tags["Pack"]] if card not in removed]
seats = sum(re.fullmatch(r"Seat\d+", tag) is not None for tag in tags)
names = [tags[f"Seat{seat}"] for seat in range(seats)]
check(sha(secret).hex() == tags["Commitment"], "the commitment is not the hash of the first secret")
check(names == sorted(names, key=lambda name: sha(seating, words, b"seat", name.encode())), "the seats were not drawn")
deals = re.findall(r"^deal (\d+) (\w+)\n((?:.+\n)+)", text, re.M)
for number, told, body in deals:
    check(sha(bytes.fromhex(told)) == secret, f"deal {number}: its secret is not of the chain")
    secret = bytes.fromhex(told)
    order = sorted(pack, key=lambda card: sha(secret, words, number.encode(), card.encode()))
    kitty = "".join(re.findall(r"^kitty: (.+)$", body, re.M)).split()
    hands = [(int(hand), set(cards.split())) for hand, cards in re.findall(r"^hand (\d+): (.+)$", body, re.M)]
    shuffle = [set(order[len(kitty) + place :: len(hands)]) for place in range(len(hands))]
    check(set(kitty) == set(order[: len(kitty)]), f"deal {number}: the kitty was not drawn")
    check([cards for _, cards in hands] == shuffle, f"deal {number}: the hands are not those that the secret deals")
    first = int.from_bytes(sha(seating, words, b"dealer"), "big") + int(number) - 1
    check(hands[-1][0] == first % seats, f"deal {number}: another seat dealt")
    if kitty or len(hands) > seats or re.search(r"^says ", body, re.M):
        continue  # who plays which card then needs the rules
    dealt = [dict(hands)[seat] for seat in range(seats)]
    given = {int(seat): set(cards.split()) - {"-"} for seat, cards in re.findall(r"^gives (\d+) (.+)$", body, re.M)}
    tricks = [(int(leader), cards.split()) for leader, cards in re.findall(r"^trick \d+ (\d+): (.+)$", body, re.M)]
    check(all(len(cards) % seats == 0 for _, cards in tricks), f"deal {number}: a trick is not whole")
    told_by = {seat: set() for seat in range(seats)}
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            told_by[(leader + place) % seats].add(card)
    played = [told_by[seat] for seat in range(seats)]
    check(all(cards <= dealt[seat] for seat, cards in given.items()), f"deal {number}: a card given was not held")
    kept = [dealt[seat] - given.get(seat, set()) for seat in range(seats)]
    passed = set().union(*given.values()) if given else set()
    whole = sum(map(len, played)) == len(pack) and len(set().union(*played)) == len(pack)
    fits = all(kept[seat] <= played[seat] <= kept[seat] | passed for seat in range(seats))
    check(whole and fits, f"deal {number}: a card played was not held")
print(f"proved: commitment, seats and {len(deals)} deal{'s' * (len(deals) != 1)}")
