"""Nothing that is logged tells a secret, or passes for a line that it is not."""

import json
import logging
import os
import re
import subprocess
import sys
import urllib.request
from contextlib import suppress
from typing import Any

import pytest
import redis
from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from config.web.logs import Json, Masking, Once, mask, number
from tests.commands.running import ROOT, free_port, python
from tests.waits import HUNG, in_time, stopwatch, until

TOKEN = "IjEi:1vLxyz:k3-F_secret"
ADDRESS = f"/s/{TOKEN}/"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"GET {ADDRESS} HTTP/1.1", "GET /s/***/ HTTP/1.1"),
        (f"at '{ADDRESS}?deal=3'", "at '/s/***/?deal=3'"),
        (f"http://hall:8000/s/{TOKEN}", "http://hall:8000/s/***"),
        ("/s/%7B1%3A2", "/s/***"),
        ("GET /i/a1B2-c3_D4/ HTTP/1.1", "GET /i/***/ HTTP/1.1"),
        ("/login/?next=%2Fi%2Fa1B2 /%69/a1B2/ /I/a1B2", "/login/?next=%2Fi%2F*** /%69/***/ /I/***"),
        ("/invitation/ /clubs/1/invitations/2/revoke/", "/invitation/ /clubs/1/invitations/2/revoke/"),
        ("/clubs/1/players/2/claim/?token=2:1vLxyz:k3", "/clubs/1/players/2/claim/?token=***"),
        ("GET /password/new/1-d8f-0a1b/ HTTP/1.1", "GET /password/new/***/ HTTP/1.1"),
        ("/account/email/confirm/MQ:1vLxyz:k3/ 200", "/account/email/confirm/***/ 200"),
        ("/login/?next=%2Faccount%2Femail%2F", "/login/?next=%2Faccount%2Femail%2F"),
        ("/static/js/play.js, 3/s", "/static/js/play.js, 3/s"),
        ("GET /login/?password=hunter2&next=/ 200", "GET /login/?password=***&next=/ 200"),
        ("{'new_password1': 'hunter2', 'name': 'Al'}", "{'new_password1': '***', 'name': 'Al'}"),
        ('{"csrfmiddlewaretoken": "abc", "a": 1}', '{"csrfmiddlewaretoken": "***", "a": 1}'),
        ("csrfmiddlewaretoken=abc&a=1", "csrfmiddlewaretoken=***&a=1"),
        ("X-CSRFToken: abc", "X-CSRFToken: ***"),
        ("Cookie: sessionid=abc; csrftoken=def", "Cookie: ***; csrftoken=***"),
        ("sessionid=abc", "sessionid=***"),
        ("postgres://club:hunter2@db/headtable", "postgres://club:***@db/headtable"),
        ("redis://:hunter2@valkey:6379/0", "redis://:***@valkey:6379/0"),
        ("postgres://club:hunt@r2@db/headtable", "postgres://club:***@db/headtable"),
        (f"x://{'u' * 99}:{'p' * 999}@db/", f"x://{'u' * 99}:***@db/"),
        ("/live/ABC234/ http://hall:8000/e/ABC234/", "/live/ABC234/ http://hall:8000/e/ABC234/"),
        (f"GET /s%2F{TOKEN}", "GET /s%2F***"),
        (f"/login/?next=%2Fs%2f{TOKEN}", "/login/?next=%2Fs%2f***"),
        (f"/login/?next=%252Fs%252F{TOKEN}&a=1", "/login/?next=%252Fs%252F***"),
        (f"/s//{TOKEN}/ /S/{TOKEN}/ /%73/{TOKEN}", "/s//***/ /S/***/ /%73/***"),
        ("Authorization: Bearer hunter2", "Authorization: Bearer ***"),
        ("{'HTTP_AUTHORIZATION': 'Basic aHVudGVyMg==', 'a': 1}", "{'HTTP_AUTHORIZATION': '***', 'a': 1}"),
        ("authorization=Basic aHVudGVyMg== a", "authorization=Basic *** a"),
        ("password = hunter2, secret : hunter2", "password = *** secret : ***"),
        ("{'password': 'my dog, (Rex)', 'a': 'b'}", "{'password': '***', 'a': 'b'}"),
        ('password="my \\"dog\\" Rex" a', 'password="***" a'),
        ('{\\"password\\": \\"my dog\\", \\"a\\": 1}', '{\\"password\\": \\"***\\", \\"a\\": 1}'),
        ("password='my", "password='***"),
        ("password=a,b(c)&d=e", "password=***&d=e"),
        ("passwd=hunter2", "passwd=***"),
        ("Cookie: a=b; scorer=MQ:1vLxyz:k3", "Cookie: ***; scorer=***"),
        ("{'scorer': 'MQ:1vLxyz:k3'}", "{'scorer': '***'}"),
        ("Forbidden (CSRF token missing.): /login/", "Forbidden (CSRF token missing.): /login/"),
        ("token='' and no more", "token='' and no more"),
        ("asked with ht_Ab3-x_9Qr7Lm2, twice", "asked with ht_***, twice"),
        ("?key=%20ht_Ab3x9Qr7Lm2 %3Dht_Ab3x9Qr7Lm2", "?key=%20ht_*** %3Dht_***"),
        ("Authorization: Bearer ht_Ab3x9Qr7Lm2", "Authorization: Bearer ***"),
        ("weight_of_everything ht_Ab3", "weight_of_everything ht_Ab3"),
    ],
)
def test_masked(text, shown):
    assert mask(text) == shown


