"""The command line: one module for each group of commands.

The nouns: a command is what stands after `p10net`, a target is the table a person
means, an exit code says how it went. This is the one place that sees both the host's
and the client's side.
"""
