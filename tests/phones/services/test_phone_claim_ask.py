from datetime import timedelta

from accounts.errors import StateError
from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import entry_change, entry_withdraw
from tournaments.core.record import Stage
from tournaments.evening.services.journal import MOST_LATELY, RequestedBy
from tournaments.models import Journal
from tournaments.phones.selectors import ClaimState, claim_state, open_claims
from tournaments.phones.services import (
    MOST_CLAIMS,
    MOST_CLAIMS_EACH,
    WHILE_HERE,
    phone_claim_ask,
    phone_claim_decide,
)

CASE = Case(
    phone_claim_ask,
    scene=lambda make: make(8),
    body=lambda night: {"entry": night.entry("p02")},
    stages=WHILE_HERE,
)


def own(night):
    """A player's own phone asks, without an account."""
    return RequestedBy(night.evening.pk)


def waiting(night):
    return [(claim.name, claim.seq) for claim in open_claims(night.evening)]


def test_it_works(night):
    night = night(8, Stage.CHECK_IN)
    line = phone_claim_ask(own(night), entry=night.entry("p02"))
    assert waiting(night) == [("p02", line.seq)]
    assert line.author == "a player’s phone"
    assert claim_state(night.evening.pk, night.entry("p02"), line.seq) is ClaimState.WAITING
    assert claim_state(night.evening.pk, night.entry("p03"), line.seq) is None


def test_the_later_request_of_a_phone_counts(night):
    night = night(8)
    first = phone_claim_ask(own(night), entry=night.entry("p02"))
    second = phone_claim_ask(own(night), entry=night.entry("p03"), instead=first.seq)
    assert waiting(night) == [("p03", second.seq)]
    assert claim_state(night.evening.pk, night.entry("p02"), first.seq) is ClaimState.REFUSED


def test_renamed_and_removed(night):
    night = night(8, Stage.CHECK_IN)
    entry = night.entry("p02")
    line = phone_claim_ask(own(night), entry=entry)
    entry_change(night.by, entry=entry, name="Emre", role="", whose="list")
    assert waiting(night) == [("Emre", line.seq)]
    entry_withdraw(night.by, entry=entry)
    assert waiting(night) == []
    with refused("claim", "no such request"):
        phone_claim_decide(night.by, claim=line.seq, granted=True)
    with refused("entry", "not checked in", StateError):
        phone_claim_ask(own(night), entry=entry)


def test_nobody_floods_the_console(night):
    """So many wait for one person, and in all; and so many are sent in a minute, whatever is refused."""
    night = night(12)
    names = [f"p{n:02}" for n in range(1, 13)]
    for _again in range(MOST_CLAIMS_EACH):
        phone_claim_ask(own(night), entry=night.entry("p01"))
    with refused("entry", "Too many requests", StateError):
        phone_claim_ask(own(night), entry=night.entry("p01"))
    for name in names[1 : 1 + MOST_CLAIMS - MOST_CLAIMS_EACH]:
        phone_claim_ask(own(night), entry=night.entry(name))
    with refused("entry", "Too many requests", StateError):
        phone_claim_ask(own(night), entry=night.entry("p12"))
    phone_claim_decide(night.by, granted=False)
    assert waiting(night) == []
    for n in range(MOST_LATELY - MOST_CLAIMS):
        line = phone_claim_ask(own(night), entry=night.entry(names[n % 12]))
        phone_claim_decide(night.by, claim=line.seq, granted=False)
    with refused("entry", "Too many requests", StateError):
        phone_claim_ask(own(night), entry=night.entry("p12"))
    asked = Journal.objects.filter(evening=night.evening, verb="phone_claim_asked")
    asked.update(at=line.at - timedelta(minutes=2))
    phone_claim_ask(own(night), entry=night.entry("p12"))
