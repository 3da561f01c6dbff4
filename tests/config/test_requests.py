"""A request's number: in its answer, on each line of its log, and on the page that says that we failed."""

import json
import logging
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory
from django.urls import path

from config.web import logs, requests
from tests.live.listening import run

NUMBER = re.compile(r"[0-9a-f]{12}")
GIVEN = "7f3d0c1e-aaaa-4bbb-8ccc-0123456789ab"
HOSTILE = [
    "short",
    "a" * 65,
    "x\nX-Other: 1",
    "<script>1</script>",
    "-starts-badly",
    "ünïcödé-id",
    "a b c d e f",
]


@pytest.fixture
def lines():
    """The lines of requests, with the number that stood when each was written."""

    taken: list[Any] = []

    class Taking(logging.Handler):
        def emit(self, record: Any) -> None:
            record.number = logs.number.get()
            taken.append(record)

    handler, logger = Taking(logging.DEBUG), logging.getLogger("headtable.requests")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield taken
    logger.removeHandler(handler)
    logger.setLevel(before)


def breaks(_request):
    raise ValueError("our bug")


def none(_request):
    return HttpResponse(status=404)


urlpatterns = [
    path("none/", none),
    path("breaks/", breaks),
    path("api/breaks/", breaks),
    path("fine/", lambda _r: HttpResponse()),
]
handler500 = "config.web.requests.failed"


class TestItsNumber:
    def test_each_is_new(self):
        first, second = (Client().get("/healthz")["X-Request-ID"] for _request in range(2))
        assert NUMBER.fullmatch(first)
        assert first != second

    def test_one_that_is_given_is_taken_from_a_trusted_proxy_alone(self, settings):
        ask = Client(headers={"X-Request-ID": GIVEN})
        assert ask.get("/healthz")["X-Request-ID"] != GIVEN
        settings.TRUSTED_PROXIES = 1
        assert ask.get("/healthz")["X-Request-ID"] == GIVEN

    @pytest.mark.parametrize("given", HOSTILE)
    def test_and_only_if_it_is_a_number(self, settings, given):
        settings.TRUSTED_PROXIES = 1
        assert NUMBER.fullmatch(requests.choose_number(given))

    def test_refused_requests_have_one_too(self, settings):
        assert NUMBER.fullmatch(Client(headers={"host": "evil.example"}).get("/login/")["X-Request-ID"])

    def test_it_is_over_with_the_request(self):
        Client().get("/healthz")
        assert logs.number.get() == ""

    @pytest.mark.django_db(transaction=True)
    def test_streams_have_one(self, settings):
        settings.TRUSTED_PROXIES = 1
        sent = []

        async def scene() -> None:
            scope = {"headers": [(b"x-request-id", GIVEN.encode())]}

            async def send(message):
                sent.append(message)

            answer = requests.add_number(scope, send)
            await answer({"type": "http.response.start", "status": 404, "headers": [(b"a", b"b")]})
            await answer({"type": "http.response.body", "body": b""})
            assert logs.number.get() == GIVEN

        run(scene)
        assert sent[0]["headers"] == [(b"a", b"b"), (b"x-request-id", GIVEN.encode())]
        assert sent[1] == {"type": "http.response.body", "body": b""}


class TestItsLine:
    def test_it_says_what_was_asked_and_who_did(self, cast, client, lines):
        client.force_login(cast.alice)
        answer = client.get("/?secret=1")
        (line,) = lines
        assert line.number == answer["X-Request-ID"]
        assert (line.levelname, line.method, line.path, line.status) == ("INFO", "GET", "/", 200)
        assert line.user == cast.alice.pk
        assert 0 <= line.ms < 60_000
        assert re.fullmatch(r"GET / 200 \d+ ms", line.getMessage())

    def test_nobody_is_asked_for_who_need_not_be_known(self, lines, settings):
        settings.ROOT_URLCONF = settings.PAGE_URLCONF = __name__
        Client().get("/fine/")  # there is no database in this test
        assert [line.user for line in lines] == [None]

    def test_probes_whisper_and_static_files_say_nothing(self, db, lines):
        Client().get("/healthz")
        Client().get("/static/css/headtable.css").close()
        assert [(line.path, line.levelname) for line in lines] == [("/healthz", "DEBUG")]


class TestFailures:
    @pytest.fixture(autouse=True)
    def ours(self, settings) -> None:
        settings.ROOT_URLCONF = settings.PAGE_URLCONF = __name__

    def test_the_page_tells_the_number(self, caplog):
        answer = Client(raise_request_exception=False).get("/breaks/")
        assert answer.status_code == 500
        number = answer["X-Request-ID"]
        assert NUMBER.fullmatch(number)
        assert f"give this number to the administrator: <strong>{number}</strong>" in answer.text
        assert f'<link rel="stylesheet" href="{static("css/headtable.css")}">' in answer.text

    @pytest.mark.parametrize(
        ("address", "says"),
        [("/breaks/", "Internal Server Error: /breaks/"), ("/none/", "Not Found: /none/")],
    )
    def test_the_log_of_it_bears_the_number(self, monkeypatch, address, says):
        written = []
        handler = logging.Handler()
        handler.setFormatter(logs.Json())
        monkeypatch.setattr(
            handler, "emit", lambda record: written.append(json.loads(handler.format(record)))
        )
        logger = logging.getLogger("django.request")
        logger.addHandler(handler)
        try:
            answer = Client(raise_request_exception=False).get(address)
        finally:
            logger.removeHandler(handler)
        (line,) = written
        assert (line["message"], line["request"]) == (says, answer["X-Request-ID"])
        assert ("ValueError: our bug" in line.get("error", "")) is (address == "/breaks/")

    def test_the_api_tells_it_in_its_one_shape(self):
        answer = Client(raise_request_exception=False).get("/api/breaks/")
        assert answer.status_code == 500
        (error,) = answer.json()["errors"]
        assert error["code"] == "error"
        assert error["detail"].endswith(f"{answer['X-Request-ID']}.")

    def test_nothing_is_said_of_a_number_where_there_is_none(self):
        page = requests.failed(RequestFactory().get("/")).content.decode()
        assert "number" not in page
