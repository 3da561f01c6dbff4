import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import LONGEST, clean_name, name_key


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
    with pytest.raises(RuleError, match=r"names: A name is missing\."):
        clean_name(text, "names")


def test_a_long_name_is_refused_and_not_repeated_whole():
    with pytest.raises(RuleError, match=r"“x{20}…” has 200 characters; 60 are the most") as caught:
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
