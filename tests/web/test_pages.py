"""What holds for every page: strict headers, nothing inline, safe forms, and names that stay names."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.web.addresses import PARTS, address
from tests.web.api_rows import API_ROWS
from tests.web.html import faults, shows
from tests.web.test_matrix import NOT_SO, ROWS, VISITORS
from tournaments.core.record import Stage

pytestmark = pytest.mark.slow

NO_PAGES = ("join-qr", "live", "score-now", "score-plan", *PARTS)
DATA = API_ROWS.keys() - {"api-page", "api-operation"}
PAGES = [
    name for name, (get, _post) in ROWS.items() if get != NOT_SO and name not in NO_PAGES and name not in DATA
]
STRICT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def check(answer, url):
    """The headers and the HTML of an answer."""
    policy = answer.headers["Content-Security-Policy"]
    rules = dict(re.findall(r"([a-z-]+) ([^;]+)", policy))
    assert rules["default-src"] == rules["frame-ancestors"] == "'none'", url
    if not policy.endswith("; sandbox"):  # in which nothing runs
        assert rules["script-src"] == rules["style-src"] == "'self'", url
        assert rules["base-uri"] == "'none'", url
    assert "unsafe" not in policy
    for name, value in STRICT.items():
        assert answer.headers[name] == value, (url, name)
    if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
        assert faults(answer.content.decode()) == [], url


def visit_all(cast, night, client):
    """Every page of the evening that there is just now, with what it answered."""
    for name in PAGES:
        url = address(name, cast, night)
        answer = client.get(url)
        assert answer.status_code in (200, 302, 308, 404), url
        yield url, answer


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


@pytest.mark.sample(2)
@pytest.mark.parametrize("stage", list(Stage))
def test_every_page_is_strict(stage, cast, night, alice):
    night = night(0 if stage is Stage.DRAFT else 6, stage)
    seen = 0
    for url, answer in visit_all(cast, night, alice):
        check(answer, url)
        seen += answer.status_code == 200
    assert seen >= (8 if stage is Stage.DRAFT else 12)


def test_pages_for_somebody_unknown_are_strict(cast, night):
    night, client = night(6), Client()
    for name in PAGES:
        url = address(name, cast, night)
        check(client.get(url), url)


def test_the_first_run_is_strict(client, db):
    answer = client.get("/start/")
    assert answer.status_code == 200
    check(answer, "/start/")


@pytest.mark.parametrize("url", ["/nothing/", "/evenings/999999/", "/j/NOSUCH/"])
def test_what_is_not_there_is_strict(url, alice):
    answer = alice.get(url)
    assert answer.status_code == 404
    check(answer, url)


def test_refusals_are_strict(cast, night, client):
    night = night(8)
    for table in night.tables:
        night.play(table)  # a cut is waited for
    client.force_login(cast.vera)
    for name, (_get, post) in ROWS.items():
        if post != NOT_SO:
            url = address(name, cast, night)
            check(client.post(url), url)
    client.force_login(cast.alice)
    for name, (_get, post) in ROWS.items():
        if post.split()[VISITORS.index("alice")] == "422":
            url = address(name, cast, night)
            answer = client.post(url)
            assert answer.status_code == 422, url
            check(answer, url)


def test_the_checks_find_what_they_look_for():
    good = '<!doctype html><html lang="en"><head><title>t</title></head><body><h1>x</h1>{}</body></html>'
    assert faults(good.format("")) == []
    for bad in (
        "<script>1</script>",
        "<p style='color:red'>x</p>",
        "<p onclick='x()'>x</p>",
        "<a href='javascript:x'>x</a>",
        "<h1>y</h1>",
        "<img src='x'>",
        "<form method='post'></form>",
        "<i id='a'></i><i id='a'></i>",
        "<input name='x'>",
        "<button></button>",
        "<div hx-trigger='every 1s [x]'></div>",
        "<div>",
    ):
        assert faults(good.format(bad)), bad


@pytest.mark.parametrize(
    ("parts", "more"),
    [(["nothing"], {}), ([], {"never": "one two"}), ([], {"never": ["x", "<b>"]}), ([], {"status": 422})],
)
def test_what_a_page_shows_is_looked_for(parts, more):
    page = HttpResponse("<main>one\n two <b>three</b></main>")
    shows(page, "one two", "<b>three", "one two three", status=200, never=["four", "two three"])
    with pytest.raises(AssertionError):
        shows(page, *parts, **more)
