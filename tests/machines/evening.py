"""An evening through the proxy: the organiser's browser, a phone for the tables, screens that listen."""

import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any
from uuid import uuid4

from django.urls import reverse

from accounts.models import User
from tests.cast import Night
from tests.faults.hall import Phone
from tests.machines.machines import HOST
from tests.waits import HUNG
from tournaments.models import Evening

PASSWORD = "seven yellow chips"
PLAYERS = 12
PLAN = {
    "name": "Thursday",
    "held_on": "2026-11-20",
    "game": "draw-poker",
    "format": "progressive",
    "counting": "each_deal",
    "stake": 1000,
    "deals": 100,
    "gap": 0,
    "bell": "hand",
    "unfinished": "wait",
    "all_called": "stay",
    "roles": "lady, gentleman",
    "prizes": ["yellow", "counters", "booby"],
    "booby": "counters",
}
"""Rounds of as many deals as there is time for, which end by their clock or by hand."""


class Desk:
    """The organiser's browser, as far as pages and forms go."""

    def __init__(self, port: int) -> None:
        self.root = f"http://{HOST}:{port}"
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def page(self, address: str) -> str:
        with self.opener.open(self.root + address, timeout=HUNG) as answer:
            return str(answer.read().decode())

    def send(self, address: str, **fields: Any) -> str:
        """Send a form, as a page that was just loaded has it; the page that follows."""
        (token,) = (cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        sent = {**fields, "csrfmiddlewaretoken": token, "request_key": str(uuid4())}
        body = urllib.parse.urlencode(sent, doseq=True).encode()
        with self.opener.open(self.root + address, body, timeout=HUNG) as answer:
            return str(answer.read().decode())

    def sign_in(self, user: User) -> str:
        user.set_password(PASSWORD)
        user.save()
        self.page(reverse("account_login"))
        return self.send(reverse("account_login"), login=user.email, password=PASSWORD)

    @property
    def cookie(self) -> str:
        """The session's."""
        (found,) = (cookie.value for cookie in self.jar if cookie.name == "sessionid")
        return str(found)

    def open(self, club: int) -> Evening:
        """An evening of draw poker is planned, people come, seats are drawn, play begins: by the pages."""
        self.send(reverse("evening-new", args=[club]), **PLAN)
        evening = Evening.objects.get()
        self.of(evening, "check-in-open")
        roles = evening.settings.roles
        names = "\n".join(f"p{n:02}, {roles[n % 2]}" for n in range(PLAYERS))
        self.of(evening, "check-in", names=names)
        self.of(evening, "draw", seed="7")
        self.of(evening, "play-start")
        return evening

    def of(self, evening: Evening, what: str, *where: int, **fields: Any) -> str:
        """Press a button of the evening."""
        return self.send(reverse(what, args=[evening.pk, *where]), **fields)


class Dealt(Phone):
    """A phone that tells what each put in: the less the later they sit, so that nobody ties."""

    def __init__(self, port: int, night: Night, cookie: str) -> None:
        super().__init__(port, night, cookie)
        self.seats = {table: night.table(table) for table in night.tables}

    def told(self, table: int) -> dict[str, Any]:
        put_in = {f"counters-{entry}": 9 - seat for seat, entry in enumerate(self.seats[table])}
        return {**super().told(table), "tally": "stakes", **put_in}
