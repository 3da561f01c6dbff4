"""The bell of an evening as it is stored."""

from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, limits_in, preview_of
from tournaments.core.movement.chairs import Limits
from tournaments.models import Evening


def limits_of(evening: Evening) -> Limits:
    """How few and how many may sit at a table of the evening, by hand."""
    return limits_in(evening.play)


def bell_preview(evening: Evening, facts: Facts, number: int) -> Preview:
    """Who moves at the bell of round ``number``, why, and what must be cut or counted first."""
    return preview_of(facts, number)
