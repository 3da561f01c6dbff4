"""The proxy, by a real Caddy: what it passes on, tries again, refuses and logs."""

import gzip
import json
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests import caddy
from tests.commands.running import free_port
from tests.deploy.compose import services
from tests.deploy.names import naming
from tests.deploy.upstreams import PAGE, Upstream, serving
from tests.waits import HUNG, in_time, stopwatch, until

pytestmark = [*caddy.needed, pytest.mark.slow]
CODE = "IjEi:1vLxyz:k3-F_secret"
Proxy = Callable[..., "Asking"]
UPSTREAMS = ("to 127.0.0.1:1", "to 127.0.0.1:2")
"""Nobody is there."""
GRACE, TRIES = 1.0, 5.0
"""Seconds for which the proxy lets what is open end, and for which it tries to reach somebody."""


class Asking:
    """Asks the proxy."""

    def __init__(self, proxy: caddy.Caddy) -> None:
        self.proxy = proxy

    @contextmanager
    def open(self, method: str, path: str, body: bytes = b"", **headers: str) -> Iterator[HTTPResponse]:
        connection = HTTPConnection(caddy.HOST, self.proxy.port, timeout=HUNG)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, named)
            yield connection.getresponse()
        finally:
            connection.close()

    def __call__(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        with self.open(method, path, body, **headers) as answer:
            return answer.status, answer.read()

    def log(self) -> str:
        """What the proxy has written, once it has ended."""
        self.proxy.stop()
        return self.proxy.log.read_text()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    """Makes a proxy before these: those named live are for the streams. One of port 0 is nobody's."""
    with ExitStack() as ending:

        def make(*upstreams: Upstream, gone: str = "") -> Asking:
            ending.enter_context(serving(*upstreams))
            at: dict[str, list[str]] = {"web": [], "live": []}
            for upstream in upstreams:
                at[upstream.name.partition("-")[0]].append(f"{caddy.HOST}:{upstream.port}")
            for name in filter(None, [gone]):
                at[name].insert(0, f"{caddy.HOST}:{free_port()}")
            where = ["to " + " ".join(at[name] or [f"{caddy.HOST}:{free_port()}"]) for name in at]
            return Asking(ending.enter_context(caddy.running(tmp_path, free_port(), *where)))

        yield make


@pytest.mark.parametrize("upstreams", ["the test's", "compose's"])
def test_it_is_valid(tmp_path: Path, upstreams: str) -> None:
    given = services()["caddy"]["environment"]
    web, live = (f"to {caddy.HOST}:1 {caddy.HOST}:2",) * 2
    if upstreams == "compose's":
        web, live = given["WEB_UPSTREAMS"], given["LIVE_UPSTREAMS"]
    environment = caddy.environment(tmp_path, 1, web, live) | {"SITE_ADDRESS": given["SITE_ADDRESS"]}
    done = subprocess.run(caddy.command("validate"), env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    warned = [
        line["msg"] for line in map(json.loads, done.stderr.splitlines()[:-1]) if line["level"] == "warn"
    ]
    assert all("listening only on the HTTP port" in said for said in warned), "as it is meant to"
    assert subprocess.run([str(caddy.find()), "fmt", "--diff", caddy.CADDYFILE]).returncode == 0


def test_its_version_is_the_one_in_the_container() -> None:
    said = subprocess.run([str(caddy.find()), "version"], capture_output=True, text=True, check=True).stdout
    version = said.split()[0].removeprefix("v")
    assert f"FROM caddy:{version}-alpine AS proxy\n" in (caddy.ROOT / "Dockerfile").read_text()


@pytest.mark.thorough
def test_streams_go_to_live_and_all_else_and_whatever_has_a_body_to_web(proxy: Proxy) -> None:
    web, live = Upstream("web"), Upstream("live")
    ask = proxy(web, live)
    pages = ["/", "/evenings/1/", "/static/js/live.js", "/x/live/ABCDEF/"]
    pages += [f"/live{path}" for path in ("", "/", "/ABCDEF", "/ABCDEF/x", "/A-B/", f"/{'A' * 17}/")]
    for path in pages:
        assert ask("GET", path)[0] == 200
    assert ask("GET", "/live/ABCDEF/?last=3")[0] == 200
    assert [one.path for one in web.asked] == pages
    assert [one.path for one in live.asked] == ["/live/ABCDEF/?last=3"]
    assert ask("POST", "/live/ABCDEF/", b"a=1")[0] == 200
    assert ask("GET", "/live/ABCDEF/", b"x" * 100_000)[0] == 200
    assert ask("GET", "/live/ABCDEF/", b"5\r\nxxxxx\r\n0\r\n\r\n", Transfer_Encoding="chunked")[0] == 411
    assert len(live.asked) == 1
    assert len(web.asked) == len(pages) + 2


@pytest.mark.thorough
def test_whoever_asks_for_another_host_is_sent_away(proxy: Proxy) -> None:
    web = Upstream("web")
    ask = proxy(web)
    for host in ("evil.example", f"evil.example:{ask.proxy.port}", "127.0.0.2"):
        assert ask("GET", "/", Host=host) == (421, b"")
    assert ask("GET", "/")[0] == 200
    assert len(web.asked) == 1


@pytest.mark.thorough
def test_also_by_https(tmp_path: Path) -> None:
    """With a certificate that Caddy makes itself, in place of one that it would fetch."""
    made = tmp_path / "Caddyfile"
    made.write_text(caddy.CADDYFILE.read_text().replace("{\n", "{\n\tlocal_certs\n\tskip_install_trust\n", 1))
    at = {"SITE_ADDRESS": "hall.example"}
    with caddy.running(tmp_path, free_port(), *UPSTREAMS, file=made, **at) as running:
        secure = ssl._create_unverified_context()  # noqa: S323 - nobody vouches for it

        def ask(host: str) -> int:
            with (
                socket.create_connection((caddy.HOST, running.https), timeout=HUNG) as plain,
                secure.wrap_socket(plain, server_hostname="hall.example") as spoken,
            ):
                spoken.sendall(f"GET /admin/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                return int(spoken.recv(100).split()[1])

        def answered() -> int:
            with suppress(OSError):  # it makes its certificate
                return ask("hall.example")
            return 0

        assert until(answered) == 404, "the site's own"
        assert ask("evil.example") == 421
        plain = Asking(running)
        assert plain("GET", "/x", Host="evil.example")[0] == 421
        with plain.open("GET", "/x", Host="hall.example") as answer:
            assert (answer.status, answer.getheader("Location")) == (308, "https://hall.example/x")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("given", "status"), [(None, 404), ("", 404), ("203.0.113.7", 404), ("203.0.113.7 127.0.0.0/8", 200)]
)
def test_who_reaches_the_admin(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch, given: str | None, status: int
) -> None:
    monkeypatch.delenv("ADMIN_FROM", raising=False)
    if given is not None:
        monkeypatch.setenv("ADMIN_FROM", given)
    web = Upstream("web")
    ask = proxy(web)
    paths = ["/admin", "/admin/", "/admin/login/?next=/admin/"]
    paths += ["//admin/", "/%61dmin/", "/ADMIN/", "/x/../admin/"]
    for path in paths:
        assert ask("GET", path, b"", X_Forwarded_For="127.0.0.1")[0] == status
    assert len(web.asked) == (len(paths) if status == 200 else 0)
    answer = (200, PAGE) if status == 200 else (404, b"404 Not Found.")
    assert ask("POST", "/admin/login/", b"a=1") == answer
    assert ask("GET", "/administrators")[0] == 200


@pytest.mark.thorough
def test_a_stream_comes_piece_by_piece_and_a_page_is_packed(proxy: Proxy) -> None:
    live = Upstream("live")
    live.goes_on.clear()
    ask = proxy(Upstream("web"), live)
    with ask.open("GET", "/live/ABCDEF/", Accept_Encoding="gzip") as stream:
        assert stream.getheader("Content-Encoding") is None
        assert stream.readline() == b"data: 1\n"
        live.goes_on.set()
        assert stream.read() == b"\ndata: 2\n\n"
    with ask.open("GET", "/", Accept_Encoding="gzip") as page:
        assert page.getheader("Content-Encoding") == "gzip"
        assert gzip.decompress(page.read()) == PAGE


@pytest.mark.thorough
def test_what_is_said_of_a_visitor_is_what_the_proxy_says(proxy: Proxy) -> None:
    web = Upstream("web")
    ask = proxy(web)
    given = {"For": "203.0.113.9", "Proto": "https", "Host": "evil.example"}
    forwarded = {f"X_Forwarded_{name}": value for name, value in given.items()}
    ask("GET", "/", b"", X_Request_ID="mine-mine-mine", **forwarded)
    headers = web.asked[0].headers
    assert headers.get_all("X-Forwarded-For") == [caddy.HOST]
    assert headers.get_all("X-Forwarded-Proto") == ["http"]
    assert headers["Host"] == headers["X-Forwarded-Host"] == f"{caddy.HOST}:{ask.proxy.port}"
    (line,) = (line for line in map(json.loads, ask.log().splitlines()) if "request" in line)
    assert headers.get_all("X-Request-ID") == [line["uuid"]]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("POST", "/evenings/1/settle/"),
        ("POST", "/login/"),
        ("POST", "/clubs/new/"),
        ("GET", "/live/A/"),
    ],
)
def test_who_is_gone_costs_a_try_at_the_other(proxy: Proxy, method: str, path: str) -> None:
    name = "live" if path.startswith("/live/") else "web"
    there = Upstream(f"{name}-2")
    ask = proxy(there, gone=name)
    for _ in range(4):
        assert ask(method, path, b"a=1" if method == "POST" else b"")[0] == 200
    assert len(there.asked) == 4


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("method", "path", "again"),
    [
        ("GET", "/clubs/new/", True),
        ("POST", "/evenings/1/rounds/1/tables/1/deals/1/", True),
        ("POST", "/score/1/1/", True),
        ("POST", "/login/", False),
        ("POST", "/clubs/new/", False),
        ("POST", "/clubs/1/evenings/", False),
    ],
)
def test_what_may_have_been_sent_is_sent_again_where_that_does_no_harm(
    proxy: Proxy, method: str, path: str, again: bool
) -> None:
    dying, there = Upstream("web-1", dies=True), Upstream("web-2")
    ask = proxy(dying, there)
    body = b"request_key=1&note=" + b"x" * 300_000 if method == "POST" else b""
    answers = [ask(method, path, body)[0] for _ in range(4)]
    assert dying.asked
    assert (set(answers) == {200}) is again
    assert {one.body for one in (*dying.asked, *there.asked)} == {body}
    assert len(there.asked) == answers.count(200)


