"""Names of people: parsed, shortened, cleaned, compared, and made public for strangers. Pure.

Also names of roles, the order of names and evenings, and letters without case and accents, for a search.
Halls, phones and pages all shorten names by ``shorten_names``.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHOOSE_ONE, ENTER_NAME

MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Combining accents and points, as ranges of characters."""
LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ħ": "h",
    "ŧ": "t",
    "ŋ": "n",
    "ʼ": "'",
    "’": "'",
    "‘": "'",
    "`": "'",
    "‐": "-",
    "–": "-",
}
"""Letters that a search finds under other letters."""
_MARKS, _LETTERS = re.compile(f"[{MARKS}]"), str.maketrans(LETTERS)


def fold(name: str) -> str:
    """Return the name's form for search and sorting, without case and accents: Özil under o, Łukasz under l.

    Different people can have the same form; ``name_key`` decides who is the same person. SQL
    (``accounts.database.folding``) and the browser (static/js/names.js) calculate the same form.
    """
    return _MARKS.sub("", unicodedata.normalize("NFKD", name)).casefold().translate(_LETTERS)


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _split_words(
    "dame doctor doktor dr frau fr. herr hr. miss mme monsieur madame mr mrs ms mx prof professor rev sir "
    "dipl.-ing ing. mag."
)
DEGREES = _split_words("dr em h.c habil hc ing iur jur med mult nat oec phil pol prof rer")
"""Words that belong to a title before a name: "Prof. Dr. med."."""
DEGREES_BEHIND = _split_words("ba bsc dds llb llm ma mba md msc obe phd ra")
"""Degrees after a name, without full stops: "Anna Berg, M.A."."""
PARTICLES = _split_words(
    "af al aus ben bin bint da dal das de degli dei del dela della delle den der des di do dos du el ibn la "
    "las le los op 't 's te ten ter thoe und van vande vanden vander vom von zu zum zur"
)
"""Words that belong to the last name after them."""
NUMERALS = _split_words("II III IV VI VII VIII 2nd 3rd 4th")
SUFFIXES = _split_words("jr jun junior sr sen senior esq")
LAST_BEGINS = re.compile(r"(?:[dDlLoO]|[dD]all|[dD]ell)['’ʼ]|[aAeE]l-|Ma?c(?=[A-ZÀ-Þ])")
"""Beginnings of a last name before its first letter: "O'B.", "McD.", "al-F."."""


def take_first_sign(text: str) -> str:
    """Return the first character as a reader sees it: with its accents, or a whole joined emoji."""
    end = 1
    while end < len(text):
        sign, before = text[end], text[end - 1]
        flag = end == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in text[:2])
        toned = "\U0001f3fb" <= sign <= "\U0001f3ff"
        is_joined = "\u200d" in (sign, before)
        if not (flag or toned or is_joined or unicodedata.category(sign) in {"Mn", "Mc", "Me"}):
            break
        end += 1
    return text[:end]


@dataclass(frozen=True)
class NameParts:
    """A name's parts without titles: "Dr. Alexander van der Bellen Jr." is Alexander, van der, Bellen, Jr.

    A single name has only ``first``.
    """

    first: str
    particles: tuple[str, ...] = ()
    last: str = ""
    suffix: tuple[str, ...] = ()

    def shorten(self, letters: int) -> str:
        """Return the name with so many ``letters`` of the last name: "Alexander van der B. Jr."."""
        start = _take_letters(self.last, letters)
        stop = "" if start == self.last or start.endswith(".") else "."
        last = (start + stop,) if start else ()
        return " ".join((self.first, *self.particles, *last, *self.suffix))


def split_name(name: str) -> NameParts:
    """Return the parts of "Anna Berg" or "Berg, Anna"."""
    suffix = list[str]()
    start, *rest = [part.split() for part in name.split(",")]
    begins = _drop_titles(start) or start  # Herr can be a last name
    least = 2 if not rest and begins[1:] and begins[1].casefold() in SUFFIXES else 1
    parts = [_move_suffix(begins, suffix, least)]
    parts += [_move_suffix(_drop_titles(part), suffix, 0) for part in rest]
    family, *given_names = [part for part in parts if part] or [[name]]
    first, *words = [*(word for part in given_names for word in part), *family]
    if len(words) > 1 and not suffix and len(words[-1].rstrip(".")) == 1:
        suffix.append(words.pop())  # the letter that tells "Anna Berg B" from another Anna Berg
    last, particles = "".join(words[-1:]), list[str]()
    for word in reversed(words[:-1]):
        if word.casefold() not in PARTICLES:
            break
        particles.insert(0, word)
    return NameParts(first, tuple(particles), last, tuple(suffix))


