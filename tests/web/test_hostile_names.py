"""An evening where everything is called by an attack: nothing runs, nothing breaks, all is shown as typed."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Role, User
from tests.cast import Cast, Night
from tests.web.addresses import address
from tests.web.hostile import NAMES, SCRIPT, cast_at, hostile_league, hostile_night, shown
from tests.web.html import Page, faults
from tests.web.test_matrix import NOT_SO, ROWS
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import evening_publish, league_publish
from tournaments.models import League
from tournaments.results.services import evening_finish

pytestmark = [pytest.mark.slow, pytest.mark.story]

GET = [name for name, (get, _post) in ROWS.items() if get != NOT_SO and name != "live"]
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
OF_A_PAGE = ("0 h1", "html has no language", "no title")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def scene_at(cast: Cast, stage: Stage) -> tuple[Cast, Night]:
    """All pages know the cast at the club of these names."""
    night = hostile_night(cast, stage)
    for user, role in ((cast.bob, Role.ORGANISER), (cast.sam, Role.SCORER), (cast.vera, Role.VIEWER)):
        Membership.objects.create(user=user, club=night.evening.club, role=role)
    return cast_at(cast, night.evening.club), night


@pytest.fixture
def scene(cast) -> tuple[Cast, Night]:
    return scene_at(cast, Stage.PLAYING)


def answers(cast: Cast, night: Night, client: Client) -> Iterator[tuple[str, Any]]:
    """Whatever can be asked for of the evening and its club, with its answer."""
    for name in GET:
        url = address(name, cast, night)
        answer = client.get(url)
        assert answer.status_code < 500, url
        yield url, answer


def check(url: str, answer: Any) -> str:
    """Nothing in the answer runs or breaks; the words that somebody reads in it."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.status_code != 200:
        return ""
    if answer.headers.get("Content-Disposition", "").startswith("attachment"):
        assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer.headers["Content-Disposition"]), url
    if kind == "text/html":
        return _page(url, answer.content.decode())
    if kind == "text/csv":
        return _table(url, answer.content.decode("utf-8-sig"))
    if kind.endswith("json"):
        return json.dumps(json.loads(answer.content), ensure_ascii=False)
    if kind == "image/svg+xml":
        drawn = ElementTree.fromstring(answer.content)  # noqa: S314 - our own picture
        tags = [element.tag.rpartition("}")[2] for element in drawn.iter()]
        assert not {"script", "foreignObject", "image"} & set(tags), url
    return ""


def _page(url: str, html: str) -> str:
    whole = "<html" in html  # else a part of a page, which has no heading and no title
    found = [fault for fault in faults(html) if whole or fault not in OF_A_PAGE]
    assert found == [], url
    root = Page(html).root
    assert not any("juniors" in italic.words for italic in root.all("i")), url
    for image in root.all("img"):
        assert image.attributes.get("src") != "x", url
    return root.words + " ".join(str(element.attributes) for element in root.all("input", "option"))


def _table(url: str, text: str) -> str:
    """No cell is a formula: a program that opens the table would run it."""
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert not cell.startswith(FORMULA) or NUMBER.fullmatch(cell), (url, cell)
    return text


@pytest.mark.sample(1)
@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING])
def test_until_it_is_played(cast, client, stage):
    cast, night = scene_at(cast, stage)
    client.force_login(cast.alice)
    if stage is Stage.PLAYING:
        night.play_round()
    words = [check(url, answer) for url, answer in answers(cast, night, client)]
    for name in NAMES:
        assert any(shown(name) in page for page in words), name


@pytest.mark.thorough
def test_when_it_is_finished_and_counts_in_a_season(scene, client):
    cast, night = scene
    night.play_round()
    night.finish()
    night.reveal()
    hostile_league(cast, night)
    client.force_login(cast.alice)
    words = [check(url, answer) for url, answer in answers(cast, night, client)]
    for name in NAMES:
        assert any(shown(name) in page for page in words), name


@pytest.mark.thorough
def test_for_everybody(scene):
    """The hall, phones, finding oneself, a table’s phone, what is opened to all: without an account."""
    cast, night = scene
    evening_publish(night.by, published=True)
    night.play_round()
    assert opened(cast, night) == {"/public/evenings/", "/api/v1/public/evenings/"}
    night.settle()
    assert opened(cast, night) == {"/public/evenings/", "/api/v1/public/evenings/"}
    evening_finish(night.by)
    night.reveal()
    League.objects.update(name="Made by an address")
    hostile_league(cast, night)
    for league in League.objects.all():
        league_publish(by=cast.alice, league=league, published=True)
    kinds = ("evenings", "leagues", "leagues/seasons")
    assert opened(cast, night) == {f"{door}/public/{kind}/" for kind in kinds for door in ("", "/api/v1")}


def opened(cast: Cast, night: Night) -> set[str]:
    """What of the public pages and answers somebody without an account can read, and is as it should be."""
    told = {url: check(url, answer) for url, answer in answers(cast, night, Client())}
    found = (re.match(r"(.*/public/\w+/)[\w-]+/(seasons/)?", url) for url, words in told.items() if words)
    return {f"{kind[1]}{kind[2] or ''}" for kind in found if kind}


def test_refusals(scene, client):
    """A form that is refused says of whom."""
    cast, night = scene
    client.force_login(cast.alice)
    for name, (_get, post) in ROWS.items():
        if "422" in post and not name.startswith("account"):
            url = address(name, cast, night)
            answer = client.post(url)
            assert answer.status_code in (302, 422), url
            if answer.status_code == 422 and answer.text:
                _page(url, answer.text)


@pytest.mark.thorough
def test_the_administration(scene, client):
    cast, night = scene
    hostile_league_after(cast, night)
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True, is_superuser=True, name=SCRIPT)
    client.force_login(User.objects.get(pk=cast.alice.pk))
    for model in admin.site._registry:
        url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        html = client.get(url).content.decode()
        assert SCRIPT not in html, url
        assert "<img src=x" not in html, url
        row = model._default_manager.first()
        if row is not None:
            inside = client.get(url + f"{row.pk}/change/").content.decode()
            assert SCRIPT not in inside, url
            assert "<img src=x" not in inside, url


def hostile_league_after(cast: Cast, night: Night) -> None:
    night.play_round()
    night.finish()
    night.reveal()
    hostile_league(cast, night)
