"""The words are few and the sentences short, on screens and in the documentation."""

import re

import pytest

from tests import messages, prose

MOST_MESSAGES = 3815
README_LINES = 100
COLUMNS = 120
LONGEST = 30
"""Words of a sentence on a screen. The rule is about 20; a list of examples may need more."""
AVERAGE = 12
"""Words of a sentence in the documentation."""


def test_there_are_few_messages():
    assert len(messages.collected()) <= MOST_MESSAGES


def test_no_sentence_on_a_screen_is_long():
    assert [each for each in prose.of_screens() if prose.words(each) > LONGEST] == []


def test_sentences_of_the_documentation_are_short():
    lengths = [prose.words(each) for each in prose.of_pages()]
    assert sum(lengths) / len(lengths) <= AVERAGE


def test_the_readme_is_short():
    assert len((prose.ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


def long_lines(page: str) -> list[str]:
    """Return the lines of prose that are too long; a table's row and a link cannot be broken."""
    text = prose.FENCE.sub("", page)
    return [
        line
        for line in text.splitlines()
        if len(line) > COLUMNS and not line.startswith(("|", "#")) and not re.search(r"\]\([^)]{60,}\)", line)
    ]


@pytest.mark.parametrize("page", prose.pages(), ids=lambda page: str(page.relative_to(prose.ROOT)))
def test_lines_of_prose_fit_the_window(page):
    assert long_lines(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "page", sorted((prose.ROOT / "docs/decisions").glob("[0-9]*.md")), ids=lambda page: page.stem
)
def test_a_decision_begins_with_what_was_decided(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[1] == ""
    assert lines[2].startswith("**Decided.** ")


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("One two. Three?", [2, 1]),
        ("%(who)s goes to {n} of <strong>%(x)s</strong>: two words", [8]),
        ("Table 1, seat 2", [4]),
        ("…", []),
        ("It counts 50 %%.", [3]),
    ],
)
def test_words_are_counted(text, lengths):
    assert [prose.words(each) for each in prose.sentences(text)] == lengths


def test_code_and_tables_are_no_prose():
    page = "# Title\n\nOne\ntwo.\n- three [four](five)\n\n```sh\nsix seven\n```\n| eight |\n"
    assert [each for each in prose.paragraphs(page) if each] == ["Title", "One two.", "three four"]
