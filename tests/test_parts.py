"""No sentence is put together from parts: each is one text with placeholders, for every language to order."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests import messages

TRANSLATED = re.compile(
    r"""\{%\s*(?:translate|phrase\s+[\w.]+)\s+(?P<quote>["'])(?P<short>.*?)(?P=quote)(?P<rest>[^%]*)%\}"""
    r"""|\{%\s*blocktranslate\b.*?%\}(?P<long>.*?)\{%\s*endblocktranslate\s*%\}""",
    re.DOTALL,
)
WHOLE = (".", ":", "!", "?", "…", ")")
FIGURE_AFTER = re.compile(r"[ \t\n]*\{\{|[ \t\n]*\{%\s*(?:translate|blocktranslate|phrase)\b")
FIGURE_BEFORE = re.compile(r"\}\}[ \t\n]*\Z")


def is_marked(node: ast.AST, names: dict[str, str]) -> bool:
    """Whether it is a translated text, perhaps with its placeholders filled."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return is_marked(node.left, names)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def parts_in_python(source: str) -> Iterator[int]:
    """Yield the lines that add a translated text to another text, or write something around it."""
    tree = ast.parse(source)
    names = messages.aliases(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            if is_marked(node.left, names) or is_marked(node.right, names):
                yield node.lineno
        elif isinstance(node, ast.JoinedStr):
            values = [value.value for value in node.values if isinstance(value, ast.FormattedValue)]
            if any(is_marked(value, names) for value in values):
                yield node.lineno


def parts_in_template(source: str) -> Iterator[int]:
    """Yield the lines on which a half sentence stands beside a figure or another text."""
    for found in TRANSLATED.finditer(source):
        text = (found["short"] or found["long"] or "").strip()
        if " as " in (found["rest"] or "") or " asvar " in found[0]:
            continue
        before, after = source[: found.start()], source[found.end() :]
        ends = not text.endswith(WHOLE) and FIGURE_AFTER.match(after)
        begins = text[:1].islower() and FIGURE_BEFORE.search(before)
        if ends or begins:
            yield source.count("\n", 0, found.start()) + 1


def parts() -> list[str]:
    found = []
    for path, _ in messages.sources():
        source = path.read_text(encoding="utf-8")
        lines = parts_in_python(source) if path.suffix == ".py" else parts_in_template(source)
        found += [f"{path.relative_to(messages.ROOT)}:{line}" for line in lines]
    return found


def test_no_sentence_is_put_together():
    assert parts() == []


@pytest.mark.parametrize(
    "source",
    [
        '_("Table") + " " + name',
        '_("Table ") + name',
        'name + _(" waits")',
        'f"{_("won")} {n}"'.replace('"won"', "'won'"),
        "f\"{n}: {_('%(who)s waits') % said}\"",
    ],
)
def test_parts_in_python_are_found(source: str):
    assert list(parts_in_python(f"from django.utils.translation import gettext as _\n{source}")) == [2]


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "won by" %} {{ name }}',
        '{{ n }} {% translate "cards" %}',
        '{% translate "Ring" %}\n{% translate "the bell" %}',
        "{% blocktranslate %}Table {{ n }} is{% endblocktranslate %} {{ state }}",
        '{% phrase play "moves to" %} {{ table }}',
    ],
)
def test_parts_in_templates_are_found(source: str):
    assert list(parts_in_template(source)) == [1]


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "Winner:" %} {{ name }}',
        '{% translate "Nobody moves." %} {% translate "Play goes on." %}',
        "<dt>{% translate 'Winner' %}</dt><dd>{{ name }}</dd>",
        '{% translate "Standings" %} · {{ evening }}',
    ],
)
def test_whole_texts_are_not(source: str):
    assert list(parts_in_template(source)) == []


def test_every_kind_of_source_is_read():
    assert {path.suffix for path, _ in messages.sources()} >= {".py", ".html", ".txt"}
