"""“This is me” on a phone without an account: by the organiser's tap or a code; and who gets in nowhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.web.html import Page, faults, shows
from tests.web.wording import words
from tournaments.attendance.services import entry_withdraw
from tournaments.core.record import Stage
from tournaments.models import EntryRow, PhoneClaim
from tournaments.phones.selectors import ME, select_open_claims
from tournaments.phones.services import MOST_CLAIMS_EACH, phone_claim_decide, phone_code_show


def at(night, name, entry=None):
    places = [night.evening.join_code, *([entry] if entry else [])]
    return reverse(name, args=places)


def ask(phone, night, name="p02"):
    answer = phone.post(at(night, "phone-claim", night.entry(name)))
    assert answer.status_code == 302
    return answer


def waiting(night):
    return [claim.name for claim in select_open_claims(night.evening.pk)]


def decide(night, granted=True):
    claims = [claim.pk for claim in select_open_claims(night.evening.pk)]
    phone_claim_decide(by=night.alice, evening=night.evening, claims=claims, granted=granted)


def enter(phone, night, code, name="p02"):
    return phone.post(at(night, "phone-code", night.entry(name)), {"code": code})


def seat(phone, night, name="p02"):
    answer = phone.get(at(night, "player", night.entry(name)))
    assert answer.status_code == 200
    assert faults(answer.content.decode()) == []
    return words(answer)


def code_for(night, name="p02"):
    entry = EntryRow.objects.select_related("evening__club").get(pk=night.entry(name))
    return phone_code_show(by=night.alice, entry=entry, now=timezone.now())


def part_words(answer):
    assert answer.status_code == 200
    return Page(answer.text).root.words


def remembered(phone, night):
    """Where the join page and the names lead this phone."""
    answers = [phone.get(reverse("join")), phone.get(at(night, "find-me")), phone.get(reverse("home"))]
    return [answer.url if answer.status_code == 302 else "" for answer in answers]


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
def test_by_the_organisers_tap(night, client, stage):
    night, phone = night(8, stage), Client()
    ask(phone, night)
    ask(phone, night)
    [claim] = select_open_claims(night.evening.pk)
    part = at(night, "phone-claim-now", night.entry("p02"))
    assert f"request {claim.pk}" in seat(phone, night)
    assert f"request {claim.pk}" in part_words(phone.get(part))
    assert part_words(Client().get(part)) == ""
    assert remembered(phone, night) == ["", "", ""]
    client.force_login(night.alice)
    organisers = reverse("phone-claims", args=[night.evening.pk])
    page = client.get(reverse("evening", args=[night.evening.pk]))
    assert faults(page.content.decode()) == []
    assert f'hx-get="{organisers}"' in page.text
    assert f"p02 request {claim.pk}" in part_words(client.get(organisers))
    client.post(organisers, {"claim": claim.pk, "granted": "yes"})
    assert part_words(client.get(organisers)) == ""
    assert "This phone remembers you this evening." in part_words(phone.get(part))
    assert "This phone remembers you this evening." in seat(phone, night)
    home = at(night, "player", night.entry("p02"))
    assert remembered(phone, night) == [home, home, home]
    names = at(night, "find-me") + "?names"
    assert names in phone.get(home).text
    assert phone.get(names).status_code == 200
    assert remembered(Client(), night) == ["", "", ""]


def test_all_are_refused_at_one_tap(night, client):
    night = night(8)
    for name in ("p02", "p03"):
        ask(Client(), night, name)
    client.force_login(night.alice)
    numbers = [claim.pk for claim in select_open_claims(night.evening.pk)]
    client.post(reverse("phone-claims", args=[night.evening.pk]), {"claim": numbers})
    assert waiting(night) == []
    assert not PhoneClaim.objects.filter(granted=True).exists()


def test_by_a_code(night, client):
    night, phone = night(8), Client()
    client.force_login(night.alice)
    shown = client.post(reverse("phone-code-show", args=[night.evening.pk, night.entry("p02")]))
    assert faults(shown.content.decode()) == []
    assert "no-store" in shown["Cache-Control"]
    assert shown["Refresh"] == f"120; url={reverse('evening', args=[night.evening.pk])}"
    [(first, last)] = re.findall(r"\b(\d{3}) (\d{3})\b", words(shown))
    answer = enter(phone, night, f"{first} {last}")
    assert (answer.status_code, answer.url) == (302, at(night, "player", night.entry("p02")))
    assert "remembers you" in seat(phone, night)
    assert enter(Client(), night, first + last).status_code == 422


def test_refused(night):
    night, phone = night(8), Client()
    ask(phone, night)
    decide(night, granted=False)
    assert "did not confirm" in seat(phone, night)
    ask(phone, night)
    assert waiting(night) == ["p02"]


def test_this_is_not_me(night):
    """A request is withdrawn, and a phone is handed on; another name replaces the request."""
    night, phone = night(8), Client()
    ask(phone, night)
    ask(phone, night, "p03")
    assert waiting(night) == ["p03"]
    phone.post(at(night, "phone-forget", night.entry("p03")))
    assert waiting(night) == []
    enter(phone, night, code_for(night))
    assert remembered(phone, night)[0]
    phone.post(at(night, "phone-forget", night.entry("p02")))
    assert remembered(phone, night) == ["", "", ""]


def test_removed_and_over(night):
    """Who takes no part has no page; after the evening, the phone is led nowhere, and the page stays."""
    early, phone = night(8, Stage.CHECK_IN), Client()
    ask(phone, early)
    decide(early)
    entry = early.entry("p02")
    entry_withdraw(early.by, entry=entry)
    assert remembered(phone, early) == ["", "", ""]
    assert phone.post(at(early, "phone-claim", entry)).status_code == 404
    assert phone.post(at(early, "phone-code", entry), {"code": "123456"}).status_code == 404
    late, phone = night(8), Client()
    enter(phone, late, code_for(late))
    late.finish()
    assert remembered(phone, late) == ["", "", ""]
    page = seat(phone, late)
    assert "Code from the organiser" not in page
    answer = phone.post(at(late, "phone-claim", late.entry("p03")), follow=True)
    assert "The evening is finished." in words(answer)


def test_a_code_is_tried_a_few_times_only(night):
    """From all addresses together; then the right one is wrong, too."""
    night = night(8)
    code = code_for(night)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    for n in range(5):
        answer = Client(REMOTE_ADDR=f"192.0.2.{n}")
        page = enter(answer, night, wrong)
        assert page.status_code == 422
        assert faults(page.content.decode()) == []
        shows(page, "This code is wrong or too old. Ask the organiser for a new one.")
    assert enter(Client(), night, code).status_code == 422
    assert enter(Client(), night, code_for(night)).status_code == 302


def test_one_address_is_slowed_down(night, settings):
    settings.FAILURES = {**settings.FAILURES, "person": (MOST_CLAIMS_EACH, 600)}
    night = night(8)
    for guess in range(MOST_CLAIMS_EACH):
        assert enter(Client(), night, f"00000{guess}").status_code == 422
    assert enter(Client(), night, code_for(night)).status_code == 429
    assert Client().post(at(night, "phone-claim", night.entry("p02"))).status_code == 429


def test_a_cookie_is_for_one_person_of_one_evening(night):
    """One that somebody wrote, or took from another evening or name, remembers nobody."""
    night, other, phone = night(8), night(8), Client()
    enter(phone, night, code_for(night))
    assert remembered(phone, other)[1] == ""
    assert "remembers you" not in seat(phone, night, "p03")
    forged = Client()
    forged.cookies[ME] = f"{PhoneClaim.objects.get().pk}.{night.entry('p02')}"
    assert remembered(forged, night) == ["", "", ""]
    assert seat(forged, night)


def test_nothing_more_is_read(night):
    """The page of a remembered phone has the same words as everybody's, but for its own line and form."""
    night, phone = night(8), Client()
    before = seat(Client(), night)
    enter(phone, night, code_for(night))
    after = seat(phone, night).replace("This phone remembers you this evening. ", "")
    start, *_rest = before.partition("This is me")
    assert after.startswith(start)


@translation.override("de")
def test_in_german(night):
    night, phone = night(8), Client(headers={"Accept-Language": "de"})
    assert "Das bin ich" in seat(phone, night)
