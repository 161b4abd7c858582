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
pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in removed]
seats = sum(re.fullmatch(r"Seat\d+", tag) is not None for tag in tags)
names = [tags[f"Seat{seat}"] for seat in range(seats)]
check(sha(secret).hex() == tags["Commitment"], "the commitment is not the hash of the first secret")
check(names == sorted(names, key=lambda name: sha(seating, words, b"seat", name.encode())), "the seats were not drawn")
deals = re.findall(r"^deal (\d+) (\w+)\n((?:.+\n)+)", text, re.M)
for number, told, body in deals:
    check(sha(bytes.fromhex(told)) == secret, f"deal {number}: its secret is not of the chain")
    secret = bytes.fromhex(told)
    order = sorted(pack, key=lambda card: sha(secret, words, number.encode(), card.encode()))
    left = int.from_bytes(sha(seating, words, b"dealer"), "big") + int(number)  # the seat at the dealer's left
    dealt = [set(order[(seat - left) % seats :: seats]) for seat in range(seats)]
    given = {int(seat): set(cards.split()) for seat, cards in re.findall(r"^gives (\d+) (.+)$", body, re.M)}
    tricks = [(int(leader), cards.split()) for leader, cards in re.findall(r"^trick \d+ (\d+): (.+)$", body, re.M)]
    check(all(len(cards) == seats for _, cards in tricks), f"deal {number}: a trick is not whole")
    played = [{cards[(seat - leader) % seats] for leader, cards in tricks} for seat in range(seats)]
    check(all(cards <= dealt[seat] for seat, cards in given.items()), f"deal {number}: a card given was not held")
    ways = (  # the seats that every packet travels: the rules know which, here one must fit
        [dealt[seat] - given.get(seat, set()) | given.get((seat - way) % seats, set()) for seat in range(seats)]
        for way in range(seats)
    )
    check(played in ways, f"deal {number}: a card played was not held")
print(f"proved: commitment, seats and {len(deals)} deals")