def test_masking_takes_no_longer_for_lines_that_were_made_to_take_long():
    parts = ("token", "a-", "/s/", "://", "password=", "session-token", "://a:", "/", "%2f", "%25")
    quotes = ("\\", 'token="', "token='", 'token=\\"', 'token="\\', "token=\"token='", 'token="\\\\')
    for part in (*parts, *quotes, "token=  "):
        for first in ("", 'token="', "://a:", "/s/"):
            took = stopwatch()
            mask(first + part * 20_000)
            assert in_time(took()), (first, part)


HOSTILE = "/a\n2026-01-01 00:00:00,000 ERROR root all is lost\r\x1b[31m\x07\x9b31m\u2028\u202e\x7f\ud800"


@pytest.mark.parametrize("formatter", [Masking("{levelname} {message}", style="{"), Json()])
def test_a_line_stays_one_whatever_it_holds(formatter):
    line = formatter.format(record(f"Not Found: {HOSTILE}"))
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert "all is lost" in line


def test_a_traceback_is_indented_so_that_no_line_of_it_passes_for_another():
    line = Masking("{levelname} {message}", style="{").format(record("Failed", ValueError(HOSTILE)))
    first, *more = line.split("\n")
    assert first == "ERROR Failed"
    assert more[0] == "  Traceback (most recent call last):"
    assert all(other.startswith("  ") for other in more)
    assert all(other.isprintable() for other in more)


def record(message, error=None, **extra):
    """A line of the log as a program says it."""
    seen = None
    if error is not None:
        try:
            raise error
        except type(error):
            seen = sys.exc_info()
    made = logging.getLogger("x").makeRecord("x", logging.ERROR, "", 0, message, (), seen, extra=extra)
    made.created = 1_795_190_400.25
    return made


class TestJson:
    def said(self, *args, **more):
        line = Json().format(record(*args, **more))
        assert "\n" not in line
        return json.loads(line)

    def test_an_object_a_line(self):
        assert self.said("All is well: ü") == {
            "time": "2026-11-20T16:00:00.250+00:00",
            "level": "ERROR",
            "logger": "x",
            "message": "All is well: ü",
        }

    def test_an_error_with_where_it_was_raised(self):
        said = self.said("Failed", ValueError(f"no such page: {ADDRESS}\npassword=hunter2"))
        assert said["error"].startswith("Traceback (most recent call last):\n")
        assert said["error"].endswith("ValueError: no such page: /s/***/\npassword=***")

    def test_what_a_request_says_is_masked_too_and_nothing_else_is_said(self):
        asked = {"method": "GET", "path": ADDRESS, "status": 200, "ms": 7, "user": 3}
        said = self.said(f"GET {ADDRESS}", **asked, request="r", email="a@b.c")
        shown = {name: said[name] for name in said if name not in ("time", "level", "logger")}
        assert shown == {**asked, "message": "GET /s/***/", "path": "/s/***/"}

    def test_the_number_of_the_request(self):
        before = number.set("7f3d0c1e")
        try:
            assert self.said("x")["request"] == "7f3d0c1e"
            line = Masking("{levelname} {message}", style="{").format(record("x"))
            assert line == "ERROR [7f3d0c1e] x"
        finally:
            number.reset(before)


