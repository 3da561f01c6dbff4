"""Every kind of play: what can be recorded at a table."""

from games.rules.ruleset import Ruleset
from tournaments.core.evening import Kind
from tournaments.core.kinds.bids import BIDS
from tournaments.core.kinds.pool import POOL
from tournaments.core.kinds.three_stakes import THREE_STAKES
from tournaments.core.kinds.together import TOGETHER

KINDS: dict[str, Kind] = {kind.key: kind for kind in (POOL, THREE_STAKES, BIDS, TOGETHER)}


def kind_of(game: Ruleset) -> Kind:
    """What is recorded where the game is played. LookupError if no kind records it."""
    for kind in KINDS.values():
        if kind.records(game):
            return kind
    raise LookupError(f"no kind of play records {game.key}")
