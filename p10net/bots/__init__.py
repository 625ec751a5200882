"""Brains: pure functions from what one seat may know to the action it takes.

The nouns: a `Brain` chooses from a view and the question asked, a level is a named
brain, a hint is what a brain would do, said to a person. A brain's only chance is the
generator it was given.
"""
