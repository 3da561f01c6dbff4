from tournaments.simulation.hall import FIRST_NAMES, INITIALS, make_name


def test_no_name_comes_twice_in_a_thousand():
    assert len({make_name(number) for number in range(1000)}) == 1000
    assert len(set(FIRST_NAMES)) == len(FIRST_NAMES) >= 60
    assert make_name(0) == f"{FIRST_NAMES[0]} {INITIALS[0]}."