def _drop_titles(words: list[str]) -> list[str]:
    start = 0
    while start < len(words):
        word = words[start].casefold()
        if not {word, word.rstrip(".")} & TITLES and not (start and word.rstrip(".") in DEGREES):
            break
        start += 1
    return words[start:]


def _move_suffix(words: list[str], suffix: list[str], least: int) -> list[str]:
    """Move "Jr.", "III", numbers and "(Guest)" from the end of the words to ``suffix``; drop degrees.

    At least ``least`` words stay: the last name of Amartya Sen is Sen.
    """
    words, suffixes = words.copy(), list[str]()
    while len(words) > least and ((degree := _is_degree(words[-1])) or _is_suffix(words[-1])):
        word = words.pop()
        suffixes[:0] = [] if degree else [word]
    suffix[:0] = suffixes
    return words


def _is_degree(word: str) -> bool:
    """Return whether the word is a degree: "PhD" or "M.A.", but not the last name "Ma"."""
    return word.replace(".", "").casefold() in DEGREES_BEHIND and sum(map(str.isupper, word)) > 1


def _is_suffix(word: str) -> bool:
    bare = word.strip("()")
    return (
        word in NUMERALS
        or bare.isdecimal()
        or word.rstrip(".").casefold() in SUFFIXES
        or (bare != word and word.startswith("(") and word.endswith(")"))
    )


def _take_letters(word: str, letters: int) -> str:
    """Return the first ``letters`` of a last name with their accents, after a beginning such as "O'"."""
    begins = LAST_BEGINS.match(word)
    end = begins.end() if begins and begins.end() < len(word) else 0
    for _letter in range(letters):
        end += len(take_first_sign(word[end:])) if end < len(word) else 0
    return word[:end]


def find_first_name(name: str) -> str:
    """Return the first name: "Dr. Anna Berg" and "Berg, Anna" are both "Anna"."""
    return split_name(name).first


def shorten_names(names: Iterable[str]) -> dict[str, str]:
    """Return the short form of each name: "Alexander van der Bellen" is "Alexander van der B.".

    Last names get as many letters as tell everybody apart. A name stays whole if the whole name is not
    longer, or if no short form differs from all other names, short or whole.
    """
    shorts = {name: name for name in names}
    parts_of = {name: split_name(name) for name in shorts}
    whole, used_keys = Counter(map(_make_alike_key, shorts)), set[str]()
    for letters in range(1, max(map(len, shorts), default=0) + 1):
        tried = {name: parts.shorten(letters) for name, parts in parts_of.items()}
        often = Counter(map(_make_alike_key, tried.values()))
        for name, short in tried.items():
            key = _make_alike_key(short)
            rivals = often[key] - 1 + whole[key] - (key == _make_alike_key(name)) + (key in used_keys)
            if not rivals:
                shorts[name] = short if len(short) < len(name) else name
                used_keys.add(key)
                del parts_of[name]
    return shorts


def _make_alike_key(name: str) -> str:
    """Return a key that two names share if a reader could confuse them."""
    return unicodedata.normalize("NFKC", name).casefold().replace(".", "")


LONGEST = 60
LONGEST_ROLE = 30
MOST_ROLES = 6
MOST_INITIALS = 4
BY_NAME, BY_INITIALS, BY_ANOTHER = "name", "initials", "other"
"""How people are named in the hall; the values of ``models.Public``."""
MAIL = re.compile(
    r"<[^<>]*[@＠][^<>]*>"
    r"|[(\[]?\s*(?:mailto:)?(?:\"[^\"]*\"|[^\s<>()\[\],;:\"@]+)[@＠][^\s<>()\[\],;\"]*\s*[)\]]?",
    re.IGNORECASE,
)
"""A mail address, with the brackets around it."""
BY_FIRST, EACH = "first", "each"
"""Further ways to name people on published pages; the values of ``models.NamesShown``."""
TWO_STOPS = re.compile(r"(?<=\w)\.\.(?!\.)")  # after a name that ends in a stop, such as “Jo B.”