@pytest.mark.thorough
@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has further addresses of its own to listen on"
)
def test_containers_are_found_by_their_name_as_they_come_and_go(tmp_path: Path) -> None:
    """As in compose, with a name server of the test's in place of the containers'."""
    first, second = Upstream("1"), Upstream("2", host="127.0.0.2")
    with serving(first), naming(first.host) as names:
        second.port = first.port
        given = services()["caddy"]["environment"]["WEB_UPSTREAMS"].replace("8000", str(first.port))
        found = given.replace("refresh 1s", f"refresh 1s\nresolvers 127.0.0.1:{names.port}")
        with caddy.running(tmp_path, free_port(), found, found) as running:
            ask = Asking(running)
            assert ask("GET", "/")[0] == 200
            with serving(second):
                names.addresses.append(second.host)
                time.sleep(1.2)
                assert [ask("GET", "/")[0] for _ in range(4)] == [200] * 4
                assert len(second.asked) == 2
            took = stopwatch()
            assert [ask("POST", "/login/", b"a=1")[0] for _ in range(4)] == [200] * 4
            assert in_time(took()), "it is refused, and the other is asked"


@pytest.mark.thorough
def test_who_hangs_is_left_out(proxy: Proxy) -> None:
    there = Upstream("web-2")
    ask = proxy(Upstream("web-1", hangs=True), there)
    time.sleep(2.5)
    took = stopwatch()
    assert [ask("GET", "/")[0] for _ in range(4)] == [200] * 4
    assert in_time(took())
    assert len(there.asked) == 4


