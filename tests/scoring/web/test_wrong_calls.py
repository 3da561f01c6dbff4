"""A pool that cannot have been played so is refused alike by the organiser's form, the phone and the API."""

import pytest

from tests.api.members import bearer
from tests.cast import everything
from tests.linked_phones import form, linked, scan
from tests.web.deal_form import of, seen, told, where

TABLE = 1


def by_form(night, client, sent):
    client.force_login(night.alice)
    answer = client.post(where(night, TABLE), sent)
    return answer.status_code == 302, seen(answer)


def by_phone(night, client, sent):
    phone = scan(linked(night), TABLE)
    before = everything()
    answer = phone.post("/score/1/1/", form(night, TABLE, **sent))
    assert (answer.status_code == 302) == (everything() != before)
    return answer.status_code == 302, seen(answer)


def by_api(night, client, sent):
    amounts = {key.removeprefix("counters-"): put for key, put in sent.items() if key.startswith("counters-")}
    body = {
        "round": 1,
        "table": TABLE,
        "deal": 1,
        "winners": sent["winners"],
        "in_call": sent["in_call"],
        "tally": {"kind": sent["tally"], "amounts": amounts},
    }
    answer = bearer(night.alice).post(f"/api/v1/evenings/{night.evening.pk}/deal-record/", body)
    assert answer.status_code in (200, 400), answer.content
    return answer.status_code == 200, answer.content.decode()


def who_called(night, callers):
    """The table's people by the letters a, b, c …, who won (a), and who called."""
    people = dict(zip("abcdefgh", night.table(TABLE), strict=False))
    return people, [people["a"]], [people[letter] for letter in callers]


@pytest.mark.parametrize("record", [by_form, by_phone, by_api])
@pytest.mark.parametrize(
    ("game", "by", "amounts", "says"),
    [
        ("draw-poker", "stakes", (5, 5, 4, 0), "cannot have called"),
        ("draw-poker", "counts", (59, 45, 46, 50), "cannot have called"),
        ("single-stake-brag", "stakes", (30, 5, 0, 0, 5), "the betting limit is 10"),
    ],
)
def test_every_recorder_refuses_it(night, client, record, game, by, amounts, says):
    brag = game != "draw-poker"
    night = night(5, game=game, options={"limit": 10}) if brag else night(8)
    people, winners, called = who_called(night, "" if brag else "bc")
    done, page = record(night, client, told(winners, called, by=by, **of(people.values(), amounts)))
    assert not done
    assert says in page


def test_stakes_that_name_nobody_are_no_call(night, client):
    """The dealer is the winner and nobody's stake is told: nobody met the ante, so nobody called."""
    night = night(5, game="brag")
    dealer = night.facts.tables[0].dealer
    winner = next(entry for entry, at in night.seats().items() if at == (TABLE, dealer))
    others = [entry for entry in night.table(TABLE) if entry != winner]
    done, page = by_api(night, client, told([winner], others[:1]))
    assert not done
    assert '"in_call"' in page
    assert "put in nothing" in page
    assert by_api(night, client, told([winner]))[0]
    assert night.facts.pools[0].in_call == {winner}
    assert {line.counters for line in night.facts.pools[0].lines} == {4, -1}
