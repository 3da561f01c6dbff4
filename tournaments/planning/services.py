"""The service that corrects the name, the day or the game of a finished evening."""

from datetime import date
from typing import Annotated

from accounts.names import LONGEST, clean_name
from tournaments.base.arguments import ArgumentLimits, Name
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import refuse_twin
from tournaments.evening.services.journal import Act, journaled
from tournaments.transfer.services.imported_results import rewrite_in_game

OnDay = Annotated[date, ArgumentLimits()]
LikeGame = Annotated[
    str, ArgumentLimits("Key of a game that is counted in the same way. For imported evenings.", most=LONGEST)
]


@journaled(
    "evening_corrected", Stage.FINISHED, asks_reason=True, title="Correct the name or the date", looks=True
)
def evening_correct(
    act: Act, *, name: Name | None = None, held_on: OnDay | None = None, game: LikeGame | None = None
) -> None:
    """Correct the name or the day of a finished evening. For an imported evening, also the game.

    A field left out stays unchanged. The new game has its usual options, and must have the same way of
    scoring. A closed season keeps the version that it pinned.
    """
    evening = act.evening
    was, day = (evening.name, evening.held_on), held_on or evening.held_on
    new_name = evening.name if name is None else clean_name(name)
    if (new_name, day) != was:
        refuse_twin(evening.club_id, new_name, day, but=evening.pk)
        act.note(name=[evening.name, new_name], held_on=[evening.held_on.isoformat(), day.isoformat()])
        evening.name, evening.held_on = new_name, day
        evening.save(update_fields=["name", "held_on"])
    if game is not None and game != evening.game:
        rewrite_in_game(act, game)
