"""Tests, and three tools for them: `conftest` bounds, `lan` cables, `terminal` looks."""
