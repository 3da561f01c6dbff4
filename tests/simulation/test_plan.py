import pytest

from tournaments.core.formats.registry import build_play
from tournaments.simulation.hall import (
    AT_A_BELL,
    AT_A_POOL,
    ONCE,
    TOO_LATE,
    Incident,
    plan_for_game,
    plan_incidents,
)

MOVING = AT_A_BELL | {Incident.KEEP}


def test_the_same_seed_plans_the_same():
    assert plan_incidents(26, 20, "7") == plan_incidents(26, 20, "7")
    assert plan_incidents(26, 20, "7") != plan_incidents(26, 20, "8")


def test_the_first_round_is_quiet_and_the_last_knows_what_is_too_late():
    for seed in range(200):
        planned = plan_incidents(200, 6, str(seed))
        assert planned.find_incidents(1) == ()
        assert not TOO_LATE & set(planned.find_incidents(6))


def test_some_things_happen_once_at_most():
    for seed in range(50):
        planned = plan_incidents(200, 20, str(seed))
        happened = [incident for number in range(1, 21) for incident in planned.find_incidents(number)]
        assert all(happened.count(incident) <= 1 for incident in ONCE)


def test_everything_happens_now_and_then():
    planned = [plan_incidents(26, 20, str(seed)) for seed in range(40)]
    assert {i for one in planned for number in range(1, 21) for i in one.find_incidents(number)} == set(
        Incident
    )
    assert 5 < sum(len(one.find_incidents(number)) for one in planned for number in range(1, 21)) / 40 < 20


def happening(planned):
    return {incident for number in range(1, 21) for incident in planned.find_incidents(number)}


@pytest.mark.parametrize(
    ("game", "format", "unknown"),
    [
        ("draw-poker", "progressive", set()),
        ("brag", "progressive", set()),
        ("single-stake-brag", "progressive", {Incident.DIVIDED}),
        ("draw-poker", "fixed", MOVING),
        ("kachuful", "progressive", AT_A_POOL),
        ("oh-well", "fixed", AT_A_POOL | MOVING),
    ],
)
def test_what_a_game_and_a_format_do_not_know_does_not_happen(game, format, unknown):
    planned = [plan_for_game(build_play(game, {}, format), 60, 20, str(seed)) for seed in range(40)]
    assert {incident for one in planned for incident in happening(one)} == set(Incident) - unknown


def test_more_happens_in_a_whole_game_than_in_a_round():
    fixed, moving = (
        sum(
            len(plan_for_game(build_play("clag", {}, way), 26, 20, str(seed)).find_incidents(9))
            for seed in range(60)
        )
        for way in ("fixed", "progressive")
    )
    assert fixed > 2 * moving
