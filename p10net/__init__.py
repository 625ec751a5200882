"""Phase 10 for people on one network: a host, its players, bots and watchers.

The packages, from the inside out: `engine` knows the rules, `bots` decide, `protocol`
knows the bytes, `host` runs a table, `client` sits down at one, `cli` is the command
line. Each may import only what stands before it; host and client never meet.
"""
