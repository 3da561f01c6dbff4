from datetime import timedelta

from tests.cast import refused
from tests.phones.services.test_phone_claim_ask import own, waiting
from tests.services.cases import Case
from tournaments.models import Journal
from tournaments.phones.selectors import CODE_LASTS, ClaimState, claim_state, code_of
from tournaments.phones.services import WHILE_HERE, phone_claim_ask, phone_code_show, phone_code_use


def shown(make):
    night = make(8)
    phone_code_show(night.by, entry=night.entry("p02"))
    return night


def code(night):
    return code_of(Journal.objects.filter(evening=night.evening, verb="phone_code_shown").latest("seq"))


CASE = Case(
    phone_code_use,
    scene=shown,
    body=lambda night: {"entry": night.entry("p02"), "code": code(night)},
    stages=WHILE_HERE,
)


def test_it_works(night):
    """It works once, and the phone's request waits no more."""
    night = shown(night)
    entry = night.entry("p02")
    asked = phone_claim_ask(own(night), entry=entry)
    line = phone_code_use(own(night), entry=entry, code=code(night), instead=asked.seq)
    assert line.author == "a player’s phone"
    assert claim_state(night.evening.pk, entry, line.seq) is ClaimState.GRANTED
    assert waiting(night) == []
    with refused("code", "wrong or too old"):
        phone_code_use(own(night), entry=entry, code=code(night))


def test_it_refuses(night):
    night = shown(night)
    entry, right = night.entry("p02"), code(night)
    wrong = f"{(int(right) + 1) % 10**6:06}"
    for guess in ("", wrong, right[:5], f"{right} ", "١٢٣٤٥٦"):
        with refused("code", "wrong or too old"):
            phone_code_use(own(night), entry=entry, code=guess)
    with refused("code", "wrong or too old"):
        phone_code_use(own(night), entry=night.entry("p03"), code=right)
    phone_code_show(night.by, entry=entry)
    with refused("code", "wrong or too old"):
        phone_code_use(own(night), entry=entry, code=right)
    Journal.objects.filter(verb="phone_code_shown").update(at=Journal.objects.latest("at").at - CODE_LASTS)
    with refused("code", "wrong or too old"):
        phone_code_use(own(night), entry=entry, code=code(night))
    Journal.objects.filter(verb="phone_code_shown").update(
        at=Journal.objects.latest("at").at - CODE_LASTS + timedelta(seconds=60)
    )
    phone_code_use(own(night), entry=entry, code=code(night))
