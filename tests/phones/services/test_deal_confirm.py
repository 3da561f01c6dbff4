from accounts.errors import StaleError
from accounts.permissions import Right
from tests.cast import refused
from tests.linked_phones import linked, phone
from tests.scoring.services.test_deal_record import body as deal_body
from tests.services.cases import Case, refusals
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Stage
from tournaments.models import DealVersion
from tournaments.phones.selectors import find_unconfirmed
from tournaments.phones.services import deal_confirm
from tournaments.scoring.presenters.deals import load_deal_sheet
from tournaments.scoring.services.deals import deal_correct, deal_record


def recorded(make, **settings):
    night = linked(make(12, confirm=True, **settings))
    deal_record(phone(night), **deal_body(night))
    return night


def body(night, **changes):
    where = {"round": 1, "table": 2, "deal": 1, "base_version": 1}
    return {**where, "entry": night.table(2)[2], **changes}


CASE = Case(
    deal_confirm,
    scene=recorded,
    body=body,
    stages=(Stage.PLAYING, Stage.SETTLING),
    right=Right.SCORE,
)


def test_it_works(night):
    night = recorded(night)

    def standing():
        found = load_deal_sheet(night.evening, 1, 2, 1).stands
        return found and (found.by_link, found.confirmed_by, found.mark)

    assert find_unconfirmed(night.evening, 1) == {2: (1,)}
    assert standing() == (True, "", "1")
    line = deal_confirm(phone(night), **body(night))
    assert DealVersion.objects.get().confirmed == line
    assert find_unconfirmed(night.evening, 1) == {}
    assert standing() == (True, night.facts.names[night.table(2)[2]], "1-confirmed")
    with refused("confirm", "already", StaleError):
        deal_confirm(phone(night), **body(night, entry=night.table(2)[1]))


test_refusals = refusals(
    CASE,
    {
        "of another table": ("entry", "does not play", lambda night: body(night, entry=night.table(1)[0])),
        "nobody": ("entry", "does not play", {"entry": 0}),
        "a huge number": ("entry", "does not play", {"entry": 10**30}),
    },
)


def test_what_an_organiser_wrote_needs_nobody(night):
    night = recorded(night)
    deal_record(night.by, **deal_body(night, 3))
    with refused("confirm", "An organiser"):
        deal_confirm(phone(night, 3), **body(night, table=3, entry=night.table(3)[0]))
    deal_correct(night.because("a slip"), **deal_body(night), base_version=1)
    assert find_unconfirmed(night.evening, 1) == {}
    with refused("version", "changed since you opened the page", StaleError):
        deal_confirm(phone(night), **body(night))
    with refused("confirm", "An organiser"):
        deal_confirm(phone(night), **body(night, base_version=2))


def test_only_where_it_is_so_set(night):
    night = linked(night(12))
    deal_record(phone(night), **deal_body(night))
    assert find_unconfirmed(night.evening, 1) == {}
    with refused("confirm", "need no confirmation"):
        deal_confirm(phone(night), **body(night))


def test_nothing_waits_for_it(night):
    night = recorded(night)
    bell_ring(night.by, round=1)
    for table in (1, 3):
        deal_record(phone(night, table), **deal_body(night, table))
    night.decide()
    assert night.preview().ready
    assert find_unconfirmed(night.evening, 1) == {1: (1,), 2: (1,), 3: (1,)}
