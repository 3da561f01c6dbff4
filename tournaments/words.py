"""Reasons and refusals worded for a reader: the sentence in the reader's language, names put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from accounts.errors import RuleError
from tournaments.core.reasons import PEOPLE, SENTENCES, Reason
from tournaments.core.standings import METRIC_KEYS, METRICS

TWO_STOPS = re.compile(r"(?<=\w)\.\.(?!\.)")  # of a name that ends in one, such as “Jo B.”
CARD_KEYS = frozenset({"card", "cards"})
CARD = re.compile(r"\b([2-9TJQKA])([SHDC])\b")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def worded(reason: Reason, names: Mapping[int, str]) -> str:
    """The reason's sentence; ``names`` are the shown names by entry."""
    return sentence(SENTENCES[reason.code], reason.figures, names)


def moved(why: str, figures: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Why somebody changed seats, as it is stored; a move by hand tells the reason that was given."""
    if why == "by_hand":
        return gettext("Moved by the organiser: %(reason)s") % {"reason": figures.get("reason", "")}
    if why == "late":
        return gettext("Came late, and took a free seat.")
    return sentence(SENTENCES[why], figures, names)


def refusal(error: RuleError, names: Mapping[int, str]) -> str:
    """What the user is told about a mistake."""
    return sentence(error.message, error.figures, names)


def sentence(template: str, figures: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The translated sentence with its figures; figures that hold people become their names."""
    shown = {key: _shown(key, value, names) for key, value in figures.items()}
    text = gettext(template) % shown if shown else gettext(template)
    return TWO_STOPS.sub(".", text)


def _shown(key: str, value: Any, names: Mapping[int, str]) -> Any:
    if key in PEOPLE:
        people = value if isinstance(value, (tuple, list)) else (value,)
        return ", ".join(names.get(entry, "?") for entry in people)
    if key in METRIC_KEYS and value in METRICS:
        return gettext(METRICS[value].title)
    if key in CARD_KEYS and isinstance(value, str):
        return cards(value)
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def plain(amount: int | None) -> str:
    """Counters with a proper minus, or a dash where nobody knows."""
    return "–" if amount is None else str(amount).replace("-", "−")


def signed(amount: int | None) -> str:
    """What was won or lost: +12, −4, 0, or a dash where nobody knows."""
    return f"{amount:+d}".replace("-", "−") if amount else plain(amount)


def cards(text: str) -> str:
    """Cards as people read them: ``TD KS`` is 10♦ K♠."""
    return CARD.sub(lambda card: ("10" if card[1] == "T" else card[1]) + SUIT_SIGNS[card[2]], text)
