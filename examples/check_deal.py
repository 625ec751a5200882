"""Checks one deal of p10net from its messages, one JSON a line on standard input."""

import json
import struct
import sys
from hashlib import sha256


def H(tag, *parts):
    return sha256(f"p10net/{tag}/v1\0".encode() + b"".join(parts)).digest()


def u32(number):
    return struct.pack(">I", number)


def commitment(game, deal, who, secret):
    return H("commit", game, u32(deal), bytes([who]), secret).hex()


def permute(seed, items):
    items, block, words = list(items), 0, []
    for i in range(len(items) - 1, 0, -1):
        while True:
            if not words:
                words = list(struct.unpack(">8I", H("stream", seed, u32(block))))
                block += 1
            word = words.pop(0)
            if word < 2**32 // (i + 1) * (i + 1):
                break
        j = word % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def check(opened, commits, shares, shown):
    """Give the deck, first dealt first, or fail where the host told no truth.

    `commits` and `shares` are empty when nobody promised anything.
    """
    game, deal = bytes.fromhex(opened["game"]), opened["deal"]
    secret = bytes.fromhex(shown["secret"])
    assert commitment(game, deal, 255, secret) == opened["commit"], "another secret"
    promised = {one["seat"]: one["commit"] for one in commits}
    given = {one["seat"]: bytes.fromhex(one["share"]) for one in shares}
    assert promised.keys() <= set(opened["asked"]), "a promise nobody was asked for"
    assert promised == {
        seat: commitment(game, deal, seat - 1, share) for seat, share in given.items()
    }, "another share"
    assert shown.get("shares", []) == shares, "mixed of something else"
    mixed = b"".join(bytes([seat - 1]) + given[seat] for seat in sorted(given))
    head = u32(deal) + bytes([opened["seats"], len(given)])
    seed = H("seed", game, head, secret, mixed)
    numbers = range(1, 13)  # the official deck: two of each number, 8 wilds, 4 Skips
    deck = [f"{c}{n}" for c in "RBGY" for n in numbers for _ in "12"]
    deck += ["W"] * 8 + ["S"] * 4
    for card in shown.get("out", []):
        deck.remove(card)
    return permute(seed, deck)


if __name__ == "__main__":
    said = {}
    for line in sys.stdin:
        message = json.loads(line)
        said[message["t"]] = message
    opened = said["deal_open"]
    (shown,) = [d for d in said["deal_proof"]["deals"] if d["deal"] == opened["deal"]]
    commits = said.get("deal_commits", {}).get("commits", [])
    shares = said.get("deal_shares", {}).get("shares", [])
    print(" ".join(check(opened, commits, shares, shown)))
