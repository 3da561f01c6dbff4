"""“This is me” on a phone without an account: asked, decided, or by a code; none of it in the journal."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import ForbiddenError, RuleError, StaleError, StateError
from tests.cast import refused
from tournaments.attendance.services import entry_change, entry_withdraw
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import ENDED, Stage
from tournaments.models import EntryRow, PhoneClaim
from tournaments.phones.selectors import CODE_LASTS, find_claim, select_open_claims
from tournaments.phones.services import (
    MOST_ATTEMPTS,
    MOST_CLAIMS,
    MOST_CLAIMS_EACH,
    WHILE_HERE,
    phone_claim_ask,
    phone_claim_decide,
    phone_claim_end,
    phone_code_show,
    phone_code_use,
)

NOW = timezone.now()


def row(night, name="p02"):
    return EntryRow.objects.select_related("evening__club").get(evening=night.evening, name=name)


def ask(night, name="p02", now=NOW, **more):
    return phone_claim_ask(entry=row(night, name), now=now, **more)


def show(night, name="p02", now=NOW):
    return phone_code_show(by=night.alice, entry=row(night, name), now=now)


def use(night, code, name="p02", now=NOW, **more):
    return phone_code_use(entry=row(night, name), code=code, now=now, **more)


def decide(night, *claims, granted=True, by=None):
    numbers = [claim.pk for claim in claims]
    phone_claim_decide(by=by or night.alice, evening=night.evening, claims=numbers, granted=granted)


def waiting(night):
    return [claim.name for claim in select_open_claims(night.evening.pk)]


def wrong():
    """The code is refused; that it was tried is kept, so ``refused`` is not for it."""
    return pytest.raises(RuleError, match="wrong or too old")


def other(code, step=1):
    return f"{(int(code) + step) % 10**6:06}"


@pytest.mark.parametrize("granted", [True, False])
def test_the_organiser_decides_once(night, granted):
    night = night(8)
    first, second, seq = ask(night), ask(night), night.evening.seq
    decide(night, first, granted=granted)
    first.refresh_from_db()
    assert first.granted is granted
    assert list(select_open_claims(night.evening.pk)) == [second]
    for again in (granted, not granted):
        with refused("claim", "already done", StaleError):
            decide(night, first, granted=again)
    night.evening.refresh_from_db()
    assert night.evening.seq == seq


def test_only_organisers_decide_and_show_codes_and_only_in_their_evening(night, cast):
    night, theirs = night(8), night(8)
    claim, strange = ask(night), ask(theirs)
    for somebody in (cast.sam, cast.vera, cast.charlie):
        with pytest.raises(ForbiddenError):
            decide(night, claim, by=somebody)
        with pytest.raises(ForbiddenError):
            phone_code_show(by=somebody, entry=row(night), now=NOW)
    with refused("claim", "already done", StaleError):
        decide(night, strange)
    assert waiting(theirs) == ["p02"]


def test_the_later_request_of_a_phone_counts_and_a_phone_ends_its_own(night):
    night = night(8)
    first = ask(night)
    second = ask(night, "p03", before=first)
    assert waiting(night) == ["p03"]
    phone_claim_end(claim=second)
    assert waiting(night) == []


def test_renamed_removed_and_over(night):
    night, entry = night(8, Stage.CHECK_IN), None
    claim = ask(night)
    entry = claim.entry_id
    entry_change(night.by, entry=entry, name="Emre", role="", whose="list")
    assert waiting(night) == ["Emre"]
    assert find_claim(f"{claim.pk}.{entry}") == claim
    entry_withdraw(night.by, entry=entry)
    assert waiting(night) == []
    assert find_claim(f"{claim.pk}.{entry}") is None
    with refused("claim", "already done", StaleError):
        decide(night, claim)
    for act in (ask, show):
        with refused("entry", "not checked in", StateError):
            act(night, "Emre")


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_only_while_people_are_here(night, stage):
    night = night(8)
    claim = ask(night)
    type(night.evening).objects.filter(pk=night.evening.pk).update(stage=stage)
    night.evening.refresh_from_db()
    assert (find_claim(f"{claim.pk}.{claim.entry_id}") is None) == (stage in ENDED)
    if stage in WHILE_HERE:
        decide(night, claim)
        use(night, show(night))
        return
    for act in (
        lambda: decide(night, claim),
        lambda: ask(night),
        lambda: show(night),
        lambda: use(night, "1"),
    ):
        with refused("stage", error=StateError):
            act()


@pytest.mark.parametrize(
    "cookie",
    ["", ".", "x.1", "1", "1.1.1", "٣.٤", f"{10**30}.{10**30}", "6b1f0f8e-1d6c-4b7a-9a5e-0c2f7d3e4a11"],
)
def test_a_cookie_of_somebody_else_is_none(night, cookie):
    night(8)
    assert find_claim(cookie) is None


def test_nobody_floods_the_organiser(night):
    """So many wait for one person, and in all; and so many are sent in a minute, whatever is refused."""
    night = night(12)
    names = [f"p{n:02}" for n in range(1, 13)]
    claims = [ask(night, "p01") for _again in range(MOST_CLAIMS_EACH)]
    with refused("entry", "Too many requests", StateError):
        ask(night, "p01")
    claims += [ask(night, name) for name in names[1 : 1 + MOST_CLAIMS - MOST_CLAIMS_EACH]]
    for later in (NOW, NOW + timedelta(minutes=2)):
        with refused("entry", "Too many requests", StateError):
            ask(night, "p12", now=later)
    decide(night, *claims, granted=False)
    with refused("entry", "Too many requests", StateError):
        ask(night, "p12")
    ask(night, "p12", now=NOW + timedelta(minutes=2))
    assert PhoneClaim.objects.filter(entry__evening=night.evening).count() == 1


def test_a_code_works_once_for_one_person(night):
    night = night(8)
    claim, code = ask(night), show(night)
    assert (len(code), code.isdecimal()) == (6, True)
    assert waiting(night) == ["p02"]
    with wrong():
        use(night, code, "p03")
    granted = use(night, code, before=claim)
    assert (granted.entry_id, find_claim(f"{granted.pk}.{granted.entry_id}")) == (row(night).pk, granted)
    granted.refresh_from_db()
    assert granted.granted is True
    assert waiting(night) == []
    with wrong():
        use(night, code)


def test_a_code_ends_by_time_and_by_a_newer_one(night):
    night = night(8)
    old = show(night)
    show(night, "p03")
    new = show(night)
    if old != new:
        with wrong():
            use(night, old)
    with wrong():
        use(night, new, now=NOW + CODE_LASTS)
    use(night, new, now=NOW + CODE_LASTS - timedelta(seconds=1))


def test_a_code_is_tried_a_few_times_only(night):
    night = night(8)
    code = show(night)
    for guess in (*("", code[:5], f" {code}", "١٢٣٤٥٦"), other(code))[:MOST_ATTEMPTS]:
        with wrong():
            use(night, guess)
    with wrong():
        use(night, code)
    use(night, show(night))


def test_no_row_has_the_code(night):
    night = night(8)
    code = show(night)
    row = PhoneClaim.objects.get()
    assert code not in repr(vars(row))
    assert len(row.digest) == 64


def test_the_moves_that_are_announced_go_on(night):
    """A request is no line: who sends many stops neither the automatic moves nor the organiser's tap."""
    night = night(12)
    night.play_round()
    night.decide()
    night.evening.refresh_from_db()
    seen = night.evening.seq
    use(night, show(night))
    decide(night, ask(night, "p05"))
    moves_apply(night.by, round=1, seen=seen)
