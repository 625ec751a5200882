"""What a key or a typed word means: pure, so that it is tested without a terminal.

The nouns: a *scene* is everything a key is judged by, *local* is what only this screen
knows (what is chosen, opened, typed), a *slot* is the place of a card in the own hand,
a *way* is a plan of one or more actions that can be looked at before it is sent, an
*intent* is what the program shall do. Keys and words lead to the same intents, and
nothing here draws, waits or sends.
"""
