"""What each kind of answer says to browsers and caches, and bodies that are too large to be read."""

from __future__ import annotations

import asyncio
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from config import headers
from tests.live.listening import at, run

STRICT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": headers.FEATURES,
}
LONG = headers.LARGEST + 1


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
    client = Client()
    if signed_in:
        client.force_login(cast.alice)
    for kind, url in addresses(night(8)).items():
        answer = client.get(url)
        assert answer.status_code < 500, kind
        told = STRICT if kind != "asset" else {"Permissions-Policy": headers.FEATURES}
        for name, value in told.items():
            assert answer.headers.get(name) == value, (kind, name)
        answer.getvalue()  # a file is closed once it is read
        if kind != "asset":
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"], kind


def test_no_cache_on_the_way_keeps_what_a_member_was_answered(night, cast, client):
    client.force_login(cast.alice)
    for kind, url in addresses(night(8)).items():
        if kind in ("asset", "picture"):  # the same for everybody
            continue
        told = client.get(url).headers["Cache-Control"]
        assert "private" in told or "no-store" in told, (kind, told)
        assert "public" not in told, kind


def test_behind_tls(night, cast, settings, client):
    settings.SECURE_HSTS_SECONDS = 60
    settings.SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
    client.force_login(cast.alice)
    answer = client.get(reverse("home"), secure=True)
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Strict-Transport-Security"]
    out = client.post(reverse("account_logout"), secure=True)
    assert out.headers["Clear-Site-Data"] == '"cache"'


def test_after_signing_out_nothing_is_kept_over_plain_http(cast, client):
    """There browsers take no notice of it, and complain."""
    client.force_login(cast.alice)
    assert "Clear-Site-Data" not in client.post(reverse("account_logout")).headers


@pytest.mark.django_db(transaction=True)
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
    assert api.json()["errors"][0]["field"] == "body"


def test_many_files_at_once_are_refused(client, cast):
    client.force_login(cast.alice)
    files = {f"file{number}": BytesIO(b"x") for number in range(3)}
    assert client.post(reverse("import", args=[cast.club.pk]), files).status_code == 400


def read(length: bytes | None, *chunks: bytes) -> tuple[list[str], int]:
    """What an application is told of a request, and how much it reads."""
    told = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    scope = {"headers": [(b"content-length", length)] if length else []}

    async def receive():
        return told.pop(0)

    async def scene() -> tuple[list[str], int]:
        bounded, kinds, size = headers.bounded(scope, receive), list[str](), 0
        while told and (not kinds or kinds[-1] == "http.request"):
            message = await bounded()
            kinds.append(message["type"])
            size += len(message.get("body", b""))
            if not message.get("more_body"):
                break
        return kinds, size

    return asyncio.run(scene())


def test_a_server_that_bounds_nothing_is_bounded():
    half = b"x" * (headers.LARGEST // 2 + 1)
    assert read(None, half, half, half) == (["http.request", "http.disconnect"], len(half))
    assert read(str(LONG).encode(), half, half) == (["http.request"], 0)
    assert read(b"3", b"abc") == (["http.request"], 3)