@pytest.mark.parametrize(
    ("environment", "formatter", "requests"),
    [
        ({}, "plain", "WARNING"),
        ({"LOG_REQUESTS": "1"}, "plain", None),
        ({"LOG_FORMAT": "json"}, "json", None),
        ({"LOG_FORMAT": "json", "LOG_REQUESTS": "0"}, "json", "WARNING"),
    ],
)
def test_settings(tmp_path, environment, formatter, requests):
    done = load(tmp_path, **environment)
    assert done.stderr == ""
    assert json.loads(done.stdout) == [formatter, requests]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("LOG_FORMAT", "LOG_FORMAT must be one of plain, json."),
        ("LOG_LEVEL", "LOG_LEVEL must be one of INFO, DEBUG, WARNING, ERROR, CRITICAL."),
    ],
)
def test_other_settings_are_refused(tmp_path, name, says):
    assert load(tmp_path, **{name: "loud"}).stderr.strip().endswith(says)


def load(tmp_path, **environment):
    """How the log is set up where the environment says this."""
    program = (
        "import json; from config import settings; made = settings.LOGGING; "
        "of = made['loggers']['headtable.requests']; "
        "print(json.dumps([made['handlers']['console']['formatter'], of.get('level')]))"
    )
    return python(tmp_path, "-c", program, **environment)


def test_figures_and_tracebacks_are_masked_too():
    made = record("%s %s", ValueError(f"no such page: {ADDRESS}"))
    made.args = ("GET", ADDRESS)
    line = Masking("{message}", style="{").format(made)
    assert line.startswith("GET /s/***/\n  Traceback")
    assert "no such page: /s/***/" in line
    assert TOKEN not in line


def test_every_handler_masks():
    """A handler that writes somewhere has the formatter; loggers that come with handlers have none left."""
    configured: Any = settings.LOGGING
    handlers = configured["handlers"]
    writing = {name for name, made in handlers.items() if made["class"] != "logging.NullHandler"}
    assert {handlers[name]["formatter"] for name in writing} <= {"plain", "json"}
    for formatter in configured["formatters"].values():
        assert issubclass(import_string(formatter["()"]), Masking)
    servers = ("uvicorn", "uvicorn.access", "uvicorn.error", "gunicorn", "gunicorn.access", "gunicorn.error")
    for name in ("django", "django.server", *servers):
        assert configured["loggers"][name] == {"handlers": [], "propagate": True}


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (redis.ConnectionError("x"), False),
        (OperationalError("x"), False),
        (None, True),
        (ValueError("x"), True),
    ],
)
def test_where_a_broker_was_missed_is_left_out(error, logged):
    seen = error and (type(error), error, None)
    assert Once().filter(logging.LogRecord("celery", logging.ERROR, "", 0, "failed", (), seen)) is logged


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("manage.py", "runserver", "--noreload", "--skip-checks"),
        ("-m", "uvicorn", "config.asgi:application", "--lifespan", "off", "--port"),
    ],
    ids=["runserver", "uvicorn"],
)
@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_servers_own_log_of_requests_is_masked(tmp_path, command, form):
    port = free_port()
    environment = {
        **os.environ,
        "HEADTABLE_DATA": str(tmp_path),
        "DATABASE_URL": "sqlite://:memory:",
        "DEBUG": "1",
        "LOG_FORMAT": form,
    }
    log = tmp_path / "log"
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, *command, str(port)], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
    try:

        def logged() -> bool:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ADDRESS}", timeout=HUNG).close()
            return bool(re.search(r"/s/\S+/", log.read_text()))

        until(logged, pause=0.1, runs=lambda: server.poll() is None, said=log.read_text)
    finally:
        server.kill()
        server.wait()
    assert "GET /s/***/" in log.read_text()
    assert TOKEN not in log.read_text()
    if form == "json":
        said = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        (line, *_more) = [line for line in said if line["logger"] == "headtable.requests"]
        assert (line["method"], line["path"], line["status"]) == ("GET", "/s/***/", 404)
        (refused, *_more) = [line for line in said if line["logger"] == "django.request"]
        assert line["request"] == refused["request"]
