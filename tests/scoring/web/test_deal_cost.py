"""What a result costs the database, sent by a member's page: the same in every evening, in one commit."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.errors import StaleError
from tests.scoring.services.test_deal_record import body
from tests.web.deal_form import told
from tournaments.attendance.services import player_pause
from tournaments.bell.services.bell import bell_ring
from tournaments.evening.selectors.tables import load_scorer_table
from tournaments.scoring.services.deals import deal_record

pytestmark = pytest.mark.postgresql
MOST = 10
CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "SET ")


def asked(run) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    said = [query["sql"].strip() for query in captured.captured_queries]
    return [sql for sql in said if not sql.startswith(CONTROL)]


@pytest.mark.parametrize("players", [8, 40])
def test_a_result_takes_ten_queries(client, cast, night, players):
    night = night(players, deals=5)
    client.force_login(cast.sam)
    a, b, *_others = night.table(2)
    counts = []
    for deal in (1, 2, 3):
        sent = told([a], [b], **{f"e{entry}": 1 for entry in night.table(2)})
        address = reverse("deal", args=[night.evening.pk, 1, 2, deal])
        counts.append(len(asked(lambda address=address, sent=sent: client.post(address, sent))))
    assert counts == [MOST] * 3
    assert len(night.facts.pools) == 3


def table_reads(run) -> int:
    return sum(sql.startswith("WITH here") for sql in asked(run))


@pytest.mark.parametrize(
    ("between", "reads"),
    [
        (lambda night: None, 0),
        (lambda night: night.play(3, deal=2), 0),
        (lambda night: player_pause(night.by, entry=night.table(3)[0]), 1),
        (lambda night: bell_ring(night.by, round=1), 1),
        (lambda night: night.correct(3, *corrected(night)), 1),
    ],
    ids=["nothing", "a result of another table", "somebody pauses", "the bell", "a correction"],
)
def test_a_table_is_read_again_unless_only_others_had_results(night, between, reads):
    night = night(12, deals=5)
    night.play(2)
    night.play(3)
    by = replace(night.by, read_table=load_scorer_table(night.evening, 1, 2))
    between(night)
    assert table_reads(lambda: deal_record(by, **body(night, deal=2))) == reads


def corrected(night) -> tuple[list[int], dict[int, int]]:
    first, *others = night.table(3)
    return [first], dict.fromkeys(others, -2) | {first: 2 * len(others)}


def test_a_table_is_read_for_itself(night):
    night = night(12, deals=5)
    by = replace(night.by, read_table=load_scorer_table(night.evening, 1, 2))
    assert table_reads(lambda: deal_record(by, **body(night, 3))) == 1


def test_who_was_faster_is_seen_by_who_read_before(night):
    night = night(12, deals=5)
    by = replace(night.by, read_table=load_scorer_table(night.evening, 1, 2))
    night.play(2)
    with pytest.raises(StaleError, match="already recorded"):
        deal_record(by, **body(night))
