"""Bringing results along in a browser, at a laptop and on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import ona
from tests.browser.eyes import TOO_SMALL, WIDER, violations
from tests.browser.windows import LAPTOP, PHONE, Windows

TABLE = """date;evening;game;name;role;points;exact;deals
2.10.2025;October;Clag;Maximiliana-Theodora von Hohenstein-Wittgenstein;lady;61;7;10
2.10.2025;October;Clag;Bob Cole;gentleman;48;5;10
2.10.2025;October;Clag;Cora Diaz;lady;4 points;4;10
2025-11-06;November;Clag;Bob Cole;;52;6;10
2025-11-06;November;Clag;Cora Diaz;;-7;3;10
"""


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """What axe finds in the page as it is now, in light and dark, and what is too wide or too small."""
    found = [violation["id"] for violation in violations(page)]
    page.emulate_media(color_scheme="dark")
    found += [violation["id"] for violation in violations(page, runOnly=["color-contrast"])]
    page.emulate_media(color_scheme="light")
    return [*found, *page.evaluate(WIDER, size[0]), *(page.evaluate(TOO_SMALL) if size == PHONE else ())]


@pytest.mark.parametrize(
    "size", [pytest.param(LAPTOP, marks=pytest.mark.thorough), PHONE], ids=["laptop", "phone"]
)
def test_a_table_is_looked_at_put_right_and_imported(windows: Windows, tmp_path: Path, size: tuple[int, int]):
    file = tmp_path / "results.csv"
    file.write_bytes(("\ufeff" + TABLE.replace("\n", "\r\n")).encode())
    page = windows.open(size, user=ona())
    page.goto("/")
    page.get_by_role("link", name="Thursday Club").first.click()
    page.get_by_role("link", name="Import results of past evenings").click()
    assert faults(page, size) == []

    page.get_by_label("File").set_input_files(file)
    with windows.refused(page):
        page.get_by_role("button", name="Preview the import").click()
    expect(page.get_by_role("heading", name="Nothing was imported")).to_be_visible()
    expect(
        page.get_by_role("row", name="4 points “4 points” is not a whole number. Correct it.")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Import", exact=True)).to_have_count(0)
    assert faults(page, size) == []

    table = page.get_by_label("Or paste the text")
    table.fill(table.input_value().replace("4 points", "31"))
    page.get_by_role("button", name="Preview the import").click()
    plan = page.get_by_role("region", name="Preview")
    expect(plan).to_contain_text("3 new players")
    expect(plan).to_contain_text("2 new evenings")
    expect(plan).to_contain_text("5 results")
    assert faults(page, size) == []

    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".note.success")).to_have_text("Done: 3 new players, 2 new evenings, 5 results.")
    page.get_by_role("link", name="October").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("61")
    assert faults(page, size) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Standings (CSV)").click()
    assert download.value.suggested_filename == "2025-10-02-october.csv"
    assert "Clag,Bob Cole,gentleman,2" in Path(download.value.path()).read_text()
