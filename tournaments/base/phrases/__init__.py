"""Sentences that depend on the format or on the kind of play.

The code contains the sentence of a progressive evening with counters. Each format and each kind of play has a
file with its different sentences. Sentences that are not in the file are as in its family, or unchanged.
"""

from collections.abc import Mapping

from django.utils.translation import gettext

from tournaments.base.phrases import drawn, games, knockout, ladder, points, recorded, swiss, together
from tournaments.core.evening import Play
from tournaments.core.variants import Variant

OF_VARIANTS: Mapping[str, Mapping[str, str]] = {
    "games": games.PHRASES,
    "drawn": drawn.PHRASES,
    "recorded": recorded.PHRASES,
    "swiss": swiss.PHRASES,
    "knockout": knockout.PHRASES,
    "ladder": ladder.PHRASES,
    "points": points.PHRASES,
    "together": together.PHRASES,
}


def phrase(play: Play, text: str) -> str:
    """Return the sentence for this format and kind of play, in the reader's language; "": show nothing."""
    variant = _find_variant(play.kind, _find_variant(play.format, text))
    return gettext(variant) if variant else ""


def _find_variant(variant: Variant, text: str) -> str:
    for name in variant.names:
        if text in OF_VARIANTS.get(name, {}):
            return OF_VARIANTS[name][text]
    return text
