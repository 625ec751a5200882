"""Keeps other programs of the same user from reading the hands in this one's memory.

Only Linux has a way to ask for that. Whoever runs the host is not kept out: the process
itself knows all cards, and its user can do with it whatever they like.
"""

import ctypes
import sys

PR_SET_DUMPABLE = 4


def hide() -> bool:
    """Close this process's memory to others, and leave no dump after a crash."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None)
    return bool(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
