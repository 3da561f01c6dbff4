"""Collects every text for the translators, and compiles what they wrote: python -m tests.messages.

It needs no gettext tools, only polib. For each language in settings it writes the catalog's .po anew
(what was translated stays, what nobody says any more goes) and the .mo that Django reads beside it.
CONTRIBUTING.md tells how a language is added.
"""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
APPS = ("config", "accounts", "games", "tournaments")
TEMPLATES = ROOT / "templates"
LOCALE = ROOT / "locale"
SOURCE = "en"
WIDTH = 110

# Where each function has its context, its text and its plural.
PLAIN = ("gettext", "gettext_lazy", "gettext_noop")
PLURAL = ("ngettext", "ngettext_lazy")
CONTEXT = ("pgettext", "pgettext_lazy")
CONTEXT_PLURAL = ("npgettext", "npgettext_lazy")
MARKERS = frozenset((*PLAIN, *PLURAL, *CONTEXT, *CONTEXT_PLURAL))
CALL = re.compile(r"\b(n?p?gettext|_)\(")
LITERAL = re.compile(r"""\s*u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')\s*(,?)""", re.DOTALL)


class Message(NamedTuple):
    """A text as the catalog keys it; without a plural or a context these are empty."""

    text: str
    plural: str = ""
    context: str = ""


def aliases(tree: ast.Module) -> dict[str, str]:
    """By what names a module calls gettext's functions: ``_``, ``noop``."""
    return {
        name.asname or name.name: name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name in MARKERS
    }


def texts(node: ast.expr) -> list[str]:
    """The literals that an argument can be; two where a condition picks one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return []


def keyed(function: str, words: list[str]) -> Message:
    """What a call of ``function`` with these literals looks up."""
    if function in CONTEXT:
        return Message(words[1], context=words[0])
    if function in CONTEXT_PLURAL:
        return Message(words[1], words[2], words[0])
    return Message(words[0], words[1] if function in PLURAL else "")


def in_python(source: str) -> Iterator[tuple[int, Message]]:
    """Each text of a module that is marked, by line."""
    tree = ast.parse(source)
    names = aliases(tree)
    for node in ast.walk(tree):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and names.get(node.func.id)
        if not called or not isinstance(node, ast.Call):
            continue
        if called in PLAIN:
            yield from ((node.lineno, Message(text)) for text in texts(node.args[0]))
        elif found := [text for argument in node.args for text in texts(argument)]:
            yield node.lineno, keyed(called, found)


PHRASE = re.compile(r"""\{% phrase [\w.]+ ("[^"]*"|'[^']*')""")


def in_template(source: str) -> Iterator[tuple[int, Message]]:
    """Each text of a template that is marked, by line; Django writes them as calls."""
    for said in PHRASE.finditer(source):
        yield source.count("\n", 0, said.start()) + 1, Message(ast.literal_eval(said[1]))
    calls = templatize(source)
    for call in CALL.finditer(calls):
        words, at = [], call.end()
        while literal := LITERAL.match(calls, at):
            words.append(ast.literal_eval(literal[1]))
            at = literal.end()
            if not literal[2]:
                break
        if words:
            yield calls.count("\n", 0, call.start()) + 1, keyed(call[1].replace("_", "gettext"), words)


def sources() -> Iterator[tuple[Path, Iterator[tuple[int, Message]]]]:
    """Every file that can hold texts, with those that it marks."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, in_python(path.read_text())
    for path in sorted(TEMPLATES.rglob("*.*")):
        yield path, in_template(path.read_text())


def collected() -> dict[Message, list[str]]:
    """Every text of the program, with the files that say it."""
    found: dict[Message, list[str]] = {}
    for path, messages in sources():
        place = path.relative_to(ROOT).as_posix()
        for _, message in messages:
            places = found.setdefault(message, [])
            if place not in places:
                places.append(place)
    return joined(found)


def joined(found: dict[Message, list[str]]) -> dict[Message, list[str]]:
    """A text that is said with a plural somewhere and without elsewhere is one entry: the one with it."""
    plurals = {(each.context, each.text): each for each in found if each.plural}
    whole: dict[Message, list[str]] = {}
    for message, places in found.items():
        entry = plurals.get((message.context, message.text), message)
        whole.setdefault(entry, []).extend(place for place in places if place not in whole[entry])
    return whole


def entry_of(message: Message, places: list[str], known: polib.POEntry | None) -> polib.POEntry:
    """The catalog's entry for a text, with what was translated before."""
    entry = polib.POEntry(
        msgid=message.text,
        msgctxt=message.context or None,
        occurrences=[(place, "") for place in sorted(places)],
        flags=["python-format"] if re.search(r"%\(\w+\)", message.text + message.plural) else [],
    )
    if known is not None:
        entry.tcomment, entry.msgstr = known.tcomment, known.msgstr
    if message.plural:
        entry.msgid_plural = message.plural
        entry.msgstr_plural = dict(known.msgstr_plural) if known is not None else {}
        entry.msgstr_plural = entry.msgstr_plural or {0: "", 1: ""}
        entry.msgstr = ""
    return entry


def catalog(language: str) -> Path:
    """Where a language's catalog is kept; its .mo beside it."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def anew(old: polib.POFile, found: dict[Message, list[str]]) -> polib.POFile:
    """The catalog with the texts of today: what was translated stays, what nobody says goes."""
    known = {(entry.msgctxt or "", entry.msgid): entry for entry in old if not entry.obsolete}
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata, new.header = old.metadata, old.header
    for message in sorted(found, key=lambda each: (sorted(found[each])[0], each)):
        new.append(entry_of(message, found[message], known.get((message.context, message.text))))
    return new


def written(po: polib.POFile) -> str:
    """The catalog as its file holds it."""
    return f"{po}\n"


def main() -> None:
    """Write every language's catalog anew, and compile it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    found = collected()
    for language, _ in settings.LANGUAGES:
        path = catalog(language)
        if language == SOURCE:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        po = anew(polib.pofile(str(path)) if path.exists() else polib.POFile(), found)
        path.write_text(written(po), encoding="utf-8", newline="\n")
        path.with_suffix(".mo").write_bytes(po.to_binary())  # an entry without a translation is left out
        missing = len([entry for entry in po if not entry.translated()])
        print(f"{path.relative_to(ROOT)}: {len(po)} texts, {missing} not translated")


if __name__ == "__main__":
    main()
