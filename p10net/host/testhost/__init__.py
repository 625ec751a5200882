"""A host to test clients against: the same each time, and outspoken.

The nouns: the guest is the client under test, a script is one evening with it at a
desk, a desk is a real table whose other seats answer at once, a fault is what the guest
did wrong, with the bytes of it, and a verdict is how a script ended.
"""
