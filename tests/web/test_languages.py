"""Headtable in the language of who reads it: asked for by the browser, or chosen."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from accounts.errors import RuleError
from games.rules.registry import RULESETS
from tests import messages
from tests.linked_phones import form, linked, scan
from tests.web.bid_form import HOOKED, bids, seen, tricks
from tests.web.bid_form import where as bids_at
from tests.web.deal_form import of, told
from tests.web.html import Page, faults, shows
from tournaments.attendance.services import player_drop, player_pause
from tournaments.base import words
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.reasons import SENTENCES
from tournaments.core.record import Stage
from tournaments.core.settings import BellBy
from tournaments.models import Evening

GERMAN = {"Accept-Language": "de-CH, de;q=0.9, en;q=0.5"}
WHOLE = ("caller-clag", "blackout-cooperative")
"""Games that are played to their end at one table."""


@pytest.fixture
def missed(monkeypatch, settings):
    """Every text that was looked up in German and is not there; English was shown instead."""
    german = trans_real.translation("de")
    found: set[str] = set()
    one, many = type(german).gettext, type(german).ngettext
    catalog = german._catalog  # type: ignore[attr-defined]
    own_names = {name for _, name in settings.LANGUAGES} | {game.title for game in RULESETS.values()}

    def known(text: str) -> bool:
        return text in catalog or (text, 0) in catalog or text in own_names

    def gettext(self, text):
        if self is german and text and not known(text):
            found.add(text)
        return one(self, text)

    def ngettext(self, text, plural, n):
        if self is german and not known(text):
            found.add(text)
        return many(self, text, plural, n)

    monkeypatch.setattr(type(german), "gettext", gettext)
    monkeypatch.setattr(type(german), "ngettext", ngettext)
    return found


@pytest.fixture
def german(client):
    """A browser that asks for German."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = GERMAN["Accept-Language"]
    return client


def look(client, *addresses, status=200):
    for address in addresses:
        answer = client.get(address, follow=True)
        html = answer.content.decode()
        assert answer.status_code == status, (address, answer.status_code)
        assert next(Page(html).root.all("html")).attributes["lang"] == "de", address
        assert faults(html) == [], address


def hall(night):
    """The pages that everybody in the hall may open."""
    code = night.evening.join_code
    people = [entry.id for entry in night.facts.entries][::4]
    return [
        reverse("join"),
        reverse("find-me", args=[code]),
        reverse("hall", args=[code]),
        *(reverse("player", args=[code, entry]) for entry in people),
    ]


def test_who_did_it_and_why_read_well(client, german, cast, night):
    """The program is “das Programm”, which no sentence bends; a reason stands in German quotation marks."""
    client.force_login(cast.alice)
    finished, off = night(12, Stage.FINISHED), night(12, Stage.CALLED_OFF)
    told = german.get(reverse("evening", args=[finished.evening.pk])).text
    assert "das Programm" in told
    assert "von das Programm" not in told
    shows(german.get(reverse("evening", args=[off.evening.pk])), "das Programm: „Too few players“")


def test_the_catalog_is_listened_to(missed):
    with translation.override("de"):
        translation.gettext("Nobody has ever said this.")
        translation.ngettext("one of none", "many of none", 2)
        assert translation.gettext("Table") == "Tisch"
    assert missed == {"Nobody has ever said this.", "one of none"}


@pytest.mark.parametrize(
    ("game", "stage"),
    [
        *((game, stage) for game in ("draw-poker", "clag") for stage in Stage if stage is not Stage.DRAFT),
        *((game, Stage.PLAYING) for game in ("three-stake-brag", *WHOLE)),
    ],
)
def test_players_and_the_hall_read_german(german, night, missed, game, stage):
    night = night(12, stage, game=game, format="fixed" if game in WHOLE else "progressive")
    look(german, *hall(night))
    if stage is Stage.FINISHED:
        look(german, *hall(night.reveal()))
    assert missed == set()


def test_a_round_in_its_states_in_german(german, night, missed):
    night = night(18, bell=BellBy.HAND)
    night.play(2)
    look(german, *hall(night))
    player_pause(night.by, entry=night.table(2)[1])
    player_drop(night.by, entry=night.table(2)[2])
    look(german, *hall(night))
    for table in set(night.tables) - {2}:
        night.play_table(table)
    look(german, *hall(night))
    bell_ring(night.by, round=1)
    look(german, *hall(night))
    night.decide()
    moves_apply(night.by, round=1)
    look(german, *hall(night))
    assert missed == set()


