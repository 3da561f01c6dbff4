"""A player's page, against what was played."""

import pytest
from django.db.models import F

from accounts.models import Player
from accounts.players.services import player_merge
from tests.cast import FIXED
from tests.ratings import followed
from tests.web.html import faults
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Award, DealLine, EntryRow, Evening, Result, SeatRow, Settlement
from tournaments.prizes.services import prize_reveal
from tournaments.records.presenters import load_record


def url(cast, player):
    return f"/clubs/{cast.club.pk}/players/{player.pk}/record/"


@pytest.fixture
def bids(night):
    """A finished evening of two whole games of Clag at fixed tables."""
    made = night(8, game="clag", games=2, **FIXED)
    made.next_round()
    made.play_round()
    made.finish()
    return made.reveal()


@pytest.fixture
def poker(night, bids):
    """A finished progressive evening of Draw Poker, after that of Clag."""
    return night(12, Stage.FINISHED).reveal()


def record_of(cast, player):
    followed(cast.club)
    found = load_record(cast.club, player.pk)
    assert found is not None
    return found


def p01():
    return Player.objects.get(name="p01")


@pytest.mark.postgresql
def test_it_works(client, cast, bids, poker):
    client.force_login(cast.vera)
    answer = client.get(url(cast, p01()))
    assert answer.status_code == 200
    assert not faults(answer.text)
    record = answer.context["record"]
    assert [line.id for line in record.evenings] == [poker.evening.pk, bids.evening.pk]
    for line in record.evenings:
        row = Settlement.objects.get(result__evening=line.id, entry__player=p01())
        assert (line.place, line.yellow_chips) == (row.place, row.yellow)
        assert line.prizes == Award.objects.filter(winners=row.entry).count()
    assert [line.of for line in record.evenings] == [12, 8]
    places = [line.place for line in record.evenings]
    assert record.best == min(places)
    assert record.podium == tuple(places.count(place) for place in (1, 2, 3))
    assert "of 12" in answer.text


@pytest.mark.thorough
def test_exact_bids_and_tables(cast, bids):
    record = record_of(cast, p01())
    lines = DealLine.objects.filter(entry__player=p01())
    exact = sum(line.bid == line.tricks for line in lines)
    assert (record.exact_bids.exact_bids, record.exact_bids.deals) == (exact, len(lines))
    (table,) = record.tables
    assert table.table == SeatRow.objects.filter(entry__player=p01())[0].position
    assert (table.rounds, table.deals, table.won) == (2, len(lines), sum(line.won for line in lines))
    points = Settlement.objects.get(entry__player=p01()).score
    titles = {best.title: best.text for best in record.records}
    assert titles["Best deal, in points"] == str(max(line.score or 0 for line in lines))
    assert titles["Most points in an evening"] == str(points)


@pytest.mark.thorough
def test_people_met(cast, bids):
    """At a fixed table for two games: everybody there twice, and one of us was ahead."""
    record = record_of(cast, p01())
    place = dict(Settlement.objects.values_list("entry__player", "place"))
    (seat, *_) = SeatRow.objects.filter(entry__player=p01())
    there = SeatRow.objects.filter(round=seat.round, position=seat.position).exclude(entry=seat.entry)
    assert {who.player for who in record.opponents} == set(there.values_list("entry__player", flat=True))
    for who in record.opponents:
        mine, theirs = place[p01().pk], place[who.player]
        assert (who.rounds, who.ahead, who.behind, who.equal) == (
            2,
            mine < theirs,
            mine > theirs,
            mine == theirs,
        )


@pytest.mark.thorough
def test_rating(client, cast, bids, poker):
    record = record_of(cast, p01())
    assert {rating.title for rating in record.ratings} == {"Draw Poker", "Clag"}
    for rating in record.ratings:
        assert rating.words == "not reliable yet: 1 evening"
        (then,) = rating.path
        assert then.number == rating.number
        assert {line.id: line.game for line in record.evenings}[then.evening] == rating.title


