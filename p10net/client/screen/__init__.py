"""What the screen looks like: pure pictures of a scene, tested without a terminal.

The nouns: a *picture* is a tuple of lines of fragments with roles, the *strokes* are
the characters lines are drawn with, the *bar* says what can be done now, a *panel*
stands in place of the table's middle, the *sheet* is the score. Nothing here knows
prompt_toolkit, a colour or a key's meaning.
"""
