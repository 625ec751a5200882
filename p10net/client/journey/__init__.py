"""The journey: worlds of tables against bots, with stars and coins for nothing but fun.

A *world* is a phase list, a *stop* one of its tables; what a person has reached is a
`Journey`. Its games are ordinary ones: nothing here plays, deals or scores.
"""
