"""Half a deal is not recorded: an empty number says nothing, at the desk, on a phone and on a slip."""

import pytest

from games.rules.registry import RULESETS
from tests.linked_phones import as_json, form, linked, scan
from tests.web.deal_form import of, seen, told, where
from tournaments.models import Deal, ScorerLink

POOLS = [game.key for game in RULESETS.values() if game.stakes]
EMPTY = "Enter a number. 0 means none."
TABLE = 1


def by_desk(night, client, sent):
    client.force_login(night.alice)
    return client.post(where(night, TABLE), sent)


def by_phone(night, client, sent):
    night = night if ScorerLink.objects.exists() else linked(night)
    return scan(night, TABLE).post("/score/1/1/", form(night, TABLE, **sent))


def by_slip(night, client, sent):
    client.force_login(night.alice)
    typed = {f"t{TABLE}-{name}": value for name, value in sent.items()}
    return client.post(f"/evenings/{night.evening.pk}/rounds/1/slips/", {**typed, "slip": [f"{TABLE}-1"]})


def deal(night, several):
    """The first won, the second called, everybody put in five; whose amount is left empty is named after."""
    people = night.table(TABLE)
    stakes = dict(zip(("first", "second", "third"), (2, 5, 2), strict=True)) if several else {}
    stakes |= {"won_first": people[0], "won_third": people[0]} if several else {}
    amounts = of(people, [5] * len(people))
    return people, {**told(people[:1], people[1:], by="three" if several else "stakes", **amounts), **stakes}


@pytest.mark.parametrize("record", [by_desk, by_phone, by_slip])
@pytest.mark.parametrize("game", POOLS)
def test_an_empty_number_of_somebody_in_the_call(night, client, record, game):
    """The winner's, or a caller's: refused at that field, sent empty or not at all."""
    night = night(RULESETS[game].fewest * 2, game=game)
    people, sent = deal(night, RULESETS[game].stakes > 1)
    for left_out in people[:2]:
        field = f"counters-{left_out}"
        for half in ({**sent, field: ""}, {name: sent[name] for name in sent if name != field}):
            answer = record(night, client, half)
            assert answer.status_code == 422
            page = seen(answer)
            prefix = f"t{TABLE}-" if record is by_slip else ""
            assert f'id="id_{prefix}{field}_error"' in page
            assert page.count(EMPTY) == 1
    assert not Deal.objects.exists()
    assert record(night, client, sent).status_code == 302


@pytest.mark.parametrize("record", [by_desk, by_phone, by_slip])
def test_nobody_put_in_nothing_unsaid(night, client, record):
    """Winner, caller, the first amount: the two who dropped are not recorded at 0."""
    night = night(12)
    people = night.table(TABLE)
    sent = told(people[:1], people[1:2], **of(people, (9, 9, "", "")))
    answer = record(night, client, sent)
    assert answer.status_code == 422
    assert seen(answer).count(EMPTY) == 2
    assert not Deal.objects.exists()
    assert (
        record(
            night, client, {**sent, **told(people[:1], people[1:2], **of(people, (9, 9, 0, 0)))}
        ).status_code
        == 302
    )


@pytest.mark.parametrize("stake", ["first", "second", "third"])
def test_a_stake_that_is_empty(night, client, stake):
    night = night(12, game="three-stake-brag")
    _people, sent = deal(night, several=True)
    answer = by_desk(night, client, {**sent, stake: ""})
    assert answer.status_code == 422
    assert f'id="id_{stake}_error"' in seen(answer)
    assert not Deal.objects.exists()


def test_one_hand_is_no_showdown(night, client):
    """Whose cards are typed, and nobody else's: it was asked who called."""
    night = night(12)
    people = night.table(TABLE)
    sent = told([], [], **of(people, (1,) * len(people))) | {
        "nobody": "",
        f"cards-{people[0]}": "AS AD AC 2S 3S",
    }
    answer = by_desk(night, client, sent)
    assert answer.status_code == 422
    assert "Tap the players who called" in seen(answer)
    assert by_desk(night, client, {**sent, "nobody": "on"}).status_code == 302


def test_half_a_deal_that_is_recorded_already(night, client):
    """Somebody was faster: that is said, with what stands, whatever else was wrong."""
    night = linked(night(12))
    people = night.table(TABLE)
    night.play(TABLE)
    sent = told(people[1:2], people[2:3], **of(people, ("", "", "", "")))
    answer = by_phone(night, client, sent)
    assert answer.status_code == 409
    assert "This deal is already recorded." in seen(answer)
    assert "Your entry was not recorded" in seen(answer)
    asked = as_json(scan(night, TABLE), "/score/1/1/", form(night, TABLE, **sent)).json()
    assert (asked["status"], asked["message"]) == ("stale", "This deal is already recorded.")
