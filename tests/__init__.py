"""Tests, and what they share: `conftest` bounds, `lan` cables, `terminal` looks."""
