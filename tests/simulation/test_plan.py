from tournaments.simulation.plan import ONCE, TOO_LATE, Incident, plan


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