@pytest.mark.parametrize("format", ["fixed", "rotation", "swiss", "knockout", "ladder"])
def test_every_format_in_german(german, night, missed, format):
    night = night(12, game="draw-poker", format=format, deals=1)
    look(german, *hall(night))
    night.play_round()
    look(german, *hall(night))
    assert missed == set()


def test_a_scorers_phone_speaks_german(german, night, missed):
    night = linked(night(12, deals=2, bell=BellBy.HAND))
    phone = scan(night, client=german)
    at = reverse("score-deal", args=[1, 1])
    look(phone, reverse("score"), at)
    shows(phone.post(at, form(night, 2)), "Tippen Sie den Gewinner des Topfes an.", status=422)
    a, b, *_ = night.table(2)
    sent = form(night, 2, **told([a], [b], **of([a, b], (5, 5))))
    assert "Gabe 2 eintragen" in seen(phone.post(at, sent, follow=True))
    look(phone, at, reverse("score-deal", args=[1, 2]), reverse("score"))
    for other in (1, 3):
        night.play_table(other)
    look(phone, reverse("score"), at)
    phone.get(reverse("score-now"))
    assert missed == set()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *[("/", 200), ("/login/", 200), ("/join/", 200), ("/language/", 200)],
        *[("/no/such/page/", 404), ("/score/", 404)],
    ],
)
def test_the_doors_in_german(german, cast, missed, path, status):
    look(german, path, status=status)
    assert missed == set()


def test_organisers_and_scorers_forms_of_a_deal_in_german(german, night, cast, missed):
    german.force_login(cast.sam)
    night = night(4, **HOOKED)
    at = bids_at(night)
    look(german, at)
    assert german.post(at, bids(night, 9, 0, 0, 1, trump="H")).status_code == 422
    german.post(at, bids(night, 1, 0, 0, 1, trump="H"))
    look(german, at)
    german.post(at, tricks(night, 1, 0, 0, 0))
    look(german, at)
    assert missed == set()


def test_every_reason_has_its_german_sentence():
    with translation.override("de"):
        texts = {text for told in SENTENCES.values() for text in told}
        english = sorted(text for text in texts if translation.gettext(text) == text)
    assert english == []


# Dates, numbers and plural forms


def test_a_date_is_written_as_germans_do(german, night, cast):
    night = night(0, Stage.CHECK_IN)
    Evening.objects.filter(pk=night.evening.pk).update(held_on=date(2026, 3, 1))
    german.force_login(cast.alice)
    for address in (reverse("evening", args=[night.evening.pk]), reverse("club", args=[cast.club.pk])):
        assert "So, 1. März 2026" in german.get(address).content.decode(), address


# The choice


def choose(client, language="de", **more):
    return client.post(reverse("language"), {"language": language, **more})


def lang(client, address="/", **headers):
    answer = client.get(address, headers=headers)
    return next(Page(answer.content.decode()).root.all("html")).attributes["lang"]


def test_the_browser_is_asked_until_somebody_chooses(client, cast):
    assert lang(client) == "en"
    assert lang(client, **GERMAN) == "de"
    assert lang(client, **{"Accept-Language": "fr"}) == "en"
    assert choose(client).url == "/"
    assert lang(client) == "de"
    choose(client, "en")
    assert lang(client, **GERMAN) == "en"


def test_each_language_is_offered_in_its_own_name_from_every_page(client, cast):
    page = client.get("/join/?x=1").content.decode()
    link = next(a for a in Page(page).root.all("a") if a.attributes["href"].startswith("/language/"))
    assert link.words == "English / Deutsch"
    page = client.get(link.attributes["href"]).content.decode()
    assert [
        (b.words, b.attributes["lang"]) for b in Page(page).root.all("button") if b.attributes.get("lang")
    ] == [
        ("English", "en"),
        ("Deutsch", "de"),
    ]
    back = next(i for i in Page(page).root.all("input") if i.attributes.get("name") == "next")
    assert back.attributes["value"] == "/join/?x=1"
    assert choose(client, next="/join/?x=1").url == "/join/?x=1"


def test_what_is_no_address_is_refused(client):
    assert choose(client, next="Probe").status_code == 400
    assert client.get("/language/", {"next": "Probe"}).status_code == 400


@pytest.mark.parametrize(
    "next", ["https://example.com/", "//example.com", "javascript:alert(1)", "\\\\x.org"]
)
def test_it_leads_nowhere_else(client, cast, next):
    assert choose(client, next=next).url == "/"
    page = client.get("/language/", {"next": next}).text.replace("&#x27;", "'")
    assert next not in page.split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize("language", ["", "xx", "de-AT", "fr"])
def test_a_language_that_headtable_does_not_speak_is_refused(client, cast, language):
    shows(choose(client, language), "Choose one of these", status=422)
    assert "django_language" not in client.cookies


