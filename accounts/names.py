"""Names as people write them: cleaned, compared, and shortened for strangers. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.folding import folded
from accounts.refusals import CHOOSE_ONE, ENTER_NAME
from accounts.short_names import first_name, first_sign, name_parts

LONGEST = 60
LONGEST_ROLE = 30
MOST_ROLES = 6
MOST_INITIALS = 4
BY_NAME, BY_INITIALS, BY_ANOTHER = "name", "initials", "other"
"""How people are called in the hall; the values of ``models.Public``."""
MAIL = re.compile(
    r"<[^<>]*[@＠][^<>]*>"
    r"|[(\[]?\s*(?:mailto:)?(?:\"[^\"]*\"|[^\s<>()\[\],;:\"@]+)[@＠][^\s<>()\[\],;\"]*\s*[)\]]?",
    re.IGNORECASE,
)
"""A mail address, with the brackets around it."""
BY_FIRST, EACH = "first", "each"
"""How people are called on published pages, besides; the values of ``models.NamesShown``."""
TWO_STOPS = re.compile(r"(?<=\w)\.\.(?!\.)")  # of a name that ends in one, such as “Jo B.”


def one_stop(text: str) -> str:
    """Return the text without the second stop after a name that ends with one."""
    return TWO_STOPS.sub(".", text) if ".." in text else text


def clean_name(text: str, field: str = "name") -> str:
    """The name with its white space tidied.

    Refuses an empty one, one over 60 characters, and characters that cannot be shown.
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
    """Refuse what cannot be shown or stored: control characters, and marks that turn text around.

    Those marks are U+202E and its kin, in Cf; joiners inside emoji are kept.
    """
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c not in "\u200c\u200d" for c in text):
        shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:LONGEST])
        raise RuleError(
            field, _("“%(text)s” contains a character that cannot be shown. Remove it."), text=shown
        )


def without_mail(text: str) -> str:
    """Return the text without mail addresses and the brackets around them."""
    if "@" not in text.replace("＠", "@") or not MAIL.search(text):
        return text
    rest = re.sub(r"[ \xa0]+(?=[,;])", "", re.sub(r" {2,}", " ", MAIL.sub(" ", text)))
    return re.sub(r"([,;])[,;]+", r"\1", rest).strip(" ,;-–—|:\xa0")


def clean_person(text: str, field: str = "name") -> str:
    """Return the cleaned name of a person. Refuse a mail address in it: others would read it."""
    if without_mail(text) != text:
        raise RuleError(field, _("A name cannot contain an e-mail address. Remove it."))
    return clean_name(text, field)


def clean_roles(text: str) -> tuple[str, ...]:
    """The roles' names as they were typed: one to a line, or with commas between them."""
    parts = (" ".join(unicodedata.normalize("NFC", part).split()) for part in re.split(r"[,\n]", text))
    return tuple(part for part in parts if part)


def refuse_roles(roles: Sequence[str]) -> None:
    """Refuse roles that nobody could tell apart, show or store."""
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


