"""One folding of letters for Python, both databases and the browser, and one order of names and evenings."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.database.folding import Folded, by_name
from accounts.models import Club, Player
from accounts.names import evening_order, fold, make_sort_key, name_key

NAMES_JS = Path(__file__).parents[2] / "static" / "js" / "names.js"
FOLDED = {
    "Özil": "ozil",
    "O\u0308zil": "ozil",
    "Łukasz": "lukasz",
    "Straße": "strasse",
    "STRASSE": "strasse",
    "Søren Þór": "soren thor",
    "Ælfred Œuvre": "aelfred oeuvre",
    "İpek Işık": "ipek isik",
    "O’Brien": "o'brien",
    "Jean–Luc": "jean-luc",
    "ＡＢＣ": "abc",
    "ﬁne": "fine",
    "ΣΊΣΥΦΟΣ": "σισυφοσ",
    "σίσυφος": "σισυφοσ",
    "Ёлка ЖУК": "елка жук",
    "שָׁלוֹם": "שלום",
    "李小龍": "李小龍",
    "Ängström": "angstrom",
    "Ưu Đặng": "uu dang",
    "Ｚoë 2": "zoe 2",
    "ẞ": "ss",
}
SORTED = ["Älva", "anna", "Änne", "Bob", "Łukasz", "Lynn", "Özil", "Paul", "Zoe", "Жук"]


@pytest.mark.parametrize(("name", "letters"), FOLDED.items())
def test_in_python(name, letters):
    assert fold(name) == letters
    assert fold(letters) == letters


@pytest.mark.postgresql
def test_in_the_database(db):
    club = Club.objects.create(name="Thursday")
    Player.objects.bulk_create(Player(club=club, name=name) for name in FOLDED)
    rows = Player.objects.annotate(letters=Folded("name")).values_list("name", "letters")
    assert dict(rows) == FOLDED


def test_in_the_browser():
    script = (
        f"const names = {json.dumps(list(FOLDED))};"
        f"{NAMES_JS.read_text()}"
        "console.log(JSON.stringify([names.map(folded), names.map(nameKey)]));"
    )
    node = Path(sys.executable).with_name("node")
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    letters, keys = json.loads(done.stdout)
    assert letters == list(FOLDED.values())
    assert keys == list(map(name_key, FOLDED))


@pytest.mark.postgresql
def test_one_order_everywhere(db):
    club = Club.objects.create(name="Thursday")
    Player.objects.bulk_create(Player(club=club, name=name) for name in reversed(SORTED))
    assert sorted(SORTED, key=make_sort_key) == SORTED
    assert list(Player.objects.values_list("name", flat=True)) == SORTED
    backwards = Player.objects.order_by(Folded("name").desc(), "-name").values_list("name", flat=True)
    assert list(backwards) == SORTED[::-1]
    assert by_name("club__name")[1] == "club__name"


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ozil", ["Özil"]),
        ("ÖZ", ["Özil"]),
        ("lu", ["Łukasz"]),
        ("a", ["Älva", "anna", "Änne", "Łukasz", "Paul"]),
    ],
)
def test_what_is_searched(db, typed, found):
    club = Club.objects.create(name="Thursday")
    Player.objects.bulk_create(Player(club=club, name=name) for name in SORTED)
    assert list(Player.objects.filter(name__alike=typed).values_list("name", flat=True)) == found
    assert not Player.objects.filter(name__alike="%").exists(), "no sign stands for others"


def test_two_people_stay_two():
    """Who looks alike in a search is the same person only in the same letters."""
    assert fold("Muller") == fold("Müller")
    assert name_key("Muller") != name_key("Müller")
    assert name_key("MU\u0308LLER") == name_key("müller")


def test_evenings_of_one_day_by_their_numbers():
    names = ["Table 1", "Evening 10", "evening 2", "Evening 1 b", "Evening", "Evening 1"]
    in_order = ["Evening", "Evening 1", "Evening 1 b", "evening 2", "Evening 10", "Table 1"]
    assert sorted(names, key=evening_order) == in_order


def test_names_that_begin_alike_and_end_otherwise():
    """Where one name ends and another goes on with a number, letters are never compared with numbers."""
    in_order = ["", "1", "2 a", "10", "A", "a", "A1", "a1", "A1b", "A1b2", "A2", "B"]
    names = random.Random(1).sample(in_order, len(in_order))
    assert sorted(names, key=evening_order) == in_order