@pytest.mark.thorough
def test_when_nobody_is_there_it_says_so_in_time(proxy: Proxy) -> None:
    ask = proxy()
    took = stopwatch()
    status, said = ask("GET", "/")
    assert in_time(took(), own=TRIES)
    assert status in (502, 503), "refused, or known to be gone"
    assert said.startswith(b"%d " % status)
    assert said.endswith(b". Try again in a moment.")


@pytest.mark.thorough
def test_more_than_any_form_holds_is_refused_but_a_seasons_file_may_be_longer(proxy: Proxy) -> None:
    web = Upstream("web")
    ask = proxy(web)
    assert ask("POST", "/evenings/1/", b"x" * 1_900_000)[0] == 200
    assert ask("POST", "/evenings/1/", b"x" * 2_100_000) == (413, b"413 Request Entity Too Large.")
    assert ask("POST", "/evenings/1/", b"5\r\nxxxxx\r\n0\r\n\r\n", Transfer_Encoding="chunked")[0] == 411
    where = "/clubs/1/import/season/"
    assert ask("POST", where, b"x" * 4_200_000)[0] == 200
    with socket.create_connection((caddy.HOST, ask.proxy.port)) as sent:
        head = (
            f"POST {where} HTTP/1.1\r\nHost: {caddy.HOST}:{ask.proxy.port}\r\nContent-Length: 5000000\r\n\r\n"
        )
        sent.sendall(head.encode())
        assert sent.recv(100).startswith(b"HTTP/1.1 413 ")
    assert ask("POST", where, b"5\r\nxxxxx\r\n0\r\n\r\n", Transfer_Encoding="chunked")[0] == 411
    assert ask("POST", "/clubs/1/import/season", b"x" * 2_100_000)[0] == 413
    assert len(web.asked) == 2


