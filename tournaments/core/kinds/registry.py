"""Every kind of play: what can be recorded at a table."""

from games.rules.ruleset import Ruleset
from tournaments.core.evening import ScoringKind
from tournaments.core.kinds.counters import OnePool, ThreeStakes
from tournaments.core.kinds.points import BidsKind, TogetherKind

KINDS: dict[str, ScoringKind] = {kind.key: kind() for kind in (OnePool, ThreeStakes, BidsKind, TogetherKind)}


def get_kind(game: Ruleset) -> ScoringKind:
    """Return the kind that records this game. LookupError if there is none."""
    for kind in KINDS.values():
        if kind.records(game):
            return kind
    raise LookupError(f"no kind of play records {game.key}")
