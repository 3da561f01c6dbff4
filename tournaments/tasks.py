"""The Celery tasks. They start the services when something is due. The rules are in the services."""

from celery import shared_task

from tournaments.base.fanout import LOOK, tell
from tournaments.console.services import run_due_tasks
from tournaments.evening.selectors.evening import load_live_states
from tournaments.evening.services.journal import follow_time_step
from tournaments.records.services.ratings import ratings_follow
from tournaments.simulation.rehearsal import rehearsals_play


@shared_task(name=LOOK)
def look(evening: int) -> int:
    """Do the due tasks of one evening. Each call is scheduled for the time of a task.

    If nothing is due, send the evening's last line again: a stream may have missed the message of a bell.
    """
    count = run_due_tasks(follow_time_step(keep=True), evening)
    for pulse in [] if count else load_live_states([evening]).values():
        tell(evening, pulse.seq)
    return count


@shared_task(name="tournaments.sweep")
def sweep() -> int:
    """Do the due tasks of all evenings. Runs twice a second, in case a crash has lost a scheduled call.

    Then play rehearsals, and rate evenings with new or corrected results.
    """
    now = follow_time_step(keep=True)
    return run_due_tasks(now) + rehearsals_play(now) + ratings_follow()