def renamed_roles(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """What became of each role that is not there any more: the new one in its place, or nothing."""
    new = [role if role not in before else "" for role in after]
    return {
        role: new[place] if place < len(new) else "" for place, role in enumerate(before) if role not in after
    }


def name_key(name: str) -> str:
    """What two names share when people would call them the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_order(name: str) -> tuple[str, str]:
    """Return what names are sorted by: their letters, then how exactly they are written."""
    return folded(name), name


def evening_order(name: str) -> tuple[tuple[str | int, ...], str]:
    """Return what evenings of one day are sorted by: “Evening 2” comes before “Evening 10”."""
    parts = re.split(r"([0-9]+)", folded(name))
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts)), name


def initials(name: str) -> str:
    """The first letter of each word, four at most: "Anna-Maria O'Brien" is "A. O.".

    A word without a letter is its first sign, which may be a whole emoji.
    """
    return " ".join(map(_initial, name.split()[:MOST_INITIALS]))


def _initial(word: str) -> str:
    first = next((at for at, sign in enumerate(word) if sign.isalnum()), None)
    if first is None:
        return first_sign(word)
    letter = first_sign(word[first:])
    return letter.upper() + "." if len(letter.upper()) == len(letter) else letter + "."


def public_name(name: str, how: str, own: str, club_how: str) -> str:
    """What strangers read of somebody: as the person has it (``how``, ``own``), else as the club has it."""
    how = how or club_how
    if how == BY_ANOTHER and own:
        return own
    if how == BY_FIRST:
        return first_name(name)
    return name if how == BY_NAME else initials(name)


def names_offered(club_how: str) -> tuple[str, ...]:
    """Return how a published page of the club may call people. The first is usual: never the full name."""
    return (BY_INITIALS, EACH) if club_how == BY_INITIALS else (BY_FIRST, BY_INITIALS, EACH, BY_NAME)


def names_to_show(asked: str, before: str, club_how: str) -> str:
    """Return how a published page calls people: as asked, else as before, else as usual.

    Refuse what the club does not offer (RuleError at ``names``).
    """
    offered = names_offered(club_how)
    if asked in (BY_FIRST, BY_NAME) and asked not in offered:
        raise RuleError("names", _("The club shows initials. Choose initials or each player’s choice."))
    if asked and asked not in offered:
        raise RuleError("names", CHOOSE_ONE)
    return asked or (before if before in offered else offered[0])


def published_how(how: str, club_how: str, shown: str) -> str:
    """Return how a published page calls somebody, of which the club has chosen the names that are ``shown``.

    The page shows no more than the person wants, or the club if the person chose nothing. The full name is
    shown if the page shows full names, or if it shows each person's choice and that is theirs.
    """
    how = how or (BY_INITIALS if club_how == BY_INITIALS else "")
    if how in (BY_INITIALS, BY_ANOTHER):
        return how
    return (how or BY_FIRST) if shown == EACH else shown


def as_called(who: int, name: str, how: str, own: str, forgotten: object) -> tuple[int, str, str, str]:
    """Return what ``public_names`` asks of somebody. What stands for a removed name is shown as it is."""
    return (who, name, BY_ANOTHER, name) if forgotten else (who, name, how, own)


def public_names(
    people: Iterable[tuple[int, str, str, str]], club_how: str, shown: str = ""
) -> dict[int, str]:
    """The public names of people who are together, each (who, name, how, own), told apart.

    ``shown``: how a published page calls them. Equal first names get the first letter of the last name. Then
    numbers: who goes by the name keeps it; of others who are called the same the first has no number.
    """
    everybody = [
        (who, name, published_how(how, club_how, shown) if shown else how, own)
        for who, name, how, own in people
    ]
    called = {who: public_name(name, how, own, club_how) for who, name, how, own in everybody}
    often = Counter(map(name_key, called.values()))
    for who, name, how, _own in everybody:
        if how == BY_FIRST and often[name_key(called[who])] > 1:
            called[who] = replace(name_parts(name), particles=()).shortened(1)
    return _numbered(called, {who for who, name, _how, _own in everybody if called[who] == name})


def _numbered(called: dict[int, str], named: Collection[int]) -> dict[int, str]:
    """Tell equal names apart by numbers; those of ``named`` are their own and stay."""
    shown, taken = dict(called), {name_key(called[who]) for who in named}
    for who in (who for who in called if who not in named):
        number = 1
        while name_key(shown[who]) in taken:
            number += 1
            behind = f" {number}"
            shown[who] = called[who][: LONGEST - len(behind)].rstrip() + behind
        taken.add(name_key(shown[who]))
    return shown


def first_free(name: str, taken: Iterable[str]) -> str:
    """The name; with a number behind it where somebody is called so already."""
    known, number, free = set(map(name_key, taken)), 1, name
    while name_key(free) in known:
        number += 1
        free = f"{name} {number}"
    return free


def without_names(text: str, names: Mapping[str, str]) -> str:
    """The text with each of the names, where it stands as a word of its own, put by another one.

    A longer name goes before one that is part of it.
    """
    longest = sorted((name for name in names if name), key=len, reverse=True)
    if not any(name in text for name in longest):
        return text
    words = "|".join(map(re.escape, longest))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda found: names[found[0]], text)
