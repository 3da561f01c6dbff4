"""What people and programs see, saved and compared: ``python -m tests.net COMMIT`` against this work tree.

It plays the same evenings, a season and a club at both, at a time that stands and with the same chance. It
walks from the first page over every link as owner, visitor and administrator, in both languages, and asks
the API for everything that can be read. It knows no module of the program: only addresses, and two
commands. It holds while places and names inside change, and goes after that.
"""

import contextlib
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOW = datetime(2026, 3, 5, 19, 0, tzinfo=UTC)
MOST = 700
"""Pages of one walk."""
STRANGERS = "stranger"
NORMALISED: Mapping[str, str] = {
    r'(name="csrfmiddlewaretoken" value=")[^"]*': r"\1CSRF",
    r'(nonce=")[^"]*': r"\1NONCE",
    r"(/static/[\w/.-]+?)\.[0-9a-f]{12}(\.\w+)": r"\1\2",
    r"(/static/(?:css|js)/)(?:\w+/)*(\w+\.\w+)": r"\1\2",
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b": "UUID",
    r'(<svg class="qr[\s\S]*?</svg>)': "QR",
}
"""What may differ though nothing is seen differently, and what is compared instead."""
SKIPPED = re.compile(
    r"^/(?:static|live|accounts?/(?:logout|language)|admin/(?:logout|jsi18n))|/(?:qr|backup)|\.(?:zip|xlsx|png|ico)\b"
)
LINK = re.compile(r'href="(/[^"#]*)')


def normalised(text: str) -> str:
    """Return the text without what is drawn anew each time."""
    for pattern, instead in NORMALISED.items():
        text = re.sub(pattern, instead, text)
    return text


@contextlib.contextmanager
def the_same_chance() -> Iterator[None]:
    """Stop the clock, and draw every number, key and token from one seed. Before Django is set up."""
    import time_machine

    chance = random.Random(7)
    os.urandom = chance.randbytes
    random._urandom = chance.randbytes  # type: ignore[attr-defined]
    time.monotonic = time.time
    with time_machine.travel(NOW, tick=False):
        yield


class Net:
    """Everything that is seen, by a name that sorts: at which moment, by whom, and at which address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.moment, self.seen = folder, "end", 0

    def keep(self, who: str, address: str, status: int, text: str) -> None:
        name = re.sub(r"[^\w.=-]+", "_", f"{self.moment}/{who}/{address}"[:150].replace("/", "."))
        (self.folder / name).write_text(f"{address} {status}\n{normalised(text)}\n")
        self.seen += 1

    def look(self, client: Any, who: str, address: str) -> str:
        """Return what the client gets there, and keep it."""
        answer = client.get(address)
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        shown = text.decode(errors="replace")
        self.keep(who, address, answer.status_code, answer.headers.get("Location", "") or shown)
        return shown if "text/html" in answer.headers.get("Content-Type", "") else ""

    def walk(self, client: Any, who: str, *begin: str, within: str = "/") -> None:
        """Follow every link from where the walk begins, in order of their addresses, to the bound."""
        known, open_ = set(begin), list(begin)
        while open_ and len(known) < MOST:
            html = self.look(client, who, open_.pop(0))
            links = sorted({unescape(link) for link in LINK.findall(html)} - known)
            new = [link for link in links if link.startswith(within) and not SKIPPED.search(link)]
            known.update(new)
            open_ += new


class Program:
    """A program with a token: the API's commands and everything that it can read."""

    def __init__(self, net: Net, owner: Any) -> None:
        page = owner.post("/account/tokens/", {"name": "Net", "days": "30", "role": "owner"}, follow=True)
        found = re.search(r'id="secret"[^>]* value="([^"]+)', page.content.decode())
        assert found, page.content.decode()
        self.net, self.client, self.head = net, owner, {"authorization": f"Bearer {found[1]}"}

    def do(self, address: str, *, may: int = 0, **body: Any) -> Any:
        answer = self.client.post(
            f"/api/v1/{address}/", json.dumps(body), "application/json", headers=self.head
        )
        assert answer.status_code < 300 or answer.status_code == may, (address, body, answer.content)
        return answer.json() if answer.content else None

    def get(self, address: str) -> Any:
        return self.client.get(f"/api/v1/{address}/", headers=self.head).json()

    def walk(self) -> None:
        """Ask for everything that can be read, with the first numbers that there are."""
        described = json.loads(self.net.look(self.client, "program", "/api/v1/schema/?format=json") or "{}")
        described = described or self.get("schema")
        for address in sorted(described["paths"]):
            if "get" in described["paths"][address]:
                for number in ("1", "2", "3") if "{" in address else ("",):
                    path = re.sub(r"\{\w+\}", number, address)
                    answer = self.client.get(path, headers=self.head)
                    text = json.dumps(answer.json(), indent=1) if "json" in answer["Content-Type"] else ""
                    self.net.keep(
                        "program", path, answer.status_code, text or answer.content.decode(errors="replace")
                    )


PLAYED = (
    ("draw-poker", "progressive"),
    ("blackout", "progressive"),
    ("three-stake-brag", "progressive"),
    ("blackout", "fixed"),
    ("blackout", "knockout"),
    ("brag", "swiss"),
)


