"""The demo club of a first run."""

import pytest

from accounts.models import Club, Role, User
from tournaments.models import Evening
from tournaments.simulation import demo
from tournaments.simulation.evening import silent


def test_the_demo_has_a_login_a_finished_evening_and_one_under_way(db):
    names = []

    def progress(name):
        names.append(name)
        return silent

    login = demo.demo_make(progress)
    assert login is not None
    owner = User.objects.get()
    assert owner.email == login.email
    assert owner.check_password(login.password)
    assert owner.password.startswith("argon2")
    assert list(owner.memberships.values_list("role", flat=True)) == [Role.OWNER]
    stages = list(Evening.objects.order_by("id").values_list("name", "stage"))
    assert stages == [(names[0], "finished"), (names[1], "playing")]
    under_way = Evening.objects.get(stage="playing")
    assert under_way.rounds.filter(void=None).count() == 6
    assert demo.demo_make(lambda _name: silent) is None
    assert User.objects.count() == 1


def test_a_demo_that_fails_in_the_middle_leaves_nothing(transactional_db):
    def fails(done, _rounds):
        if done == 2:
            raise RuntimeError("the plug was pulled")

    with pytest.raises(RuntimeError):
        demo.demo_make(lambda _name: fails)
    assert not User.objects.exists()
    assert not Club.objects.exists()
    assert not Evening.objects.exists()


def test_passwords_differ():
    assert len({demo.new_password() for _time in range(100)}) == 100
