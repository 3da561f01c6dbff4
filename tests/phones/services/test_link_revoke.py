from accounts.errors import ForbiddenError
from tests.cast import refused
from tests.linked_phones import link, linked, phone
from tests.scoring.services.test_deal_record import body
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.models import ScorerLink
from tournaments.phones.selectors import find_link_by_token, make_token
from tournaments.phones.services import link_revoke
from tournaments.scoring.services.deals import deal_record

CASE = Case(
    link_revoke,
    scene=lambda make: linked(make(12)),
    body=lambda night: {"table": 2},
    stages=(Stage.SEATED, Stage.PLAYING, Stage.SETTLING),
)


def test_it_works(night):
    """Whoever is at the form when the link is revoked writes nothing any more; other tables do."""
    night = linked(night(12))
    at_the_form, token = phone(night), make_token(link(night))
    line = link_revoke(night.by, table=2)
    assert ScorerLink.objects.get(table=2).void == line
    assert find_link_by_token(token) is None
    with refused("link", "Scan the code", ForbiddenError):
        deal_record(at_the_form, **body(night))
    deal_record(phone(night, 3), **body(night, 3))
    assert [pool.position for pool in night.facts.pools] == [3]
    for table in (0, 2, 9, 10**30):
        with refused("table", "has no code"):
            link_revoke(night.by, table=table, renew=table == 2)


def test_a_new_link_in_its_place(night):
    night = linked(night(12))
    old = phone(night)
    line = link_revoke(night.by, table=2, renew=True)
    assert link(night).journal == line
    with refused("link", error=ForbiddenError):
        deal_record(old, **body(night))
    deal_record(phone(night), **body(night))
