"""A seat at somebody's table, for a person or for a bot.

The nouns: a session is the link to a host with all it last heard, `nearby` finds
tables, remembered seats hold the tokens that give a place back, commands turn what a
person types into actions, and a screen is a picture of the view. Nothing here can
name the type that knows the other hands.
"""
