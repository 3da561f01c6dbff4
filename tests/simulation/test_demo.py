"""The demo club of a first run."""

from datetime import date

import pytest
from django.db import transaction

from accounts.models import Club, Role, User
from tests.ratings import followed
from tests.transfer.services.test_season_import import document
from tournaments.models import Evening, Season
from tournaments.seasons.presenters.prizes import load_pictures
from tournaments.seasons.presenters.table import load_season_table
from tournaments.simulation.rehearsal import RECORDED, demo_make, make_demo_league, make_password
from tournaments.simulation.rounds import report_nothing


def test_the_demo_has_a_login_a_finished_evening_and_one_under_way(db):
    names = []

    def progress(name):
        names.append(name)
        return report_nothing

    login = demo_make(progress)
    assert login is not None
    owner = User.objects.get()
    assert owner.email == login.email
    assert owner.check_password(login.password)
    assert owner.password.startswith("argon2")
    assert list(owner.memberships.values_list("role", flat=True)) == [Role.OWNER]
    stages = list(Evening.objects.order_by("id").exclude(format="recorded").values_list("name", "stage"))
    assert stages == [(names[0], "finished"), (names[1], "playing")]
    under_way = Evening.objects.get(stage="playing")
    assert under_way.rounds.filter(void=None).count() == 6
    season = load_season_table(Season.objects.get())
    assert len(season.counting) == RECORDED + 1
    assert [evening.id for evening in season.waiting] == [under_way.pk]
    assert len(season.divisions[0].rows) > 20
    assert len(load_pictures(Season.objects.get(), all_known=True).count.lines) == RECORDED + 1
    assert len(followed(Club.objects.get())["draw-poker"]) > 20
    assert demo_make(lambda _name: report_nothing) is None
    assert User.objects.count() == 1


def test_its_league_is_the_same_each_time(cast):
    def made():
        season = make_demo_league(cast.club, cast.alice, (), date(2026, 1, 29))
        rows = load_season_table(season).divisions[0].rows
        return [(row.place, row.name, row.total, row.why) for row in rows], document(season)["evenings"]

    with transaction.atomic():
        first = made()
        transaction.set_rollback(True)
    assert made() == first


def test_a_demo_that_fails_in_the_middle_leaves_nothing(transactional_db):
    def fails(done, _rounds):
        if done == 2:
            raise RuntimeError("the plug was pulled")

    with pytest.raises(RuntimeError):
        demo_make(lambda _name: fails)
    assert not User.objects.exists()
    assert not Club.objects.exists()
    assert not Evening.objects.exists()


def test_passwords_differ():
    assert len({make_password() for _time in range(100)}) == 100