def test_of_the_persons_own_evenings_it_says_what_is_not_calculated_yet(client, cast, bids):
    followed(cast.club)
    client.force_login(cast.vera)
    somebody = Player.objects.create(club=cast.club, name="Somebody")
    player = p01()
    Evening.objects.filter(pk=bids.evening.pk).update(seq=F("seq") + 1)
    record = client.get(url(cast, player)).context["record"]
    assert (record.ratings_behind, record.ratings) == (bids.evening.held_on, ())
    assert "are being calculated" in client.get(url(cast, player)).text
    assert client.get(url(cast, somebody)).context["record"].ratings_behind is None
    assert record_of(cast, player).ratings


@pytest.mark.thorough
def test_what_is_not_revealed_yet_is_not_there(client, cast, night):
    made = night(8, Stage.FINISHED)
    client.force_login(cast.alice)
    assert not client.get(url(cast, p01())).context["record"].evenings
    made.reveal()
    assert len(client.get(url(cast, p01())).context["record"].evenings) == 1
    award = Award.objects.all()[0]
    Award.objects.filter(pk=award.pk).update(revealed=None)
    assert not record_of(cast, p01()).evenings
    prize_reveal(made.by, prize=award.prize)
    assert record_of(cast, p01()).evenings


@pytest.mark.thorough
def test_only_the_highest_version_counts(cast, poker):
    first = Result.objects.get(evening=poker.evening)
    entry = EntryRow.objects.get(evening=poker.evening, player=p01())
    again = Result.objects.create(
        evening=first.evening,
        version=2,
        journal=first.journal,
        game=first.game,
        format=first.format,
        options=first.options,
        chosen=first.chosen,
    )
    Settlement.objects.create(result=again, entry=entry, place=7, fresh=0, yellow=0, net=3)
    line, _of_bids = record_of(cast, p01()).evenings
    assert (line.place, line.of, line.result) == (7, 1, "3 counters")


def test_merged_entries_are_one_person(client, cast, bids, poker):
    """Of the poker evening p01 is somebody else on the list, who turns out to be p01."""
    other = Player.objects.create(club=cast.club, name="Pee One")
    EntryRow.objects.filter(evening=poker.evening, player=p01()).update(player=other)
    assert len(record_of(cast, p01()).evenings) == 1
    player_merge(by=cast.alice, gone=other, kept_as=p01())
    record = record_of(cast, p01())
    assert len(record.evenings) == 2
    assert record.also == ("Pee One",)
    assert {rating.title for rating in record.ratings} == {"Draw Poker", "Clag"}
    client.force_login(cast.vera)
    assert client.get(url(cast, other)).headers["location"] == url(cast, p01())
    theirs = record_of(cast, Player.objects.get(name="p02"))
    assert [who.name for who in theirs.opponents if who.player in (other.pk, p01().pk)] in ([], ["p01"])


@pytest.mark.thorough
def test_who_has_played_nothing(client, cast):
    nobody = Player.objects.create(club=cast.club, name=HOSTILE)
    client.force_login(cast.vera)
    answer = client.get(url(cast, nobody))
    assert "Results appear here when the prizes of an evening are announced." in answer.text
    assert HOSTILE not in answer.text


def test_another_club_has_no_such_player(client, cast, poker):
    client.force_login(cast.charlie)
    assert client.get(f"/clubs/{cast.other_club.pk}/players/{p01().pk}/record/").status_code == 404


@pytest.mark.slow
def test_queries_do_not_grow(client, cast, night):
    client.force_login(cast.vera)
    counts = []
    for _evenings in range(3):
        night(16, Stage.FINISHED).reveal()
        address = url(cast, p01())
        counts.append(queries(client.get, address))
    assert client.get(address).status_code == 200
    assert counts[0] == counts[-1] <= 18
