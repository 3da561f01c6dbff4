"""Players who dropped with all their counters in, or as much as an uncalled winner: asked, and kept."""

import pytest

from tests.api.members import bearer
from tests.cast import AT_THE_END, refused
from tests.linked_phones import form, linked, scan
from tests.web.deal_form import of, seen, told, where
from tournaments.models import DealVersion
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.transfer.presenters.evening import export_evening

STAKES, COUNTS, NET = TallyKind.STAKES, TallyKind.COUNTS, TallyKind.NET


def record(night, kind, amounts, callers=(), *, sure=False, table=1):
    """The first of the table won."""
    people = night.table(table)
    tally = Tally(kind, dict(zip(people, amounts, strict=True)))
    body = night.told(table, people[:1], in_call=[people[at] for at in callers])
    deal_record(night.by, **{**body, "tally": tally, "sure": sure})


def exported(night, table=1):
    """The table in the downloaded evening."""
    return export_evening(night.evening)["rounds"][0]["tables"][table - 1]


def dropped():
    """By their place at the table."""
    return DealVersion.objects.get().call.get("dropped", [])


@pytest.mark.parametrize(
    ("kind", "amounts", "callers", "odd"),
    [
        (STAKES, (50, 50, 50, 49), (), (1, 2)),
        (STAKES, (50, 50, 50, 50), (), (1, 2, 3)),
        (STAKES, (9, 9, 5, 1), (), (1,)),
        (STAKES, (9, 9, 9, 1), (), (1, 2)),
        (STAKES, (50, 50, 50, 0), (1,), (2,)),
        (COUNTS, (200, 0, 0, 0), (), (1, 2, 3)),
        (COUNTS, (199, 0, 0, 1), (1,), (2,)),
        (NET, (100, -50, -50, 0), (), (1, 2)),
    ],
)
def test_it_is_asked_and_the_answer_kept(night, kind, amounts, callers, odd):
    night = night(12)
    people = night.table(1)
    with refused("sure", "did not call"):
        record(night, kind, amounts, callers)
    assert not DealVersion.objects.exists()
    record(night, kind, amounts, callers, sure=True)
    assert dropped() == [people[at] for at in odd]
    seats = {seat["player"]: seat["seat"] for seat in exported(night)["seats"]}
    told = exported(night)["deals"][0]["told"]
    assert sorted(seats[player] for player in told["dropped"]) == [at + 1 for at in odd]


@pytest.mark.parametrize(
    ("kind", "amounts", "callers"),
    [
        (STAKES, (1, 1, 1, 1), ()),  # nobody called the first bet
        (STAKES, (9, 9, 5, 1), (1,)),
        (STAKES, (9, 5, 5, 1), ()),
        (STAKES, (50, 50, 50, 49), (1, 2)),
        (COUNTS, (200, 0, 0, 0), (1, 2, 3)),
        (NET, (3, -1, -1, -1), (1,)),
    ],
)
def test_what_is_everyday_is_not_asked(night, kind, amounts, callers):
    night = night(12)
    record(night, kind, amounts, callers)
    assert dropped() == []


def test_only_those_who_are_broke_at_brag(night):
    """Whoever put in as much has not dropped there. Who pays the dealer the last counter has."""
    night = night(10, game="single-stake-brag", stake=1)
    dealer, seats = night.facts.tables[0].dealer, night.seats()
    first = next(entry for entry in night.table(1) if seats[entry] == (1, dealer))
    people = [first, *(entry for entry in night.table(1) if entry != first)]
    body = night.told(1, people[:1])
    tally = Tally(COUNTS, dict.fromkeys(people, 0) | {people[0]: len(people)})
    deal_record(night.by, **{**body, "tally": tally, "sure": False})
    assert dropped() == []


def test_counted_at_the_end_of_who_is_told_broke(night):
    night = night(12, **AT_THE_END)
    people = night.table(2)
    body = night.told(2, people[:1]) | {"tally": Tally(COUNTS, {people[1]: 0})}
    with refused("sure"):
        deal_record(night.by, **{**body, "sure": False})
    deal_record(night.by, **{**body, "sure": True})
    assert dropped() == people[1:2]


def test_a_correction_asks_too(night):
    night = night(12)
    night.play(1)
    people = night.table(1)
    tally = Tally(STAKES, dict(zip(people, (50, 50, 50, 49), strict=True)))
    body = {**night.told(1, people[:1]), "tally": tally, "base_version": 1}
    with refused("sure"):
        deal_correct(night.because("a slip"), **body, sure=False)
    deal_correct(night.because("a slip"), **body, sure=True)
    assert DealVersion.objects.get(version=2).call["dropped"] == people[1:3]


def sent_by(night, amounts=(50, 50, 50, 49)):
    return told(night.table(1)[:1], **of(night.table(1), amounts))


def test_desk_and_phone_ask_it_and_show_it_with_the_deal(night, client):
    night = linked(night(12))
    client.force_login(night.alice)
    names = night.facts.names
    second, third = (names[entry] for entry in night.table(1)[1:3])
    for visitor, address, sent in (
        (client, where(night, 1), sent_by(night)),
        (scan(night, 1), "/score/1/1/", form(night, 1, **sent_by(night))),
    ):
        assert 'name="sure"' not in seen(visitor.get(address))
        answer = visitor.post(address, sent)
        assert answer.status_code == 422
        assert f"{second} and {third} did not call, but put in" in seen(answer)
        assert 'name="sure"' in seen(answer)
    assert visitor.post(address, {**sent, "sure": "on"}).status_code == 302
    assert f"Confirmed: {second}, {third} did not call." in seen(visitor.get(address))
    assert f"Confirmed: {second}, {third} did not call." in seen(client.get(where(night, 1)))


def test_a_slip_asks_it(night, client):
    night = night(12)
    client.force_login(night.alice)
    typed = {f"t1-{name}": value for name, value in sent_by(night).items()} | {"slip": ["1-1"]}
    address = f"/evenings/{night.evening.pk}/rounds/1/slips/"
    answer = client.post(address, typed)
    assert answer.status_code == 422
    assert 'name="t1-sure"' in seen(answer)
    assert client.post(address, {**typed, "t1-sure": "on"}).status_code == 302
    assert dropped() == night.table(1)[1:3]


def test_by_api(night):
    night = night(12)
    people, api = night.table(1), bearer(night.alice)
    address = f"/api/v1/evenings/{night.evening.pk}"
    amounts = {str(entry): amount for entry, amount in zip(people, (50, 50, 50, 49), strict=True)}
    tally = {"kind": "stakes", "amounts": amounts}
    body = {"round": 1, "table": 1, "deal": 1, "winners": people[:1], "tally": tally}
    answer = api.post(f"{address}/deal-record/", body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["attr"] == "sure"
    assert api.post(f"{address}/deal-record/", {**body, "sure": True}).status_code == 200
    stands = api.get(f"{address}/rounds/1/tables/1/deals/1/").json()["stands"]
    assert stands["call"] == {"dropped": people[1:3]}
