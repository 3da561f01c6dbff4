"""Print what the screens have, and what is over the budget: ``python -m tests.browser.budget [FOLDER]``.

Into FOLDER, if it is given, goes a picture of each screen at three sizes in both themes.
"""

import os
import sys
import tempfile
from functools import partial
from pathlib import Path


def main(folder: Path | None) -> None:
    """Set Django up, then serve an evening to measure."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    with tempfile.TemporaryDirectory() as temporary:
        os.environ |= {"HEADTABLE_DATA": temporary, "DATABASE_URL": f"sqlite:///{temporary}/budget.sqlite3"}
        import django

        django.setup()
        from tests.server import migrate, serving

        database = Path(temporary) / "budget.sqlite3"
        migrate(database)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        with serving(database) as site:
            _visit(site.url, folder)
        if errors := site.failures():
            sys.exit(errors)


def _visit(address: str, folder: Path | None) -> None:
    from playwright.sync_api import sync_playwright

    from tests import chromium
    from tests.browser.budget.measuring import Visit
    from tests.browser.budget.report import print_report
    from tests.browser.budget.scenes import Thursday
    from tests.browser.budget.screens import SCREENS
    from tests.browser.patience import Chromium
    from tests.browser.windows import Windows

    with sync_playwright() as playwright:
        launch = partial(
            playwright.chromium.launch, executable_path=chromium.find(), args=chromium.arguments()
        )
        windows = Windows(Chromium(launch), address)
        visit = Visit(windows, Thursday())
        looks = {}
        for name in SCREENS:
            looks[name] = visit.measure(name)
            if folder:
                visit.photograph(name, folder)
        print_report(looks)
        windows.close()
        if windows.errors():
            sys.exit("\n".join(windows.errors()))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
