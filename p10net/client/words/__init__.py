"""The one place where sentences for people live.

The nouns: a *face* is a card in letters (`G7`), a *spoken* card is one in words
(green 7), a *clause* is what one event adds to a line of the log, a *sentence* stands
alone. Every other module names what happened; only these say it. Sentences stand whole,
never glued from halves, so that they can be translated later. None of these modules
knows a screen or a session.
"""
