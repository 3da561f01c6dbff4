import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import LONGEST, clean_name, initials, name_key, public_name, public_names


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
    assert initials(name) == short


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
    assert public_name("Anna Berg", how, own, club) == shown


def test_people_of_one_public_name_are_told_apart():
    people = [
        (5, "Anna Berg", "", ""),
        (1, "Ada Bloom", "", ""),
        (2, "A. B. 2", "name", ""),
        (3, "Ulf", "other", "a. b."),
        (4, "Bo", "", ""),
    ]
    assert public_names(people, "initials") == {5: "A. B.", 1: "A. B. 3", 2: "A. B. 2", 3: "a. b. 4", 4: "B."}


NAMES = st.text(min_size=1, max_size=LONGEST).filter(lambda text: text.split())
HOWS = st.sampled_from(["", "name", "initials", "other"])


@given(
    st.lists(st.tuples(NAMES, HOWS, st.just("") | NAMES), max_size=8), st.sampled_from(["name", "initials"])
)
def test_public_names_are_never_empty_and_never_the_same_twice(people, club):
    everybody = [(who, name, how, own) for who, (name, how, own) in enumerate(people)]
    unlike = {name_key(name): line for line in everybody for name in [line[1]]}.values()
    shown = public_names(unlike, club)
    assert all(name.strip() for name in shown.values())
    assert len({name_key(name) for name in shown.values()}) == len(shown)
    assert all(shown[who] == name for who, name, how, _own in unlike if (how or club) == "name")
