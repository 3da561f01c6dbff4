"""Works of others are those that their table names; the typeface has what our texts need."""

import hashlib
import re
from pathlib import Path

import polib
import pytest
from django.test import Client
from fontTools.ttLib import TTFont

from tests import vendored

ROOT = Path(__file__).parents[2]
VENDORED = ROOT / "static" / "vendor"
ROW = re.compile(
    r"^\| `([^`]+)` \| ([\w-]+) \| ([\d.]+) \| [^|]+, `([^`]+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE
)
TYPEFACE = VENDORED / "inter" / "inter.woff2"
MOST = 60_000
NAMES = "Žofie Łukasz Åse Ştefan Șerban Ægir Ħamrun Ŋala Ľubica Őze Ģirts Œuvrard Þór Straẞe"
"""Letters of names from all over Europe, in Latin Extended-A and a few beside it."""


def test_each_work_is_as_noted():
    rows = ROW.findall((VENDORED / "README.md").read_text())
    files = {path.relative_to(VENDORED).as_posix() for path in VENDORED.rglob("*.*")} - {"README.md"}
    assert {name for name, *_ in rows} == files
    for name, _, _, licence, digest in rows:
        assert hashlib.sha256((VENDORED / name).read_bytes()).hexdigest() == digest, name
        assert (VENDORED / licence).read_text(), licence


def test_the_table_names_the_packages_from_which_we_make_files():
    noted = {
        f"{package}@{version}"
        for _, package, version, *_ in ROW.findall((VENDORED / "README.md").read_text())
    }
    assert {name for name, _ in vendored.PACKAGES} <= noted


@pytest.fixture(scope="module")
def typeface() -> TTFont:
    return TTFont(TYPEFACE)


def test_the_typeface_has_every_letter_of_our_texts(typeface: TTFont):
    catalogs = [polib.pofile(str(path)) for path in ROOT.glob("locale/*/LC_MESSAGES/django.po")]
    texts = [
        text
        for catalog in catalogs
        for entry in catalog
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
    ]
    letters = {letter for text in (*texts, NAMES) for letter in text if letter.isprintable()}
    assert sorted(letter for letter in letters if ord(letter) not in typeface.getBestCmap()) == []


def test_the_typeface_has_figures_of_one_width_and_kerning(typeface: TTFont):
    features = {
        record.FeatureTag
        for table in ("GSUB", "GPOS")
        for record in typeface[table].table.FeatureList.FeatureRecord
    }
    assert {"tnum", "kern", "locl"} <= features
    [axis] = typeface["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)


def test_the_typeface_is_small_and_sent_as_it_is():
    """WOFF2 is compressed: nothing does it again."""
    assert TYPEFACE.stat().st_size <= MOST
    answer = Client().get("/static/vendor/inter/inter.woff2", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Type"] == "font/woff2"
    assert "Content-Encoding" not in answer.headers
    assert b"".join(answer) == TYPEFACE.read_bytes()
    answer.close()


def test_what_stands_in_for_the_typeface_has_its_height(typeface: TTFont):
    """Nothing moves when the typeface comes."""
    head = typeface["hhea"]
    sheet = (ROOT / "static" / "css" / "typeface.css").read_text()
    faces = re.findall(
        r"size-adjust: ([\d.]+)%; ascent-override: ([\d.]+)%; descent-override: ([\d.]+)%", sheet
    )
    assert len(faces) == 4
    for size, ascent, descent in (map(float, face) for face in faces):
        units = typeface["head"].unitsPerEm / 100
        assert ascent * size / 100 == pytest.approx(head.ascent / units, abs=0.02)
        assert descent * size / 100 == pytest.approx(-head.descent / units, abs=0.02)
