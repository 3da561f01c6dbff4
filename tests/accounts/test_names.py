import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import (
    LONGEST,
    choose_names_shown,
    choose_public_name,
    clean_name,
    make_initials,
    make_name_entry,
    make_public_names,
    name_key,
    pick_initials,
)

SHOWN = ("first", "initials", "each", "name")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nell", "Nell"),
        ("  Nell \t Gwyn\n", "Nell Gwyn"),
        ("Zoe\u0308", "Zoë"),
        ("x" * LONGEST, "x" * LONGEST),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("ליאה", "ליאה"),
    ],
)
def test_a_name_is_tidied(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u2003"])
def test_an_empty_name_is_refused(text):
    with pytest.raises(RuleError, match=r"names: Enter a name\."):
        clean_name(text, "names")


def test_a_long_name_is_refused_and_not_repeated_whole():
    with pytest.raises(RuleError, match=r"“x{20}…” has 200 characters. Enter at most 60") as caught:
        clean_name("x" * 200)
    assert "x" * 21 not in str(caught.value)


@pytest.mark.parametrize("mark", ["\x00", "\x1b", "\x7f", "\u202e", "\u2066", "\ud800", "\ufeff", "\u200b"])
def test_what_cannot_be_shown_is_refused_and_not_repeated(mark):
    with pytest.raises(RuleError, match="cannot be shown") as caught:
        clean_name(f"a{mark}b")
    assert mark not in str(caught.value)


@given(st.text(max_size=80))
def test_a_clean_name_stays_as_it_is(text):
    try:
        name = clean_name(text)
    except RuleError:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= LONGEST
    name.encode()


@pytest.mark.parametrize("other", ["NELL", "nell", "Ｎell"])
def test_one_name_however_it_is_written(other):
    assert name_key(other) == name_key("Nell")


def test_two_names():
    assert name_key("Nell") != name_key("Neil")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna-Maria O'Brien", "A. O."),
        ("Cher", "C."),
        ("élodie  durand", "É. D."),
        ("Jo B.", "J. B."),
        ("(Bob) Dylan", "B. D."),
        ("ßen Ahmed", "ß. A."),
        ("3 Musketeers", "3. M."),
        ("Zoe\u0301 X", "Z. X."),
        ("e\u0323\u0301 X", "E\u0323\u0301. X."),
        ("👩\u200d🚀 Ace", "👩\u200d🚀 A."),
        ("👍🏽👍 Up", "👍🏽 U."),
        ("🇮🇪🇫🇷", "🇮🇪"),
        ("… !!", "… !"),
        ("李 小龍", "李. 小."),
        ("Maximiliana Theodora von Hohenstein zu Berleburg", "M. T. V. H."),
    ],
)
def test_initials(name, short):
    assert make_initials(name) == short


@pytest.mark.parametrize(
    ("how", "own", "club", "shown"),
    [
        ("", "", "name", "Anna Berg"),
        ("", "", "initials", "A. B."),
        ("name", "", "initials", "Anna Berg"),
        ("initials", "Ace", "name", "A. B."),
        ("other", "Ace", "name", "Ace"),
        ("other", "", "name", "A. B."),
        ("", "Ace", "name", "Anna Berg"),
    ],
)
def test_a_public_name(how, own, club, shown):
    assert choose_public_name("Anna Berg", how, own, club) == shown


def test_people_of_one_public_name_are_told_apart():
    people = [
        (5, "Anna Berg", "", ""),
        (1, "Ada Bloom", "", ""),
        (2, "A. B. 2", "name", ""),
        (3, "Ulf", "other", "a. b."),
        (4, "Bo", "", ""),
    ]
    assert make_public_names(people, "initials") == {
        5: "A. B.",
        1: "A. B. 3",
        2: "A. B. 2",
        3: "a. b. 4",
        4: "B.",
    }


@pytest.mark.parametrize(
    ("how", "club", "shown", "called"),
    [
        ("", "name", "first", "Anna"),
        ("", "name", "initials", "A. B."),
        ("", "name", "each", "Anna"),
        ("", "name", "name", "Anna Berg"),
        ("name", "name", "first", "Anna"),
        ("name", "name", "each", "Anna Berg"),
        ("name", "initials", "each", "Anna Berg"),
        ("name", "initials", "first", "Anna"),
        *(("initials", club, shown, "A. B.") for club in ("name", "initials") for shown in SHOWN),
        *(("other", club, shown, "Ace") for club in ("name", "initials") for shown in SHOWN),
        *(("", "initials", shown, "A. B.") for shown in SHOWN),
    ],
)
def test_a_published_page_shows_no_more_than_person_and_club_want(how, club, shown, called):
    assert make_public_names([(1, "Anna Berg", how, "Ace")], club, shown) == {1: called}


def test_equal_first_names_are_told_apart():
    """By the first letter of the last name, then by numbers."""
    names = (
        "Anna Berg",
        "Bo Dahl",
        "anna Carlsson",
        "Anna",
        "Bloom, Anna",
        "Bob Ek",
        "Bo von Ek",
        "Bo Eriks",
    )
    people = [(number, name, "", "") for number, name in enumerate(names)]
    assert list(make_public_names(people, "name", "first").values()) == [
        *("Anna B.", "Bo D.", "anna C.", "Anna", "Anna B. 2", "Bob", "Bo E.", "Bo E. 2")
    ]


def test_what_stands_for_a_removed_name_is_shown_as_it_is():
    gone = make_name_entry(1, "A former player", "name", "", "2026-01-01")
    assert make_public_names([gone], "initials", "first") == {1: "A former player"}
    assert make_name_entry(1, "Anna Berg", "name", "", "") == (1, "Anna Berg", "name", "")


def test_names_that_a_club_offers():
    """Full names only by choice, and no more than initials where the club shows no more."""
    assert choose_names_shown("", "", "name") == "first"
    assert choose_names_shown("", "", "initials") == choose_names_shown("", "name", "initials") == "initials"
    assert choose_names_shown("", "name", "name") == choose_names_shown("name", "first", "name") == "name"
    for asked, club in (("nickname", "name"), ("first", "initials"), ("name", "initials")):
        with pytest.raises(RuleError) as caught:
            choose_names_shown(asked, "", club)
        assert caught.value.field == "names"


NAMES = st.text(min_size=1, max_size=LONGEST).filter(lambda text: text.split())
HOWS = st.sampled_from(["", "name", "initials", "other"])


@given(
    st.lists(st.tuples(NAMES, HOWS, st.just("") | NAMES), max_size=8),
    st.sampled_from(["name", "initials"]),
    st.sampled_from(["", *SHOWN]),
)
def test_public_names_are_never_empty_and_never_the_same_twice(people, club, page):
    everybody = [(who, name, how, own) for who, (name, how, own) in enumerate(people)]
    unlike = {name_key(name): line for line in everybody for name in [line[1]]}.values()
    shown = make_public_names(unlike, club, page)
    assert all(name.strip() for name in shown.values())
    assert len({name_key(name) for name in shown.values()}) == len(shown)
    named = {who for who, _name, how, _own in unlike if not page and (how or club) == "name"}
    assert all(shown[who] == name for who, name, _how, _own in unlike if who in named)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Ada", "A"), ("Ada Almond", "AA"), ("Maria von der Heide", "MH"), ("ben o'hara", "BO"), ("", "")],
)
def test_a_small_picture_has_two_initials(name, letters):
    assert pick_initials(name) == letters
