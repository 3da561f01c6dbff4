"""What a page answers when it is done: that it is done, never why it could not be."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import Claim, Player
from tests.web.html import shows
from tournaments.core.record import Stage

FOLDERS = ("accounts", "games", "tournaments")
SAYS_DONE = {"do", "do_at_evening", "redirect_done", "success"}
"""Functions that say that something is done. What is said may have the name ``message`` before."""


def told(node, called):
    """The texts within, also those that have a name."""
    found = {
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    return found.union(*(called.get(one.id, ()) for one in ast.walk(node) if isinstance(one, ast.Name)))


@cache
def constants():
    """Texts of one thing that a module calls by a name."""
    return {
        node.targets[0].id: told(node.value, {})
        for _path, tree in trees()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if isinstance(node.value, ast.Call)
    }


@cache
def trees():
    paths = [path for folder in FOLDERS for path in Path(settings.BASE_DIR, folder).rglob("*.py")]
    return [(path, ast.parse(path.read_text())) for path in paths]


@cache
def refusals():
    """The texts with which something is refused."""
    found, called = set(), constants()
    for _path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Error"):
                found |= {text for text in told(node, called) if " " in text}
    return found


@cache
def successes():
    found: dict[str, str] = {}
    called = constants()
    for path, tree in trees():
        if "views" not in path.with_suffix("").parts:
            continue
        for node in ast.walk(tree):
            says: list[ast.expr] = []
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                says = node.args if name in SAYS_DONE else []
            elif isinstance(node, ast.Assign):
                names = {getattr(one, "id", "") for target in node.targets for one in ast.walk(target)}
                says = [node.value] if "message" in names else []
            found |= {text: path.name for one in says for text in told(one, called) if " " in text}
    return found


def test_no_refusal_is_said_as_a_success():
    assert len(refusals()) > 300
    assert len(successes()) > 30
    both = {"This person is no longer in the club."}  # so it is, after either
    texts = {text for text in successes() if text.strip(", ")}
    assert texts & refusals() == both


def test_no_success_says_that_it_was_done_before():
    already = re.compile(r"\balready\b|\bcannot\b|\bno longer needed\b", re.IGNORECASE)
    again = "This is already recorded."  # the answer to a request that was sent twice
    assert {text for text in successes() if already.search(text)} == {again}


CODES = {5: "Table 1 has a code now.", 30: "Tables 1, 2, 3, 4, 5, 6 have their codes now."}


@pytest.mark.parametrize("players", CODES)
def test_codes_that_are_made_are_named(client, cast, night, players):
    client.force_login(cast.alice)
    night = night(players, Stage.SEATED)
    make = reverse("links-make", args=[night.evening.pk])
    shows(client.post(make, follow=True), CODES[players], never="already has its code")
    shows(client.post(make, follow=True), "Every table already has its code.")


ACTS = {
    "check-in-open": (Stage.DRAFT, {}, "Check-in is open."),
    "play-start": (Stage.SEATED, {}, "Round 1 begins."),
    "check-in": (Stage.SEATED, {"names": "Zoe\nYan"}, "Checked in: 2."),
}


@pytest.mark.parametrize("name", ACTS)
def test_a_form_says_what_it_has_done(client, cast, night, name):
    client.force_login(cast.alice)
    stage, sent, says = ACTS[name]
    night = night(8, stage)
    answer = client.post(reverse(name, args=[night.evening.pk]), sent, follow=True)
    told = [str(one) for one in answer.context["messages"] if one.level_tag == "success"]
    assert told == [says]


@pytest.mark.parametrize(
    ("granted", "says"), [(None, "The request is withdrawn."), (True, "no longer linked")]
)
def test_a_claim_that_ends_says_which(client, cast, granted, says):
    client.force_login(cast.bob)
    player = Player.objects.create(club=cast.club, name="Bob")
    claim = Claim.objects.create(player=player, user=cast.bob, granted=granted)
    answer = client.post(reverse("claim-end", args=[cast.club.pk, claim.pk]), follow=True)
    shows(answer, says)
