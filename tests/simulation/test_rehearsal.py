"""Rehearsals: played to the end by what is due, with a clock that is moved; they count nowhere, and go."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tournaments.core.facts import Stage
from tournaments.models import Award, Journal, Rehearsal
from tournaments.simulation.rehearsal import LONGEST, rehearsal_start
from tournaments.tasks import sweep

MINUTE = timedelta(minutes=1)


def rehearse(night, speed=60, **how):
    return rehearsal_start(actor=night.alice, evening=night.evening.pk, speed=speed, **how)


def play_out(copy, most=5000):
    """Let the program do what is due, each time at the moment when it is, to the end."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _step in range(most):
            sweep()
            row = Rehearsal.objects.get(evening=copy)
            if row.next_at is None:
                break
            clock.move_to(min(row.next_at, timezone.now() + timedelta(seconds=0.5)))
        copy.refresh_from_db()
        return timezone.now() - copy.created


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("players", "play"),
    [
        (12, {"rounds": 3}),
        (13, {"rounds": 3, "deals": 2, "counting": "at_the_end"}),
        (12, {"rounds": 3, "minutes": 10, "auto_moves": 30, "bell": "hand"}),
        (9, {"game": "three-stake-brag", "rounds": 3, "deals": 2}),
        (11, {"game": "blackout"}),
        (10, {"game": "caller-clag", "options": {"deals": 2}, "games": 2, "format": "rotation"}),
        (13, {"format": "knockout", "deals": 3}),
        (12, {"format": "ladder", "deals": 3, "games": 3, "minutes": 10, "auto_moves": 60}),
        (10, {"format": "fixed", "deals": 4, "games": 2, "counting": "at_the_end"}),
    ],
)
def test_it_is_played_to_its_last_prize(night, players, play):
    copy = rehearse(night(players, Stage.CHECK_IN, **play))
    took = play_out(copy)
    assert copy.stage == Stage.FINISHED
    assert took < LONGEST
    assert not Award.objects.filter(result__evening=copy, revealed=None).exists()
    assert not Journal.objects.filter(evening=copy, seq__gt=1).exclude(actor=None).exists()
