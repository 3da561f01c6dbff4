"""Every shown text can be translated: nothing is said past gettext, in templates or in Python."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = sorted(
    path
    for app in ("accounts", "games", "tournaments")
    for path in (ROOT / app).rglob("*.py")
    if not {"migrations", "management", "simulation"} & set(path.parts)
)

PRODUCT = re.compile(r"\bHeadtable\b|\bopenapi\.json\b")
STATIC = {"500.html", "styleguide.html"}  # when nothing works, the translations among it; for developers
SPOKEN = {"alt", "aria-label", "aria-description", "title", "placeholder"}
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}
SHOWN_ARGUMENTS = {"label", "help_text", "verbose_name", "verbose_name_plural", "empty_label", "done"}
SHOWN_AT = {  # calls by name, and which of their arguments is shown
    "RuleError": 1,
    "StaleError": 1,
    "ForbiddenError": 1,
    "ValidationError": 0,
    "add_error": 1,
    "success": 1,
    "error": 1,
    "info": 1,
    "warning": 1,
    "HttpResponse": 0,
    "HttpResponseBadRequest": 0,
    "HttpResponseForbidden": 0,
    "HttpResponseNotFound": 0,
}
CODE = {"code", "pre"}
"""What is in them is for a machine, in no language. What says its language is in that one for everybody."""
DESCRIBED = {"help_text", "label"}
"""In the API they go into its description, which is English for everybody: docs/decisions/0028."""
FIGURE = re.compile(r"%\(\w+\)s")
DECORATORS = {"display", "action"}
"""Of the admin; the ``description`` that they are given is shown."""
FILTERS = re.compile(r"""\|(?:default|default_if_none|yesno|pluralize|add|join|date|time):(["'])(.*?)\1""")
NO_WORDS = re.compile(r"[\w/.,]*\.html|[A-Z_]+_FORMAT|c|[Hi:s]+")
"""What a filter may be given as it is: a template's name, or a time that is written alike everywhere."""


class Said(HTMLParser):
    """The texts of a template that no tag translates."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[int, str]] = []
        self.hushed: list[str] = []

    def say(self, text: str | None) -> None:
        if text and not self.hushed and any(letter.isalpha() for letter in PRODUCT.sub("", text)):
            before = text[: len(text) - len(text.lstrip())]
            self.said.append((self.getpos()[0] + before.count("\n"), " ".join(text.split())))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        shown = dict(attrs)
        if tag in CODE or shown.get("lang") or tag in self.hushed[-1:]:
            self.hushed.append(tag)
        for name, value in attrs:
            if name in SPOKEN:
                self.say(value)
        if tag == "input" and shown.get("type") in ("submit", "button"):
            self.say(shown.get("value"))
        if tag == "meta" and shown.get("name") == "description":
            self.say(shown.get("content"))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag in self.hushed[-1:]:
            self.hushed.pop()

    def handle_data(self, data: str) -> None:
        self.say(data)


def said_in_template(text: str) -> list[str]:
    """What the template says past ``translate`` and ``blocktranslate``, each with its line."""
    text = _without(r"{#.*?#}|{%\s*comment\b.*?endcomment\s*%}", text)
    given = [
        (text.count("\n", 0, found.start()) + 1, found[2])
        for found in FILTERS.finditer(text)
        if any(letter.isalpha() for letter in found[2])
        and not all(NO_WORDS.fullmatch(part) for part in found[2].split(","))
    ]
    text = _without(r"{%\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%}", text)
    # Names of CSS, and what a page tells its scripts: no words.
    text = _without(r"{%\s*block\s+(\w*class|live)\s*%}.*?{%\s*endblock\s*%}", text)
    parser = Said()
    parser.feed(_without(r"{%.*?%}|{{.*?}}", text))
    parser.close()
    return [f"{line}: {said}" for line, said in sorted(given + parser.said)]


def _without(pattern: str, text: str) -> str:
    """The text without what is found, and with as many lines."""
    return re.sub(pattern, lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def said_in_python(source: str, api: bool = False) -> Iterator[str]:
    """Refusals, labels and messages that are written as plain strings, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        arguments = (SHOWN_ARGUMENTS | ({"description"} if name in DECORATORS else set())) - (
            DESCRIBED if api else set()
        )
        shown = [word.value for word in node.keywords if word.arg in arguments]
        at = SHOWN_AT.get(name)
        if at is not None and len(node.args) > at and not _is_log(node):
            shown.append(node.args[at])
        for word in node.keywords:
            if word.arg == "error_messages" and isinstance(word.value, ast.Dict):
                shown += word.value.values
            if word.arg == "choices" and isinstance(word.value, (ast.List, ast.Tuple)):
                shown += [pair.elts[1] for pair in word.value.elts if isinstance(pair, ast.Tuple)]
        for value in shown:
            for plain in _plain_strings(value):
                if any(letter.isalpha() for letter in FIGURE.sub("", plain)):
                    yield f"{node.lineno}: {plain}"


def _is_log(node: ast.Call) -> bool:
    of = getattr(node.func, "value", None)
    return isinstance(of, ast.Name) and of.id in ("logger", "log", "logging")


def _plain_strings(value: ast.expr) -> Iterator[str]:
    """Strings in an expression that no call marks; what a call is given is that call's matter."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
        case ast.BinOp(left=left):
            yield from _plain_strings(left)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _plain_strings(body)
            yield from _plain_strings(orelse)
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            yield from _plain_strings(text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates(path):
    if path.name not in STATIC:
        assert said_in_template(path.read_text()) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_python(path):
    assert list(said_in_python(path.read_text(), api="api" in path.with_suffix("").parts)) == []


def test_templates_that_speak_know_how():
    """A template that translates loads i18n, for Django would fail only when the tag is reached."""
    for path in TEMPLATES:
        text = path.read_text()
        if re.search(r"{%\s*(block)?trans(late)?\b", text):
            assert re.search(r"{%\s*load\b[^%]*\bi18n\b", text), path


@pytest.mark.parametrize(
    "text",
    [
        "<p>Hello</p>",
        '<i lang="en">English</i> spoken',
        "{% if x %}yes{% endif %}",
        '<img alt="A picture">',
        '<nav aria-label="Pages"></nav>',
        '<input placeholder="Name">',
        '<input type="submit" value="Send">',
        '{{ name|default:"nobody" }}',
        "{{ there|yesno:'yes,no' }}",
        '{{ held_on|date:"j F Y" }}',
        "{% blocktranslate with n=name|default:'nobody' %}{{ n }}{% endblocktranslate %}",
    ],
)
def test_it_finds_what_a_template_says(text):
    assert said_in_template(text)


@pytest.mark.parametrize(
    "text",
    [
        "{% translate 'Hello' %}",
        "{% blocktranslate count n=n %}one{% plural %}{{ n }} many{% endblocktranslate %}",
        '<img alt="{% translate "A picture" %}"> · 1/2 ▲',
        "{# a note #}{% comment %}a note{% endcomment %}",
        "<b>Headtable</b>",
        "<pre>curl -H <b>Accept</b></pre><code>GET</code>",
        '<ul lang="en"><li>How many</li><ul><li>More</li></ul><li>Less</li></ul>',
        '<p class="soft {% if x %}big{% endif %}">{{ name }}</p>',
        '{{ at|date:"H:i" }} {{ at|date:"DATE_FORMAT" }} {{ at|date:_("j F Y") }} {{ n|default:"–" }}',
    ],
)
def test_it_passes_what_is_translated(text):
    assert said_in_template(text) == []


@pytest.mark.parametrize(
    "source",
    [
        'RuleError("f", "No.")',
        'raise StaleError("f", f"No {x}")',
        'errors.RuleError("f", "No %(x)s." % x)',
        'CharField(label="Name")',
        'CharField(error_messages={"required": "No"})',
        'messages.error(request, "No" if x else _("Yes"))',
        'form.add_error("f", "No".format())',
        'ChoiceField(choices=[("a", "First")])',
        'HttpResponse("Not now.", status=503)',
        '@admin.display(description="Members")\ndef members(): ...',
    ],
)
def test_it_finds_what_python_says(source):
    assert list(said_in_python(source))


def test_it_says_in_which_line():
    assert said_in_template("<p>\n{% if x\n %}\n  Hello</p>") == ["4: Hello"]


@pytest.mark.parametrize(
    "source",
    [
        'RuleError("f", _("No."))',
        "RuleError(f, message)",
        'CharField(label=_("Name"))',
        'logger.error("x", "No")',
        'OpenApiParameter("n", description="How many")',
        "HttpResponse(status=503)",
    ],
)
def test_it_passes_what_python_marks(source):
    assert list(said_in_python(source)) == []