def test_the_choice_is_no_matter_of_scripts_or_of_other_sites(client, cast, settings):
    cookie = choose(client).cookies["django_language"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    settings.LANGUAGE_COOKIE_SECURE = True
    assert choose(client).cookies["django_language"]["secure"]
    assert choose(Client(enforce_csrf_checks=True)).status_code == 403


# What is kept is never shown in another language


@pytest.mark.parametrize(
    ("name", "part", "says"),
    [
        ("standings", False, "Platz"),
        ("hall", True, "Tisch"),
        ("player", True, "Tisch"),
        ("pictures", False, "Punkte, Runde für Runde"),
    ],
)
def test_what_a_browser_keeps_comes_in_the_language_asked_for(client, night, cast, name, part, says):
    night = night(12, Stage.FINISHED, game="clag").reveal() if name == "pictures" else night(12)
    client.force_login(cast.vera)
    address = {
        "hall": lambda: reverse(name, args=[night.evening.join_code]),
        "player": lambda: reverse(name, args=[night.evening.join_code, night.table(1)[0]]),
    }.get(name, lambda: reverse(name, args=[night.evening.pk]))()
    again = {"HX-Request": "true"} if part else {}
    english = client.get(address, headers=again)
    kept = again | {"If-None-Match": english["ETag"]}
    assert client.get(address, headers=kept).status_code == 304
    german = client.get(address, headers=kept | GERMAN)
    shows(german, says, *([] if part else ['<html lang="de">']), status=200)
    vary = {"Accept-Language", "Cookie", *again}
    assert vary <= {name.strip() for name in german["Vary"].split(",")}
    choose(client)
    assert client.get(address, headers=kept).status_code == 200


def test_the_program_on_a_phone_is_named_in_its_language(client, db):
    said = client.get(reverse("manifest"), headers=GERMAN)
    assert said.json()["lang"] == "de"
    assert "Spieleabende" in said.json()["description"]
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in said["Vary"].split(",")}


# Programs


def test_the_api_refuses_in_the_language_asked_for(client, db):
    shows(client.get("/api/v1/nothing/", headers=GERMAN), "Unter dieser Adresse ist nichts.")
    answer = client.post("/api/v1/nothing/", "{", content_type="application/json")
    assert "There is nothing at this address." in answer.content.decode()


@pytest.mark.thorough
def test_the_description_of_the_api_is_english_for_everybody(client, db):
    from accounts.shared.api.schema import build_schema

    build_schema.cache_clear()
    german = client.get(reverse("api-schema"), headers=GERMAN).json()
    build_schema.cache_clear()
    assert client.get(reverse("api-schema")).json() == german


def test_a_refusal_is_worded_when_it_is_shown():
    error = RuleError("x", "No clock is running. Start one.")
    german = "Es läuft keine Uhr. Starten Sie eine."
    for language, said in (("de", german), ("en", "No clock is running. Start one.")):
        with translation.override(language):
            assert words.describe_refusal(error, {}) == said


def test_the_chooser_knows_every_language_that_there_is_a_catalog_for(settings):
    catalogs = {path.parent.parent.name for path in messages.LOCALE.glob("*/LC_MESSAGES/django.po")}
    assert catalogs | {messages.SOURCE} == {code for code, _ in settings.LANGUAGES}


@pytest.mark.parametrize(
    ("language", "many", "lost", "broken"),
    [("en", "1,234", "−1,815", "16.5"), ("de", "1.234", "−1.815", "16,5")],
)
def test_numbers_are_written_as_the_reader_does(language, many, lost, broken):
    with translation.override(language):
        assert words.format_counters(1234) == many
        assert words.format_signed(1234) == f"+{many}"
        assert words.format_signed(-1815) == lost
        assert words.format_metric(Fraction(33, 2)) == broken
        assert words.format_metric(Fraction(16, 3)) == "5 1/3"
        shown = words.fill_sentence(
            "%(figure)s, %(next)s, %(seed)s", {"figure": "16.5", "next": 1234, "seed": "16.5"}, {}
        )
        assert shown == f"{broken}, {many}, 16.5"


def test_what_scripts_and_fields_read_is_the_same_in_every_language(german, night):
    """A field that says 1.234 would give back 1."""
    night = linked(night(12, stake=4000))
    phone = scan(night, client=german)
    page = phone.get(reverse("score-deal", args=[1, 1])).content.decode()
    known = [row.attributes["data-had"] for row in Page(page).root.all() if "data-had" in row.attributes]
    assert known
    assert all(had.isdigit() for had in known)
    shows(german.get(reverse("player", args=[night.evening.join_code, night.table(2)[0]])), "4.000")
