"""What is said at the door of a table, before there is a seat."""

from __future__ import annotations


def asks(table: str) -> str:
    """Ask for the password that a table wants of new people."""
    return f"{table} asks new people for a password: type what its owner says."
