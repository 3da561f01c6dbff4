import pytest

from accounts.errors import StaleError
from tests.cast import refused
from tests.phones.services.test_phone_claim_ask import own, waiting
from tests.services.cases import Case
from tournaments.phones.selectors import ClaimState, claim_state
from tournaments.phones.services import WHILE_HERE, phone_claim_ask, phone_claim_decide, phone_code_show


def asked(make):
    night = make(8)
    phone_claim_ask(own(night), entry=night.entry("p02"))
    return night


CASE = Case(
    phone_claim_decide,
    scene=asked,
    body=lambda night: {"claim": waiting(night)[0][1], "granted": True},
    stages=WHILE_HERE,
)


@pytest.mark.parametrize(("granted", "state"), [(True, ClaimState.GRANTED), (False, ClaimState.REFUSED)])
def test_it_works(night, granted, state):
    night = asked(night)
    [(_name, seq)] = waiting(night)
    other = phone_claim_ask(own(night), entry=night.entry("p02"))
    phone_claim_decide(night.by, claim=seq, granted=granted)
    assert claim_state(night.evening.pk, night.entry("p02"), seq) is state
    assert waiting(night) == [("p02", other.seq)]
    with refused("claim", "already done", StaleError):
        phone_claim_decide(night.by, claim=seq, granted=not granted)


def test_it_refuses(night):
    night = asked(night)
    shown = phone_code_show(night.by, entry=night.entry("p02"))
    for seq in (1, shown.seq, 10**9):
        with refused("claim", "no such request"):
            phone_claim_decide(night.by, claim=seq, granted=True)
    with refused("claim", "Choose one"):
        phone_claim_decide(night.by, granted=True)
    phone_claim_decide(night.by, granted=False)
    with refused("claim", "already done", StaleError):
        phone_claim_decide(night.by, granted=False)
