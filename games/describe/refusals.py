"""A refusal in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from accounts.errors import RuleError
from games.describe.figures import cards

CARDS = ("card", "cards")


def refusal(error: RuleError) -> str:
    """What the user is told about a mistake; cards are shown with their suits' signs."""
    shown = {
        key: cards(value) if key in CARDS and isinstance(value, str) else value
        for key, value in error.figures.items()
    }
    return gettext(error.message) % shown if shown else gettext(error.message)
