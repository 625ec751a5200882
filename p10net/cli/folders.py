"""Where p10net keeps its files, in the place that each system has for them."""

from pathlib import Path

import platformdirs

NAME = "p10net"


def state() -> Path:
    """Say where seats, running tables and reports of mistakes are kept."""
    return Path(platformdirs.user_state_dir(NAME, appauthor=False))


def config() -> Path:
    """Say where the settings are kept, which a person may edit."""
    return Path(platformdirs.user_config_dir(NAME, appauthor=False))


def data() -> Path:
    """Say where what was played is kept."""
    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def crash_file() -> Path:
    """Say where the traceback of the last mistake is kept."""
    return state() / "last-mistake.txt"
