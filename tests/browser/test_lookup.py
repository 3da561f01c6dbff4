"""The phone's script finds by its figures what the golden rows say."""

from pathlib import Path

from tests.browser.patience import Chromium
from tests.rules.lookups import golden_lookups

SCRIPT = Path(__file__).parents[2] / "static/js/scoring/bids.js"
FIND = """rows => rows.map(row => "legal" in row
  ? Lookup.allowedBids(row.deal, row.players, row.made, row.zeros)
  : Lookup.scores(row.plan, row.deal, row.bids, row.tricks, row.revokes))"""


def test_golden_rows_in_the_browser(browser: Chromium) -> None:
    rows = [row for row in golden_lookups() if row.get("legal") or "tricks" in row]
    page = browser.new_context().new_page()
    page.add_script_tag(content=SCRIPT.read_text())
    found = page.evaluate(FIND, rows)
    wrong = [
        (row["id"], answer)
        for row, answer in zip(rows, found, strict=True)
        if answer != (row["legal"] if "legal" in row else row["scores"])
    ]
    assert wrong == []
    page.context.close()
