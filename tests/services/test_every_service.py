"""Rights, stages, reasons and repeated requests: the same for every service, so tested once for all.

A new service needs its own test file with a ``CASE`` in it; without one this module fails.
"""

from uuid import uuid4

import pytest

from accounts.errors import ForbiddenError
from tests.cast import everything, refused
from tests.services.cases import all_services, case_of
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal

pytestmark = pytest.mark.every_case

SERVICES = sorted(all_services())


def test_there_are_services():
    assert len(SERVICES) >= 28


@pytest.mark.parametrize("name", SERVICES)
class TestEveryService:
    def test_it_has_a_case_of_its_own(self, name):
        assert case_of(name).service is all_services()[name]

    def test_it_validates_ownership(self, name, night, cast):
        case = case_of(name)
        theirs = night(0, Stage.DRAFT, club=cast.other_club)
        night = case.scene(night)
        body = case.body(night)
        for stranger in case.may_not(cast):
            with refused("role", error=ForbiddenError):
                case.service(case.by(night, stranger), **body)
        for person in (cast.alice, cast.bob, cast.sam):
            with refused("role", error=ForbiddenError):
                case.service(case.by(theirs, person), **body)

    @pytest.mark.postgresql
    def test_who_holds_the_right_may_and_the_journal_has_no_gaps(self, name, night, cast):
        case = case_of(name)
        night, actor = case.scene(night), case.may(cast)[-1]
        line = case.service(case.by(night, actor), **case.body(night))
        assert (line.actor, line.evening_id, line.reason) == (actor, night.evening.pk, case.reason)
        seqs = list(Journal.objects.filter(evening=night.evening).values_list("seq", flat=True))
        assert seqs == list(range(1, Evening.objects.get(pk=night.evening.pk).seq + 1))

    def test_at_other_stages_it_is_refused(self, name, night):
        case = case_of(name)
        night = case.scene(night)
        body = case.body(night)
        for stage in set(Stage) - set(case.stages):
            Evening.objects.update(stage=stage)
            with refused("stage"):
                case.service(case.by(night), **body)

    @pytest.mark.postgresql(every_case=True)
    def test_the_same_request_twice_changes_nothing(self, name, night, cast):
        """And another body under its key is refused, as is a stranger who learnt of the key."""
        case, key = case_of(name), uuid4()
        night = case.scene(night)
        body = case.body(night)
        first = case.service(case.by(night, key=key), **body)
        before = everything()
        assert case.service(case.by(night, key=key), **body) == first
        assert everything() == before
        with refused("request_key"):
            case.service(case.by(night, key=key, reason="another"), **body)
        with refused("role", error=ForbiddenError):
            case.service(case.by(night, cast.charlie, key=key), **body)

    def test_reasons(self, name, night):
        """Bad ones are refused; one is asked where history changes; the program needs no account."""
        case = case_of(name)
        night = case.scene(night)
        body = case.body(night)
        for reason in ("x" * 201, "nul\x00", "turned \u202e about"):
            with refused("reason"):
                case.service(case.by(night, reason=reason), **body)
        if case.asks_reason:
            with refused("reason", "Enter a reason"):
                case.service(case.by(night, reason=" \t "), **body)
        reason = case.reason if case.asks_reason else ""
        line = case.service(RequestedBy(night.evening.pk, reason=reason), **body)
        assert (line.actor, line.reason) == (None, reason)


def test_the_key_of_another_command_is_refused(night):
    night = night(12)
    key = Journal.objects.order_by("-seq")[0].request_key = uuid4()
    Journal.objects.filter(seq=2).update(request_key=key)
    for name in ("bell_ring", "evening_settle"):
        case = case_of(name)
        with refused("request_key"):
            case.service(case.by(night, key=key), **case.body(night))
