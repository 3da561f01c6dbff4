"""The README's pictures, made from a simulated evening: ``python -m tests.browser.pictures docs/pictures``.

That makes the pictures of the start page in ``static/img`` too. Another folder gets all of them.
The same code gives the same pictures, as far as the machine has the same fonts.
"""

import os
import sys
import tempfile
from functools import partial
from pathlib import Path

HOST = "headtable.localhost"
PICTURES, STATIC = Path("docs/pictures"), Path("static/img")


def main(folder: Path) -> None:
    """Set Django up, then serve an evening to photograph."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    with tempfile.TemporaryDirectory() as temporary:
        os.environ |= {"HEADTABLE_DATA": temporary, "DATABASE_URL": f"sqlite:///{temporary}/pictures.sqlite3"}
        import django

        django.setup()
        from tests.server import migrate, serving

        database = Path(temporary) / "pictures.sqlite3"
        migrate(database)
        folder.mkdir(parents=True, exist_ok=True)
        with serving(database, ALLOWED_HOSTS=HOST) as site:
            _photograph(folder, site.url)
        if errors := site.failures():
            sys.exit(errors)


def _photograph(folder: Path, address: str) -> None:
    from playwright.sync_api import sync_playwright

    from tests import chromium
    from tests.browser.album import Album
    from tests.browser.patience import Chromium
    from tests.browser.windows import Windows

    # One address whatever the port, so that the QR codes are the same each time.
    mapped = f"--host-resolver-rules=MAP {HOST} {address.removeprefix('http://')}"
    with sync_playwright() as playwright:
        switches = [*chromium.arguments(), mapped]
        launch = partial(playwright.chromium.launch, executable_path=chromium.find(), args=switches)
        windows = Windows(Chromium(launch), f"http://{HOST}")
        album = Album(windows, folder, STATIC if folder == PICTURES else folder)
        album.before_play()
        album.in_play()
        album.with_bids()
        album.after_play()
        windows.close()
        if windows.errors():
            sys.exit("\n".join(windows.errors()))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else PICTURES))