def before_play(net: Net, owner: Any, program: Program, club: int, game: str, format: str) -> None:
    """An evening from its plan to its first round."""
    play = {"game": game, "format": format}
    made = program.do(f"clubs/{club}/evenings", name=f"{game}, {format}", held_on="2026-03-05", play=play)
    at = f"evenings/{made['id']}"
    people = [{"name": f"Player {n:02}"} for n in range(13)]
    for step, body in (
        ("check-in-open", {}),
        ("people-check-in", {"people": people}),
        ("seats-draw", {"seed": "net"}),
        ("evening-start", {}),
    ):
        program.do(f"{at}/{step}", **body)
        net.moment = f"{game}-{format}-{step}"
        looked_at(net, owner, program, made["id"])


def looked_at(net: Net, owner: Any, program: Program, evening: int) -> None:
    """What the organiser, the hall and a player see of an evening at a moment."""
    at = f"/evenings/{evening}/"
    net.walk(owner, "owner", at, within=at)
    code = program.get(f"evenings/{evening}")["join_code"]
    net.walk(new_client(), STRANGERS, f"/j/{code}/", within=f"/j/{code}/")


def new_client(user: Any = None, language: str = "en") -> Any:
    from django.test import Client

    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


def story(net: Net) -> None:
    """Play it all, and look."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    users = get_user_model().objects
    root = users.create_superuser("root@example.org", "Net-net-net-7", name="Root")
    alice = users.create_user("alice@example.org", "Net-net-net-7", name="Alice")
    net.moment = "empty"
    owner = new_client(alice)
    net.walk(new_client(), STRANGERS, "/")
    program = Program(net, owner)
    club = program.do("clubs", name="Net")["id"]
    net.walk(owner, "owner", "/")
    for game, format in PLAYED:
        before_play(net, owner, program, club, game, format)
        for open_ in (True, False):
            name = f"{format} {game} {open_}"
            call_command(
                "simulate", game=game, format=format, players=13, rounds_open=open_, name=name, deals=2
            )
            found = program.get(f"clubs/{club}/evenings")["results"]
            evening = next(one["id"] for one in found if one["name"] == name)
            net.moment = f"{game}-{format}-{'playing' if open_ else 'settled'}"
            looked_at(net, owner, program, evening)
    league = program.do(f"clubs/{club}/leagues", name="Thursday")["id"]
    season = program.do(f"leagues/{league}/seasons", name="Winter")["id"]
    for one in program.get(f"clubs/{club}/evenings")["results"]:
        if one["stage"] == "finished":
            program.do(f"evenings/{one['id']}/prizes-reveal-all", may=409)  # the first is revealed already
            program.do(f"evenings/{one['id']}/evening-publish", published=True)
            program.do(f"seasons/{season}/evening-add", evening=one["id"])
    net.moment = "open"
    net.walk(owner, "owner", f"/seasons/{season}/", within=f"/seasons/{season}/")
    program.do(f"seasons/{season}/season-close")
    public = program.do(f"leagues/{league}/publish", published=True)
    net.moment = "end"
    net.walk(new_client(), STRANGERS, "/", f"/public/leagues/{public['public_address']}/")
    for language in ("en", "de"):
        net.walk(new_client(alice, language), f"owner-{language}", "/")
    net.walk(new_client(root), "administrator", "/admin/")
    program.walk()


def save(folder: Path) -> None:
    """Play the story in this checkout, and keep what is seen in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    data = tempfile.mkdtemp()
    os.environ |= {"HEADTABLE_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings", "TZ": "UTC"}
    try:
        with the_same_chance():
            import django

            django.setup()
            from django.core.management import call_command
            from django.test.utils import setup_test_environment

            setup_test_environment()
            call_command("migrate", verbosity=0)
            net = Net(folder)
            story(net)
            print(f"{net.seen} pages and answers in {folder}")
    finally:
        shutil.rmtree(data)


def saved_at(commit: str, folder: Path) -> None:
    """Save what the commit shows: in a checkout of its own, with this script."""
    with tempfile.TemporaryDirectory() as place:
        checkout = Path(place) / "checkout"
        subprocess.run(["git", "worktree", "add", "--detach", checkout, commit], cwd=ROOT, check=True)
        try:
            shutil.copy(__file__, checkout / "tests" / "net.py")
            subprocess.run([sys.executable, "-m", "tests.net", "--save", folder], cwd=checkout, check=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", checkout], cwd=ROOT, check=True)


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield how what is seen differs, file by file."""
    for name in sorted({*os.listdir(before), *os.listdir(after)}):
        old, new = (
            (at / name).read_text().splitlines() if (at / name).exists() else [] for at in (before, after)
        )
        if old != new:
            yield "\n".join(
                difflib.unified_diff(old, new, f"before/{name}", f"after/{name}", n=0, lineterm="")
            )


def main() -> int:
    if sys.argv[1] == "--save":
        save(Path(sys.argv[2]))
        return 0
    with tempfile.TemporaryDirectory() as place:
        before, after = Path(place) / "before", Path(place) / "after"
        saved_at(sys.argv[1], before)
        subprocess.run([sys.executable, "-m", "tests.net", "--save", after], cwd=ROOT, check=True)
        found = list(differences(before, after))
    print("\n".join(found) or "No difference.")
    print("Compared instead of what is drawn anew:", *NORMALISED.values())
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
