"""What Celery does: it wakes the program when something is due. The rules are in the services."""

from celery import shared_task

from tournaments.base.fanout import LOOK, tell
from tournaments.console.services import run_due_tasks
from tournaments.evening.selectors.evening import live_states
from tournaments.evening.services.journal import follow_time_step
from tournaments.records.services.ratings import ratings_follow
from tournaments.simulation.rehearsal import rehearsals_play


@shared_task(name=LOOK)
def look(evening: int) -> int:
    """Do what is due in one evening: called for the moment at which something is.

    If nothing is, the evening's last line is sent again: after a bell, for streams whose message was lost.
    """
    count = run_due_tasks(follow_time_step(keep=True), evening)
    for pulse in [] if count else live_states([evening]).values():
        tell(evening, pulse.seq)
    return count


@shared_task(name="tournaments.sweep")
def sweep() -> int:
    """Do what is due in any evening: twice a second, for whatever a crash has lost.

    Then play rehearsals, and rate evenings whose results are new or were corrected.
    """
    now = follow_time_step(keep=True)
    return run_due_tasks(now) + rehearsals_play(now) + ratings_follow()
