"""Two entries on the list become one person, unless both were there on the same evening."""

from threading import Thread

import pytest
from django.db import connection

from accounts.errors import RuleError
from accounts.models import Merge, Player
from accounts.players.services import player_unmerge
from tests.cast import refused
from tournaments.attendance.presenters.people import load_check_in_hall
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in
from tournaments.core.record import Stage
from tournaments.models import EntryRow
from tournaments.records.services.people import players_merge
from tournaments.undo.services.revert import line_take_back

pytestmark = pytest.mark.postgresql


@pytest.fixture
def ann_and_anna(cast, night):
    """Anna was there on the first evening, Ann on the second."""
    nights = [night(0, Stage.CHECK_IN), night(0, Stage.CHECK_IN)]
    for made, name in zip(nights, ("Anna", "Ann"), strict=True):
        people_check_in(made.by, people=[Arrival(name), Arrival("Bea")])
    return *nights, *(Player.objects.get(name=name) for name in ("Ann", "Anna"))


def test_it_works(cast, ann_and_anna):
    _first, second, ann, anna = ann_and_anna
    players_merge(by=cast.bob, stays=anna, goes=ann, reason="her married name")
    row = Merge.objects.get()
    assert (row.gone, row.kept, row.by, row.reason) == (ann, anna, cast.bob, "her married name")
    assert EntryRow.objects.get(evening=second.evening, name="Ann").player == ann, "facts stay as they were"


def test_at_check_in_there_is_one(cast, ann_and_anna, night):
    first, second, ann, anna = ann_and_anna
    players_merge(by=cast.bob, stays=anna, goes=ann)
    for made in (first, second):
        assert not load_check_in_hall(made.evening).offered
        assert [person.name for person in load_check_in_hall(made.evening).came] == ["Anna", "Bea"]
    with refused("names", "Ann is already checked in under another name"):
        people_check_in(first.by, people=[Arrival("Ann")])
    third = night(0, Stage.CHECK_IN)
    people_check_in(third.by, people=[Arrival("Ann")])
    assert EntryRow.objects.get(evening=third.evening).player == anna


def test_both_on_the_same_evening(cast, ann_and_anna):
    first, _second, ann, anna = ann_and_anna
    bea = Player.objects.get(name="Bea")
    with refused("gone", "Bea and Anna played in the same evening, so they cannot be one player: Thursday ("):
        players_merge(by=cast.bob, stays=bea, goes=anna)
    people_check_in(first.by, people=[Arrival("Ann")])
    with refused("gone", "cannot be one player"):
        players_merge(by=cast.bob, stays=anna, goes=ann)
    entry_withdraw(first.by, entry=first.entry("Ann"))
    players_merge(by=cast.bob, stays=anna, goes=ann)


def test_also_by_way_of_a_third_entry(cast, ann_and_anna, night):
    """Annie is Ann; so Annie cannot be Bea, who was there with Ann."""
    _first, _second, ann, _anna = ann_and_anna
    annie, bea = Player.objects.create(club=cast.club, name="Annie"), Player.objects.get(name="Bea")
    players_merge(by=cast.bob, stays=annie, goes=ann)
    for stays, goes in ((annie, bea), (bea, annie)):
        with refused("gone", "cannot be one player"):
            players_merge(by=cast.bob, stays=stays, goes=goes)


def test_oneself_and_people_of_another_club_are_refused(cast, ann_and_anna):
    _first, _second, _ann, anna = ann_and_anna
    theirs = Player.objects.create(club=cast.other_club, name="Ann")
    with refused("gone", "another club"):
        players_merge(by=cast.bob, stays=anna, goes=theirs)
    with refused("gone", "two different players"):
        players_merge(by=cast.bob, stays=anna, goes=anna)


def test_somebody_who_was_taken_off_does_not_come_back_beside_himself(cast, ann_and_anna):
    _first, second, ann, anna = ann_and_anna
    line = entry_withdraw(second.by, entry=second.entry("Ann"))
    people_check_in(second.by, people=[Arrival("Anna")])
    players_merge(by=cast.bob, stays=anna, goes=ann)
    with refused("line", "Ann is checked in again"):
        line_take_back(second.by, line=line.seq)
    player_unmerge(by=cast.bob, gone=ann)
    line_take_back(second.by, line=line.seq)
    assert second.entry("Ann")


def test_checked_in_while_it_is_done(shared, cast, ann_and_anna):
    """Whoever comes second is refused: never are both in one evening and one person."""
    first, _second, ann, anna = ann_and_anna
    told = []

    def attempt(act, **what):
        try:
            act(**what)
            told.append("done")
        except RuleError as error:
            told.append(error.field)
        finally:
            connection.close()

    threads = [
        Thread(target=attempt, args=(players_merge,), kwargs={"by": cast.bob, "stays": anna, "goes": ann}),
        Thread(
            target=attempt,
            args=(lambda people: people_check_in(first.by, people=people),),
            kwargs={"people": [Arrival("Ann")]},
        ),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) in (["done", "gone"], ["done", "names"])
