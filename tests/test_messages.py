"""The catalogs of the translators: as the program speaks today, compiled as written, and sound."""

import re
from collections import Counter
from functools import cache

import polib
import pytest
from django.conf import settings

from tests import messages
from tests.messages import Message

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != messages.SOURCE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%%|</?\w+[^>]*>|(?<!\w)[▲▼]")
TOLD = re.compile(r"(?:^|[.?!] )(?:Ask|Choose|Correct|Enter|Leave|Remove|Scan|Set|Tap|Tick) (?!key)[^.]*\.$")
"""A sentence that asks somebody to do something."""


@cache
def found() -> dict[Message, list[str]]:
    return messages.collected()


def catalog(language: str) -> polib.POFile:
    return polib.pofile(str(messages.catalog(language)), wrapwidth=messages.WIDTH)


def key(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def shown(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_holds_what_the_program_says_today(language):
    assert messages.written(messages.anew(catalog(language), found())) == messages.catalog(
        language
    ).read_text(encoding="utf-8"), "python -m tests.messages (make messages) writes it anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_django_reads_is_what_the_translators_wrote(language):
    compiled = polib.mofile(str(messages.catalog(language).with_suffix(".mo")))
    written = {key(entry): shown(entry) for entry in catalog(language) if entry.translated()}
    assert {key(entry): shown(entry) for entry in compiled} == written
    assert compiled.metadata["Plural-Forms"] == catalog(language).metadata["Plural-Forms"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_names_of_its_figures_and_its_signs(language):
    wrong = []
    for entry in catalog(language):
        for number, text in enumerate(shown(entry)):
            said = entry.msgid_plural if entry.msgid_plural and number else entry.msgid
            if text and Counter(PLACEHOLDER.findall(text)) != Counter(PLACEHOLDER.findall(said)):
                wrong.append(f"{said!r} → {text!r}")
    assert not wrong, "\n".join(wrong)


def test_german_tells_nobody_what_to_do_without_sie():
    wrong = [
        f"{entry.msgid!r} → {text!r}"
        for entry in catalog("de")
        for text in filter(None, shown(entry))
        if TOLD.search(entry.msgid) and not re.search(r"\bSie\b", text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_begins_and_ends_as_its_text_does(language):
    """A blank lost at the edge runs two words together; a full stop lost is a sentence without one."""
    wrong = [
        f"{entry.msgid!r} → {text!r}"
        for entry in catalog(language)
        for text in filter(None, shown(entry))
        if text.startswith(" ") != entry.msgid.startswith(" ")
        or text.endswith(" ") != entry.msgid.endswith(" ")
        or text.endswith(".") != entry.msgid.endswith(".")
        or ("\n" in text) != ("\n" in entry.msgid)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_offered_is_complete(language):
    """A language with texts that are not translated, or guessed, is not in ``LANGUAGES``."""
    missing = [entry for entry in catalog(language) if not entry.translated()]
    assert not missing, "\n".join(f"{entry.occurrences[0][0]}: {entry.msgid}" for entry in missing)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("from accounts.errors import gettext_noop as _\n_('No.')", Message("No.")),
        ("from django.utils.translation import gettext_lazy\ngettext_lazy('A' 'B')", Message("AB")),
        ("from django.utils.translation import gettext as noop\nnoop('x') % 1", Message("x")),
        (
            "from django.utils.translation import ngettext\nngettext('%(n)s a', '%(n)s b', n)",
            Message("%(n)s a", "%(n)s b"),
        ),
        ("from django.utils.translation import pgettext\npgettext('to', 'x')", Message("x", context="to")),
    ],
)
def test_it_finds_what_python_marks(source, says):
    assert [message for _, message in messages.in_python(source)] == [says]


def test_it_finds_both_texts_of_a_choice_and_no_name_that_is_not_gettext():
    source = "from django.utils.translation import gettext as _\n_('a' if x else 'b')\nother('c')\n_(d)"
    assert [message.text for _, message in messages.in_python(source)] == ["a", "b"]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("{% translate 'Hello' %}", Message("Hello")),
        ('\n{% trans "Say “a”" as said %}', Message("Say “a”")),
        ('{% translate "D" context "dealer" %}', Message("D", context="dealer")),
        (
            "{% blocktranslate trimmed with n=x %}\n a\n {{ n }}%\n{% endblocktranslate %}",
            Message("a %(n)s%%"),
        ),
        (
            "{% blocktranslate count n=n %}{{ n }} a{% plural %}{{ n }} b{% endblocktranslate %}",
            Message("%(n)s a", "%(n)s b"),
        ),
        ('{{ x|default:_("none") }}', Message("none")),
        ("{% include 'x' with title=_('T') %}", Message("T")),
    ],
)
def test_it_finds_what_a_template_marks(source, says):
    assert [message for _, message in messages.in_template(source)] == [says]


def test_what_was_translated_stays_and_what_nobody_says_any_more_goes():
    old = polib.POFile()
    old += [polib.POEntry(msgid="kept", msgstr="behalten"), polib.POEntry(msgid="gone", msgstr="weg")]
    new = messages.anew(old, {Message("kept"): ["a.py"], Message("new", "new ones"): ["b.py"]})
    assert [(entry.msgid, entry.msgstr) for entry in new] == [("kept", "behalten"), ("new", "")]
    assert new[1].msgstr_plural == {0: "", 1: ""}
