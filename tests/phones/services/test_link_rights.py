"""What a table's link allows: its own table's deals in its own evening, and nothing else."""

from uuid import uuid4

import pytest
from django.core.signing import Signer
from django.utils import timezone

from accounts.errors import ForbiddenError, StaleError
from tests.cast import everything, refused
from tests.evening.services.test_queries import queries_of
from tests.linked_phones import link, linked, phone
from tests.scoring.services.test_deal_record import body
from tests.scoring.services.test_own_corrections import Table
from tests.services.cases import all_services, case_of
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.evening.services import journal
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Journal, ScorerLink
from tournaments.phones.selectors import LETTERS, find_link_by_number, find_link_by_token, make_token
from tournaments.phones.services import entry_late, links_make
from tournaments.scoring.services.counts import Tally
from tournaments.scoring.services.deals import deal_record

ALLOWED = {
    *("deal_record", "bids_record", "score_record", "table_count"),
    *("entry_late", "correction_ask", "deal_confirm"),
    *("deal_correct", "score_correct"),
}
OWN = {"deal_correct": "draw-poker", "score_correct": "clag"}
"""The commands that a link may only do with a result of its own, and a game in which they are done."""


@pytest.mark.parametrize("name", sorted(set(all_services()) - ALLOWED))
def test_a_link_may_do_nothing_else(name, night):
    case = case_of(name)
    night = case.scene(night)
    body = case.body(night)
    if not ScorerLink.objects.filter(evening=night.evening).exists():
        line = Journal.objects.filter(evening=night.evening).first()
        if line is None:
            line = Journal.objects.create(evening=night.evening, seq=10_000, verb="test")
        ScorerLink.objects.create(evening=night.evening, table=body.get("table") or 2, journal=line)
    for found in ScorerLink.objects.filter(evening=night.evening, void=None):
        with refused("link", "only the deals of its own table", ForbiddenError):
            case.service(RequestedBy(night.evening.pk, reason=case.reason, link=found.pk), **body)


@pytest.mark.parametrize("name", sorted(ALLOWED))
class TestWhatItMay:
    def scene(self, name, night):
        case = case_of(name)
        night = night(8, game=OWN[name]) if name in OWN else case.scene(night)
        if not ScorerLink.objects.filter(evening=night.evening).exists():
            links_make(night.by)
        if name in OWN:
            Table(night, 2).record()
        return case, night, case.body(night)

    def test_its_own_table(self, name, night):
        case, night, body = self.scene(name, night)
        mine = link(night, body["table"])
        line = case.service(RequestedBy(night.evening.pk, reason=case.reason, link=mine.pk), **body)
        assert (line.actor, line.link) == (None, mine)
        assert line.author == f"the phone of table {mine.table}"

    def test_no_other_table_and_no_other_evening(self, name, night):
        theirs = linked(night(12))
        case, night, body = self.scene(name, night)
        table = body["table"]
        other = next(number for number in (1, 2, 3) if number != table)
        if not ScorerLink.objects.filter(evening=night.evening, table=other).exists():
            ScorerLink.objects.create(evening=night.evening, table=other, journal=link(night, table).journal)
        with refused("link", "only the deals of its own table", ForbiddenError):
            case.service(
                RequestedBy(night.evening.pk, reason=case.reason, link=link(night, other).pk), **body
            )
        for stranger in (link(theirs, table).pk, 0, 10**9):
            with refused("link", "Scan the code", ForbiddenError):
                case.service(RequestedBy(night.evening.pk, reason=case.reason, link=stranger), **body)

    def test_not_once_it_is_revoked_also_by_a_key_that_was_used(self, name, night):
        case, night, body = self.scene(name, night)
        by = RequestedBy(
            night.evening.pk, reason=case.reason, link=link(night, body["table"]).pk, key=uuid4()
        )
        first = case.service(by, **body)
        before = everything()
        assert case.service(by, **body) == first
        assert everything() == before
        ScorerLink.objects.update(void=Journal.objects.first())
        with refused("link", "Scan the code", ForbiddenError):
            case.service(by, **body)


