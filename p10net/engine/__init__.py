"""The rules of the game and nothing else.

The nouns: a `Card` is a face, a `Phase` a list of goals, a `Meld` what lies on the
table for one goal, `Rules` the frozen switches of a game, a `View` all that one seat
may know, an action what a seat asks, an event what publicly happened, and a `Game`
the only thing that knows every hand. No socket, clock, file, thread or entropy is in
reach from here: chance comes in as a seed.
"""