def drop_double_stop(text: str) -> str:
    """Return the text with one stop where a name's own stop is followed by another one."""
    return TWO_STOPS.sub(".", text) if ".." in text else text


def clean_name(text: str, field: str = "name") -> str:
    """Return the name with its white space tidied.

    RuleError at ``field`` if it is empty, has over 60 characters, or has characters that cannot be shown.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RuleError(field, ENTER_NAME)
    if len(name) > LONGEST:
        raise RuleError(
            field,
            _("“%(start)s…” has %(length)s characters. Enter at most %(most)s."),
            start=name[:20],
            length=len(name),
            most=LONGEST,
        )
    refuse_unshown(name, field)
    return name


def refuse_unshown(text: str, field: str) -> None:
    """Refuse control characters and marks that change text direction (RuleError at ``field``).

    These marks are U+202E and others of category Cf. Joiners inside emoji are allowed.
    """
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c not in "\u200c\u200d" for c in text):
        printable = "".join(c if c.isprintable() else "\ufffd" for c in text[:LONGEST])
        raise RuleError(
            field, _("“%(text)s” contains a character that cannot be shown. Remove it."), text=printable
        )


def remove_mail_addresses(text: str) -> str:
    """Return the text without mail addresses and the brackets around them."""
    if "@" not in text.replace("＠", "@") or not MAIL.search(text):
        return text
    rest = re.sub(r"[ \xa0]+(?=[,;])", "", re.sub(r" {2,}", " ", MAIL.sub(" ", text)))
    return re.sub(r"([,;])[,;]+", r"\1", rest).strip(" ,;-–—|:\xa0")


def clean_person(text: str, field: str = "name") -> str:
    """Return the cleaned name of a person. Refuse a mail address in it: other people read names."""
    if remove_mail_addresses(text) != text:
        raise RuleError(field, _("A name cannot contain an e-mail address. Remove it."))
    return clean_name(text, field)


def clean_roles(text: str) -> tuple[str, ...]:
    """Return the roles' names as typed: one in each line, or separated by commas."""
    parts = (" ".join(unicodedata.normalize("NFC", part).split()) for part in re.split(r"[,\n]", text))
    return tuple(part for part in parts if part)


def refuse_roles(roles: Sequence[str]) -> None:
    """Refuse roles that are too many, too long, empty, equal, or cannot be shown."""
    if len(set(map(name_key, roles))) != len(roles) or not all(roles):
        raise RuleError("roles", _("Two roles have the same name. Change one of them."))
    for role in roles:
        refuse_unshown(role, "roles")
    if len(roles) > MOST_ROLES or any(len(role) > LONGEST_ROLE for role in roles):
        raise RuleError(
            "roles",
            _("Enter at most %(roles)s roles, each with at most %(letters)s characters."),
            roles=MOST_ROLES,
            letters=LONGEST_ROLE,
        )


