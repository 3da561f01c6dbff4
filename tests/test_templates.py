"""How templates are written: their lines are short enough to be read."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[1] / "templates"
COLUMNS = 120
ONE_TAG = re.compile(r'\s*{% phrase [\w.]+ "[^"]*"( \w+=[\w.]+)* %}')
"""A sentence that depends on what is played: Django breaks no line within a tag."""


def too_long(line: str) -> bool:
    return len(line) > COLUMNS and not ONE_TAG.fullmatch(line)


EMPTY = re.compile(r"<(\w+)(?:[^<>{]|{[%{].*?[%}]})*>\s+</\1>")
"""White space would show: style sheets hide what is ``:empty``."""
TRANSLATED = re.compile(r"{%\s*blocktranslate.*?endblocktranslate\s*%}|{%.*?%}|{#.*?#}", re.DOTALL)


def test_what_is_empty_stays_empty():
    for path in TEMPLATES.rglob("*.html"):
        assert not EMPTY.search(path.read_text()), path


def test_quotation_marks_are_those_of_the_language():
    """They stand in a message, or come from the filter ``quoted``."""
    for path in TEMPLATES.rglob("*.html"):
        assert not set("“”„") & set(TRANSLATED.sub("", path.read_text())), path


def test_no_line_is_longer_than_a_screen():
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if too_long(line)
    ]
    assert not long, "\n".join(long)


def test_it_finds_a_long_line():
    assert too_long("x" * (COLUMNS + 1))
    assert too_long('{% phrase play "A" %}' + " " * COLUMNS + "x")
    assert not too_long('{% phrase play "' + "x" * COLUMNS + '" n=bell.round %}')


OTHERS = re.compile(r'{% (?:extends|include) "([\w/.]+)"')
QUESTION = re.compile(r'data-question|<details[^>]*class="ask\b')


def test_each_question_that_opens_as_a_dialog_has_a_way_back():
    texts = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    asking = [name for name, text in texts.items() if QUESTION.search(text)]
    assert len(asking) > 10
    for name in asking:
        others = [texts[other] for other in OTHERS.findall(texts[name])]
        assert any("data-back" in text for text in (texts[name], *others)), name
