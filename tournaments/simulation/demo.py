"""The demo club of a first run: an owner's login, a finished evening, one in its sixth round, a league."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.clubs import club_create
from tournaments.core.settings import Settings, Unfinished
from tournaments.simulation.demo_league import demo_league
from tournaments.simulation.evening import Order, Progress, simulate

EMAIL = "demo@headtable.example"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read wrongly off a screen


@dataclass(frozen=True)
class Login:
    """How to sign in. The password is known only now: it is stored hashed."""

    email: str
    password: str


def demo_make(progress: Callable[[str], Progress]) -> Login | None:
    """Make the demo, all of it or nothing; None where somebody has an account already.

    ``progress`` is called with each evening's name before it is played.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        login = Login(EMAIL, new_password())
        owner = User.objects.create_user(login.email, login.password, name=gettext("Demo organiser"))
        club = club_create(owner=owner, name=gettext("Demo Club"))
        evenings = [
            simulate(order, club=club, actor=owner, progress=progress(order.name))
            for order in demo_evenings()
        ]
        demo_league(club, owner, evenings, last=evenings[0].held_on)
    return login


def demo_evenings() -> tuple[Order, ...]:
    """A whole evening of last week, and today's in its sixth round."""
    settings, today = Settings(unfinished=Unfinished.CUT), timezone.localdate()
    last_week = today - timedelta(days=7)
    return (
        Order(gettext("Last week's evening"), rounds=20, seed="7", settings=settings, held_on=last_week),
        Order(gettext("Tonight, in its sixth round"), rounds=6, seed="11", settings=settings, open=True),
    )


def new_password() -> str:
    """A password that can be read off a screen and typed: three groups of five, 74 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(5)) for _group in range(3))
