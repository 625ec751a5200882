"""The score pad: real cards on the table, and a sheet that counts for its players.

A `Pad` names players and rules, its entries are what was written on it, and a `Book` is
what the engine makes of both. No rule of the game stands here.
"""