def test_a_member_acts_by_the_members_right_alone(night, cast):
    night = linked(night(12))
    with pytest.raises(ValueError, match="link"):
        RequestedBy(night.evening.pk, cast.vera, link=link(night).pk)


def test_what_the_phone_sets_off_is_the_phones_too(night):
    night = linked(night(12))
    deal_record(phone(night, 1), **body(night, 1))
    rung = Journal.objects.get(verb="bell_rung")
    assert rung.author == "the phone of table 1"
    assert rung.actor is None


def test_it_names_the_deal(night):
    """Its round, its number, and that nothing stands of it yet."""
    night = linked(night(12, deals=3))
    deal_record(phone(night), **body(night))
    with refused("deal", "already", StaleError):
        deal_record(phone(night), **body(night))
    with refused("deal", "plays deal 2 next"):
        deal_record(phone(night), **body(night, deal=3))
    with refused("round"):
        deal_record(phone(night), **body(night, deal=2, round=2))
    deal_record(phone(night), **body(night, deal=2))


def test_not_in_a_round_that_is_closed(night):
    night = linked(night(12))
    night.play_round()
    late = body(night)
    moves_apply(night.by, round=1)
    with refused("round", "is over"):
        deal_record(phone(night), **{**late, "deal": 2})


def test_hardly_more_queries_than_a_members(night):
    """One more: the link, and what it wrote lately, are read under the lock."""
    night = linked(night(12))
    few = queries_of(deal_record, night.by, **body(night, 3))
    many = queries_of(deal_record, phone(night), **body(night))
    assert len(many) == len(few) + 1 <= 10, "\n".join(many)


def test_an_address_that_nobody_made_up(night):
    night = linked(night(12))
    found = link(night)
    token = make_token(found)
    assert find_link_by_token(token) == found
    number, signature = token.split(".")
    assert len(signature) == LETTERS
    forged = [
        "",
        number,
        f"{number}.",
        f"{number}.{'A' * LETTERS}",
        f"{link(night, 3).pk}.{signature}",
        f"0{number}.{signature}",
        f" {number}.{signature}",
        f"{number}.{signature[:-1]}",
        f"{number}.{signature}A",
        f"{number}.{signature.swapcase()}",
        Signer(sep=".").sign(number),
        Signer(sep=".", salt="tournaments.scorer-link").sign(number),
        "x" * 5000,
        "१२.३",
    ]
    for token in forged:
        assert find_link_by_token(token) is None, token
    for number in ("", "x", "-1", "٣", "1e3", "9" * 40):
        assert find_link_by_number(number) is None, number


def test_not_when_the_evening_is_finished(night):
    night = linked(night(12))
    token, mine = make_token(link(night)), phone(night)
    night.play_round()
    night.settle()
    assert find_link_by_token(token) is not None, "what comes late is still told while settling up"
    with refused("stage"):
        deal_record(mine, round=1, table=2, deal=1, winners=[], in_call=[], tally=Tally())
    type(night.evening).objects.update(stage=Stage.FINISHED)
    assert find_link_by_token(token) is not None, "its page says that the evening is over"
    with refused("stage"):
        deal_record(mine, round=1, table=2, deal=1, winners=[], in_call=[], tally=Tally())


def test_a_phone_that_writes_without_end_is_stopped(night, monkeypatch):
    night = linked(night(8))
    night.next_round()
    monkeypatch.setattr(journal, "MOST_LATELY", 3)

    def write(key=None):
        return entry_late(phone(night, key=key), round=1, table=2, deal=1, typed=["Won: p01"])

    for _again in range(2):
        write()
    last = write(key := uuid4())
    with refused("link", "Wait a minute"):
        write()
    assert write(key) == last, "what was sent before is answered again"
    Journal.objects.filter(link=link(night)).update(at=timezone.now() - journal.LATELY)
    write()
