"""Names as places without room for the whole have them: the one rule for the hall, phones and pages. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _words(
    "dame doctor doktor dr frau fr. herr hr. miss mme monsieur madame mr mrs ms mx prof professor rev sir "
    "dipl.-ing ing. mag."
)
DEGREES = _words("dr em h.c habil hc ing iur jur med mult nat oec phil pol prof rer")
"""Words that belong to a title before them: "Prof. Dr. med."."""
DEGREES_BEHIND = _words("ba bsc dds llb llm ma mba md msc obe phd ra")
"""Degrees behind a name, without their stops: "Anna Berg, M.A."."""
PARTICLES = _words(
    "af al aus ben bin bint da dal das de degli dei del dela della delle den der des di do dos du el ibn la "
    "las le los op 't 's te ten ter thoe und van vande vanden vander vom von zu zum zur"
)
"""Words that belong to a last name behind them."""
NUMERALS = _words("II III IV VI VII VIII 2nd 3rd 4th")
SUFFIXES = _words("jr jun junior sr sen senior esq")
LAST_BEGINS = re.compile(r"(?:[dDlLoO]|[dD]all|[dD]ell)['’ʼ]|[aAeE]l-|Ma?c(?=[A-ZÀ-Þ])")
"""What stands before the first letter of a last name: "O'B.", "McD.", "al-F."."""


def first_sign(text: str) -> str:
    """What a reader takes for one sign: with its accents, and all that is joined to an emoji."""
    end = 1
    while end < len(text):
        sign, before = text[end], text[end - 1]
        flag = end == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in text[:2])
        toned = "\U0001f3fb" <= sign <= "\U0001f3ff"
        joined = "\u200d" in (sign, before)
        if not (flag or toned or joined or unicodedata.category(sign) in {"Mn", "Mc", "Me"}):
            break
        end += 1
    return text[:end]


@dataclass(frozen=True)
class NameParts:
    """A name without its titles: "Dr. Alexander van der Bellen Jr." is Alexander, van der, Bellen, Jr.

    A single name has only ``first``.
    """

    first: str
    particles: tuple[str, ...] = ()
    last: str = ""
    suffix: tuple[str, ...] = ()

    def shortened(self, letters: int) -> str:
        """Return the name with so many letters of the last name: "Alexander van der B. Jr."."""
        start = _start(self.last, letters)
        stop = "" if start == self.last or start.endswith(".") else "."
        last = (start + stop,) if start else ()
        return " ".join((self.first, *self.particles, *last, *self.suffix))


def name_parts(name: str) -> NameParts:
    """Return the parts of "Anna Berg" or "Berg, Anna"."""
    suffix = list[str]()
    start, *rest = [part.split() for part in name.split(",")]
    begins = _without_titles(start) or start  # somebody's last name is Herr
    least = 2 if not rest and begins[1:] and begins[1].casefold() in SUFFIXES else 1
    parts = [_without_suffix(begins, suffix, least)]
    parts += [_without_suffix(_without_titles(part), suffix, 0) for part in rest]
    family, *given = [part for part in parts if part] or [[name]]
    first, *words = [*(word for part in given for word in part), *family]
    if len(words) > 1 and not suffix and len(words[-1].rstrip(".")) == 1:
        suffix.append(words.pop())  # the letter that tells "Anna Berg B" from another
    last, particles = "".join(words[-1:]), list[str]()
    for word in reversed(words[:-1]):
        if word.casefold() not in PARTICLES:
            break
        particles.insert(0, word)
    return NameParts(first, tuple(particles), last, tuple(suffix))


def _without_titles(words: list[str]) -> list[str]:
    at = 0
    while at < len(words):
        word = words[at].casefold()
        if not {word, word.rstrip(".")} & TITLES and not (at and word.rstrip(".") in DEGREES):
            break
        at += 1
    return words[at:]


def _without_suffix(words: list[str], suffix: list[str], least: int) -> list[str]:
    """Move "Jr.", "III", numbers and "(Guest)" from the end of the words to ``suffix``; drop degrees.

    So many words as ``least`` stay: the last name of Amartya Sen is Sen.
    """
    words, behind = words.copy(), list[str]()
    while len(words) > least and ((degree := _is_degree(words[-1])) or _is_suffix(words[-1])):
        word = words.pop()
        behind[:0] = [] if degree else [word]
    suffix[:0] = behind
    return words


def _is_degree(word: str) -> bool:
    """Return whether this is a degree: "PhD" or "M.A.", but not the last name "Ma"."""
    return word.replace(".", "").casefold() in DEGREES_BEHIND and sum(map(str.isupper, word)) > 1


def _is_suffix(word: str) -> bool:
    bare = word.strip("()")
    return (
        word in NUMERALS
        or bare.isdecimal()
        or word.rstrip(".").casefold() in SUFFIXES
        or (bare != word and word.startswith("(") and word.endswith(")"))
    )


def _start(word: str, letters: int) -> str:
    """Return the first letters of a last name, each with its marks, and what stands before them."""
    begins = LAST_BEGINS.match(word)
    end = begins.end() if begins and begins.end() < len(word) else 0
    for _letter in range(letters):
        end += len(first_sign(word[end:])) if end < len(word) else 0
    return word[:end]


def first_name(name: str) -> str:
    """Return the first name: "Dr. Anna Berg" and "Berg, Anna" are both "Anna"."""
    return name_parts(name).first


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return the short form of each name: "Alexander van der Bellen" is "Alexander van der B.".

    Last names have as many letters as tell everybody apart. The name is whole if that is not longer, or if
    no short form differs from all other names, whole or short.
    """
    shown = {name: name for name in names}
    left = {name: name_parts(name) for name in shown}
    whole, taken = Counter(map(_alike_key, shown)), set[str]()
    for letters in range(1, max(map(len, shown), default=0) + 1):
        tried = {name: parts.shortened(letters) for name, parts in left.items()}
        often = Counter(map(_alike_key, tried.values()))
        for name, short in tried.items():
            key = _alike_key(short)
            others = often[key] - 1 + whole[key] - (key == _alike_key(name)) + (key in taken)
            if not others:
                shown[name] = short if len(short) < len(name) else name
                taken.add(key)
                del left[name]
    return shown


def _alike_key(name: str) -> str:
    """Return what two names share if a reader could take one for the other."""
    return unicodedata.normalize("NFKC", name).casefold().replace(".", "")
