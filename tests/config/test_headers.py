"""What each kind of answer says to browsers and caches, and bodies that are too large to be read."""

import asyncio
import gzip
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.test import Client
from django.urls import reverse

from config.web import requests as web_requests
from tests.live.listening import at, run
from tests.waits import HUNG

STRICT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": web_requests.FEATURES,
}
SHORTER = {
    "asset": {"X-Frame-Options", "Referrer-Policy", "Permissions-Policy"},
    "application/json": {"Permissions-Policy"},
}
"""What is no page has fewer headers: each is sent to thirty phones at once."""
LONG = web_requests.LARGEST + 1


def addresses(night):
    """One of each kind: pages, files, pictures, the admin, the API, errors."""
    club, evening = night.evening.club_id, night.evening.pk
    return {
        "page": reverse("club", args=[club]),
        "file": reverse("evening-csv", args=[evening]),
        "data": reverse("account-data"),
        "public": reverse("find-me", args=[night.evening.join_code]),
        "picture": reverse("join-qr", args=[night.evening.join_code]),
        "admin": reverse("admin:index"),
        "admin login": reverse("admin:login"),
        "api": "/api/v1/games/",
        "api error": "/api/nothing/",
        "not found": "/nothing/here/",
        "redirect": reverse("scan", args=["no-such"]),
        "asset": "/static/css/headtable.css",
    }


@pytest.mark.parametrize("signed_in", [True, False])
def test_every_kind_of_answer_is_strict(signed_in, night, cast):
    """And no cache on the way keeps what a member was answered."""
    client = Client()
    if signed_in:
        client.force_login(cast.alice)
    for kind, url in addresses(night(8)).items():
        answer = client.get(url)
        assert answer.status_code < 500, kind
        shorter = SHORTER.get("asset" if kind == "asset" else answer.headers["Content-Type"], set())
        told = {name: STRICT[name] for name in STRICT.keys() - shorter}
        assert {name: answer.headers.get(name) for name in told} == told, kind
        answer.getvalue()  # a file is closed once it is read
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], kind
        assert kind != "asset" or "max-age" in answer.headers["Cache-Control"]
        if signed_in and kind not in ("asset", "picture"):  # the same for everybody
            kept = answer.headers["Cache-Control"]
            assert "private" in kept or "no-store" in kept, (kind, kept)
            assert "public" not in kept, kind


@pytest.mark.parametrize(
    ("headers", "proxies", "is_compressed"),
    [({}, 0, True), ({"Sec-Fetch-Site": "cross-site"}, 0, False), ({}, 1, False)],
)
def test_texts_are_compressed_without_a_proxy(cast, settings, headers, proxies, is_compressed):
    """Not what another site asked for: the length would say something of the page."""
    settings.TRUSTED_PROXIES = proxies
    client = Client()
    client.force_login(cast.alice)
    answer = client.get(reverse("home"), headers={"Accept-Encoding": "gzip", **headers}, follow=True)
    assert (answer.headers.get("Content-Encoding") == "gzip") is is_compressed
    text = gzip.decompress(answer.content) if is_compressed else answer.content
    assert b"</html>" in text
    picture = client.get("/static/img/apple-touch-icon.png", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in picture.headers
    picture.close()


@pytest.mark.parametrize("secure", [True, False])
def test_behind_tls(cast, settings, client, secure):
    """Over plain HTTP browsers take no notice of it when one signs out, and complain."""
    settings.SECURE_HSTS_SECONDS = 60
    settings.SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
    client.force_login(cast.alice)
    answer = client.get(reverse("home"), secure=secure)
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert bool(answer.headers.get("Strict-Transport-Security")) is secure
    out = client.post(reverse("account_logout"), secure=secure)
    assert out.headers.get("Clear-Site-Data") == ('"cache"' if secure else None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("shared")
def test_a_stream_is_strict(night):
    night = night(8)

    async def scene() -> None:
        head = at(night.evening, method="HEAD")
        assert await head.answered() == 200
        assert head.headers[b"x-content-type-options"] == b"nosniff"
        assert head.headers[b"cache-control"] == b"no-store"

    run(scene)


@pytest.mark.parametrize("length", [str(LONG), "9" * 30])
def test_a_body_that_is_too_large_is_not_read(length, client, cast):
    client.force_login(cast.alice)
    page = client.generic(
        "POST", reverse("account"), b"a=1", "application/x-www-form-urlencoded", CONTENT_LENGTH=length
    )
    assert page.status_code == 413
    assert "larger than 5 MB" in page.text
    api = client.generic("POST", "/api/v1/games/clag/score/", b"{}", CONTENT_LENGTH=length)
    assert api.status_code == 413
    assert api.json()["errors"][0]["code"] == "too_large"


def test_many_files_at_once_are_refused(client, cast):
    client.force_login(cast.alice)
    files = {f"file{number}": BytesIO(b"x") for number in range(3)}
    assert client.post(reverse("import", args=[cast.club.pk]), files).status_code == 400


def sent(*chunks: bytes, length: int | None = None) -> tuple[int, bool]:
    """The status of the answer to a body that is sent as a server sends it, and whether all was read."""
    parts = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    parts[-1]["more_body"] = False
    told = [(b"content-length", b"%d" % length)] if length else []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/games/clag/score/",
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 50000),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), *told],
    }
    answers = list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        if parts:
            return parts.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        answers.append(message)

    async def scene() -> None:
        application = ASGIHandler()
        async with asyncio.timeout(HUNG):
            await application(scope, web_requests.bound_body(scope, receive), send)

    asyncio.run(scene())
    return answers[0]["status"], not parts


HALF = b"x" * (web_requests.LARGEST // 2 + 1)


@pytest.mark.parametrize("length", [None, 3 * len(HALF)], ids=["in chunks", "of a length that is told"])
def test_a_server_that_bounds_nothing_is_bounded(length):
    assert sent(HALF, HALF, HALF, length=length)[0] == 413


def test_a_body_that_is_small_enough_is_read():
    assert sent(b"{", b"}") == (400, True)
    assert sent(b"{}", length=2) == (400, True)


def test_of_a_body_that_is_too_large_no_more_than_that_is_kept():
    """It is told to have no content, and what still comes is dropped."""
    parts = [{"type": "http.request", "body": HALF, "more_body": True} for _part in range(4)]
    parts.append({"type": "http.disconnect"})
    scope = {"headers": [(b"content-length", b"3")]}

    async def receive() -> dict[str, Any]:
        return parts.pop(0)

    async def scene() -> list[tuple[str, int]]:
        bounded = web_requests.bound_body(scope, receive)
        messages = [await bounded() for _message in range(3)]
        return [(message["type"], len(message.get("body", b""))) for message in messages]

    assert asyncio.run(scene()) == [("http.request", len(HALF)), ("http.request", 0), ("http.disconnect", 0)]
    assert scope["headers"] == [(b"content-length", b"%d" % (2 * len(HALF)))]