def map_renamed_roles(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Map each removed role to the new role at its position, or to ""."""
    new = [role if role not in before else "" for role in after]
    return {
        role: new[place] if place < len(new) else "" for place, role in enumerate(before) if role not in after
    }


def name_key(name: str) -> str:
    """Return a key that two names share if people would call them the same name."""
    return unicodedata.normalize("NFKC", name).casefold()


def make_sort_key(name: str) -> tuple[str, str]:
    """Return the sort key of a name: its folded letters, then its exact spelling."""
    return fold(name), name


def evening_order(name: str) -> tuple[tuple[str | int, ...], str]:
    """Return the sort key of evenings of one day: “Evening 2” comes before “Evening 10”."""
    parts = re.split(r"([0-9]+)", fold(name))
    return tuple(int(part) if n % 2 else part for n, part in enumerate(parts)), name


def make_initials(name: str) -> str:
    """Return the first letter of each word, at most four: "Anna-Maria O'Brien" is "A. O.".

    For a word without a letter, its first character is used, which can be a whole emoji.
    """
    return " ".join(map(_make_initial, name.split()[:MOST_INITIALS]))


def pick_initials(name: str) -> str:
    """Return two letters for a small picture: of the first word and of the last."""
    letters = [_make_initial(word).rstrip(".") for word in name.split()]
    return "".join(letters[:1] + letters[1:][-1:])


def _make_initial(word: str) -> str:
    first = next((n for n, sign in enumerate(word) if sign.isalnum()), None)
    if first is None:
        return take_first_sign(word)
    letter = take_first_sign(word[first:])
    return letter.upper() + "." if len(letter.upper()) == len(letter) else letter + "."


def choose_public_name(name: str, choice: str, own: str, club_how: str) -> str:
    """Return a person's public name: by the person's ``choice`` and ``own`` name, else the club's way."""
    choice = choice or club_how
    if choice == BY_ANOTHER and own:
        return own
    if choice == BY_FIRST:
        return find_first_name(name)
    return name if choice == BY_NAME else make_initials(name)


def list_name_choices(club_how: str) -> tuple[str, ...]:
    """Return how the club's published pages can name people. The first is the default, never full names."""
    return (BY_INITIALS, EACH) if club_how == BY_INITIALS else (BY_FIRST, BY_INITIALS, EACH, BY_NAME)


def choose_names_shown(choice: str, before: str, club_how: str) -> str:
    """Return how a published page names people: as chosen, else as before, else the default.

    RuleError at ``names`` if the club does not offer the choice.
    """
    offered = list_name_choices(club_how)
    if choice in (BY_FIRST, BY_NAME) and choice not in offered:
        raise RuleError("names", _("The club shows initials. Choose initials or each player’s choice."))
    if choice and choice not in offered:
        raise RuleError("names", CHOOSE_ONE)
    return choice or (before if before in offered else offered[0])


def choose_published_form(choice: str, club_how: str, page_names: str) -> str:
    """Return how a published page names a person. ``page_names`` is the club's choice for the page.

    The page never shows more than the person chose, or the club if the person chose nothing. It shows the
    full name in two cases: the page shows full names, or the page follows each person's choice of the full
    name.
    """
    choice = choice or (BY_INITIALS if club_how == BY_INITIALS else "")
    if choice in (BY_INITIALS, BY_ANOTHER):
        return choice
    return (choice or BY_FIRST) if page_names == EACH else page_names


def make_name_entry(
    person: int, name: str, choice: str, own: str, forgotten: object
) -> tuple[int, str, str, str]:
    """Return the tuple for ``make_public_names``. The substitute for a removed name is shown as it is."""
    return (person, name, BY_ANOTHER, name) if forgotten else (person, name, choice, own)


def make_public_names(
    people: Iterable[tuple[int, str, str, str]], club_how: str, page_names: str = ""
) -> dict[int, str]:
    """Return distinct public names of people who are together. Each person is (id, name, choice, own).

    ``page_names``: how a published page names people. Equal first names get the first letter of the last
    name, then numbers. A whole name never gets a number. Of other equal names, the first has none.
    """
    everybody = [
        (person, name, choose_published_form(choice, club_how, page_names) if page_names else choice, own)
        for person, name, choice, own in people
    ]
    names = {
        person: choose_public_name(name, choice, own, club_how) for person, name, choice, own in everybody
    }
    often = Counter(map(name_key, names.values()))
    for person, name, choice, _own in everybody:
        if choice == BY_FIRST and often[name_key(names[person])] > 1:
            names[person] = replace(split_name(name), particles=()).shorten(1)
    return _number_equal_names(
        names, {person for person, name, _choice, _own in everybody if names[person] == name}
    )


def _number_equal_names(names: dict[int, str], unnumbered: Collection[int]) -> dict[int, str]:
    """Tell equal names apart by numbers. The names of people in ``unnumbered`` do not change."""
    numbered, keys = dict(names), {name_key(names[person]) for person in unnumbered}
    for person in (person for person in names if person not in unnumbered):
        number = 1
        while name_key(numbered[person]) in keys:
            number += 1
            suffix = f" {number}"
            numbered[person] = names[person][: LONGEST - len(suffix)].rstrip() + suffix
        keys.add(name_key(numbered[person]))
    return numbered


def find_free_name(name: str, names: Iterable[str]) -> str:
    """Return the name, with a number after it if ``names`` has the same name."""
    keys, number, free = set(map(name_key, names)), 1, name
    while name_key(free) in keys:
        number += 1
        free = f"{name} {number}"
    return free


def replace_names(text: str, names: Mapping[str, str]) -> str:
    """Return the text with each whole-word name replaced.

    A longer name is replaced before a name that is part of it.
    """
    longest = sorted((name for name in names if name), key=len, reverse=True)
    if not any(name in text for name in longest):
        return text
    words = "|".join(map(re.escape, longest))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda match: names[match[0]], text)