@pytest.mark.thorough
def test_a_phone_that_loses_its_network_does_no_harm(proxy: Proxy) -> None:
    """What it was sending is not passed on as if that were all; and nobody else waits."""
    web = Upstream("web")
    ask = proxy(web)
    for _ in range(3):
        with socket.create_connection((caddy.HOST, ask.proxy.port)) as phone:
            phone.sendall(
                b"POST /score/1/1/ HTTP/1.1\r\nHost: %s:%d\r\nContent-Length: 100\r\n\r\nrequest_key=1"
                % (caddy.HOST.encode(), ask.proxy.port)
            )
    took = stopwatch()
    assert ask("GET", "/")[0] == 200
    assert in_time(took())
    assert not any(one.body for one in web.asked if one.method == "POST" and len(one.body) == 100)


@pytest.mark.thorough
def test_its_log_tells_no_code_and_no_query(proxy: Proxy) -> None:
    ask = proxy(Upstream("web", dies=True))
    ask("POST", f"/s/{CODE}/?deal=3")
    for path in (
        f"/s%2F{CODE}/",
        f"/%2Fs%2f{CODE}",
        f"/s//{CODE}",
        f"/S/{CODE}",
        f"/%73/{CODE}",
        f"//s/{CODE}",
        f"/i/{CODE}/",
        f"/password/new/{CODE}/",
        f"/account/email/confirm/{CODE}/",
    ):
        ask("GET", path)
    ask("GET", f"/login/?next=/s/{CODE}")
    ask("POST", "/j/ABCDEF/?name=Ada", Cookie="sessionid=crumbs", Referer=f"http://hall/s/{CODE}/")
    log = ask.log()
    shown = [line["request"]["uri"] for line in map(json.loads, log.splitlines()) if "request" in line]
    assert set(shown) == {
        *("/s/***", "/s%2F***", "/%2Fs%2f***", "/s//***", "/S/***", "/%73/***", "//s/***"),
        *("/j/ABCDEF/?***", "/login/?***"),
        *("/i/***", "/password/new/***", "/account/email/confirm/***"),
    }
    assert '"level":"error"' in log
    for secret in (CODE, "k3-F", "deal=3", "Ada", "crumbs"):
        assert secret not in log


@pytest.mark.thorough
def test_it_stops_in_time_with_streams_open(proxy: Proxy) -> None:
    ask = proxy(Upstream("live"))
    with ask.open("GET", "/live/ABCDEF/") as stream:
        stream.readline()
        assert in_time(ask.proxy.stop(), own=GRACE)
    assert ask.proxy.process.returncode == 0
