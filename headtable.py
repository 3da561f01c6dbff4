"""The command ``headtable``: the same as ``manage.py``, from any folder.

``headtable up`` runs the evening, ``headtable help`` lists the rest.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("accounts", "config", "games", "tournaments")
OURS = Path(__file__).resolve().parent


def main() -> None:
    """Run the command that was typed."""
    if strangers := _strangers():
        sys.exit(
            f"Headtable cannot run here: Python finds another package named {' and '.join(strangers)}. "
            "Install Headtable in an environment of its own, as pipx and uvx do, and leave PYTHONPATH empty."
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        from config.environment import PLACE

        if sys.argv[1:] in (["version"], ["--version"]):  # Django would say its own
            print(f"Headtable {PLACE.version()}")
        else:
            execute_from_command_line([PLACE.command, *sys.argv[1:]])
    except ImproperlyConfigured as error:
        sys.exit(f"Headtable is not set up as it must be: {error}")
    except KeyboardInterrupt:
        sys.exit("Stopped.")


def _strangers() -> list[str]:
    """Return the names under which Python finds a package that is not ours, each with its place."""
    found = [(name, _place(name)) for name in PACKAGES]
    return [f"“{name}” ({place})" for name, place in found if place != OURS / name]


def _place(name: str) -> Path | None:
    """Return the folder of the package that would be imported; nothing is imported."""
    spec = find_spec(name)
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


if __name__ == "__main__":
    main()
