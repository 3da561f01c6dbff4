import pytest

from tournaments.core.formats.registry import play_of
from tournaments.simulation.hall import AT_A_BELL, AT_A_POOL, ONCE, TOO_LATE, Incident, plan, plan_for

MOVING = AT_A_BELL | {Incident.KEEP}


def test_the_same_seed_plans_the_same():
    assert plan(26, 20, "7") == plan(26, 20, "7")
    assert plan(26, 20, "7") != plan(26, 20, "8")


def test_the_first_round_is_quiet_and_the_last_knows_what_is_too_late():
    for seed in range(200):
        planned = plan(200, 6, str(seed))
        assert planned.of(1) == ()
        assert not TOO_LATE & set(planned.of(6))


def test_some_things_happen_once_at_most():
    for seed in range(50):
        planned = plan(200, 20, str(seed))
        happened = [incident for number in range(1, 21) for incident in planned.of(number)]
        assert all(happened.count(incident) <= 1 for incident in ONCE)


def test_everything_happens_now_and_then():
    planned = [plan(26, 20, str(seed)) for seed in range(40)]
    assert {i for one in planned for number in range(1, 21) for i in one.of(number)} == set(Incident)
    assert 5 < sum(len(one.of(number)) for one in planned for number in range(1, 21)) / 40 < 20


def happening(planned):
    return {incident for number in range(1, 21) for incident in planned.of(number)}


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
    planned = [plan_for(play_of(game, {}, format), 60, 20, str(seed)) for seed in range(40)]
    assert {incident for one in planned for incident in happening(one)} == set(Incident) - unknown


def test_more_happens_in_a_whole_game_than_in_a_round():
    fixed, moving = (
        sum(len(plan_for(play_of("clag", {}, way), 26, 20, str(seed)).of(9)) for seed in range(60))
        for way in ("fixed", "progressive")
    )
    assert fixed > 2 * moving
