"""Reads a spreadsheet (XLSX) back, as far as this program writes one: its first sheet, cell by cell."""

import io
import zipfile
from xml.etree import ElementTree

NAMES = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def cells_of(data: bytes) -> list[list[str | float | None]]:
    """The rows with their cells: texts, numbers (a date is one), and None where nothing is."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        sheet = ElementTree.fromstring(file.read("xl/worksheets/sheet1.xml"))  # noqa: S314 - our own
        texts = _texts(file)
    assert sheet.find(".//m:f", NAMES) is None, "a formula"
    rows = []
    for row in sheet.iterfind(".//m:row", NAMES):
        cells: list[str | float | None] = []
        for cell in row.iterfind("m:c", NAMES):
            cells += [None] * (_column(cell.attrib["r"]) - len(cells))
            value = cell.findtext("m:v", None, NAMES)
            shared = cell.get("t") == "s"
            cells.append(None if value is None else texts[int(value)] if shared else float(value))
        rows.append(cells)
    return rows


def _texts(file: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in file.namelist():
        return []
    table = ElementTree.fromstring(file.read("xl/sharedStrings.xml"))  # noqa: S314 - our own
    return ["".join(each.itertext()) for each in table.iterfind("m:si", NAMES)]


def _column(at: str) -> int:
    """The column of a cell such as AB12, from 0."""
    number = 0
    for letter in at.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
