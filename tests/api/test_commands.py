"""Every command by API: given, given again, looked at, refused, and by whom."""

import json
from uuid import uuid4

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from accounts.account.services import token_revoke
from accounts.models import Role
from accounts.permissions import Right
from tests.api.asking import errors
from tests.api.commands import COMMANDS, scene
from tests.api.described import fits, held
from tests.api.every_command import OF_EVENINGS, OF_SEASONS
from tests.api.members import bearer
from tests.cast import everything
from tests.services.cases import all_services
from tests.services.season_cases import season_services
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal, Season, SeasonLine

OWN = {"clock_begin", "clock_warn", "clock_ring", "moves_announce"}
"""What the program does by itself."""
PARTS = {"_fill"}
"""What is only part of something that is more than one command: the import of a season."""
LOOKS = [name for name, command in COMMANDS.items() if command.known.looks]
KEY = "Idempotency-Key"
AT_LARGE = {"body", "stage", "reason", "game", "seen"}
"""Where a refusal is made that no field of the body is to blame for."""


def lines():
    return Journal.objects.count(), SeasonLine.objects.count()


def test_every_service_has_its_command():
    services = {**all_services(), **season_services()}
    told = {command.service.__name__: command.service for command in (*OF_EVENINGS, *OF_SEASONS)}
    assert told == {name: one for name, one in services.items() if name not in OWN | PARTS}
    assert len(COMMANDS) == len(OF_EVENINGS) + len(OF_SEASONS), "of no two the same name"


@pytest.mark.parametrize("name", COMMANDS)
class TestEveryCommand:
    def test_it_is_done_once(self, name, cast, night):
        """The same key again is answered with the same line; with another body it is refused."""
        address, body = scene(name, cast, night)
        ask, key = bearer(cast.alice), uuid4()
        response = ask.post(address, body, key)
        assert response.status_code == 200, response.content.decode()
        answer = response.json()
        assert set(answer) == {"seq", "verb", "at", "reason", "payload"}
        assert answer["verb"] == COMMANDS[name].known.verb
        written = lines()
        again = ask.post(address, body, key)
        assert (again.status_code, again.json()) == (200, answer)
        other = ask.post(address, {**body, "reason": "for another reason"}, key)
        assert other.status_code == 422
        assert list(errors(other)) == [KEY]
        assert lines() == written

    def test_only_the_right_people_give_it(self, name, cast, night):
        address, body = scene(name, cast, night)
        right, before = COMMANDS[name].known.right, everything()
        who = {
            "nobody": Client().post(address, body, content_type="application/json"),
            "charlie": bearer(cast.charlie).post(address, body),
        }
        if right > Right.VIEW:
            who["vera"] = bearer(cast.vera).post(address, body)
            who["vera's, as owner"] = bearer(cast.vera, Role.OWNER, cast.club).post(address, body)
            who["alice's, to view"] = bearer(cast.alice, Role.VIEWER).post(address, body)
        if right > Right.SCORE:
            who["sam"] = bearer(cast.sam).post(address, body)
            who["alice's, to score"] = bearer(cast.alice, Role.SCORER).post(address, body)
        expected = {"nobody": 401, "charlie": 404}
        found = {name: response.status_code for name, response in who.items()}
        assert found == {name: expected.get(name, 403) for name in who}
        after = {label: rows for label, rows in everything().items() if label != "accounts.Token"}
        assert after == {label: rows for label, rows in before.items() if label != "accounts.Token"}

    @pytest.mark.sample(10)
    def test_wrong_figures_are_refused_at_a_field_of_the_body(self, name, cast, night):
        address, body = scene(name, cast, night)
        command, ask = COMMANDS[name], bearer(cast.alice)
        known, written = {*command.looked().fields} | AT_LARGE, lines()
        for wrong in (999_999, -1, "x", None, [None], {"x": 1}):
            for field in body:
                response = ask.post(address, {**body, field: wrong})
                if response.status_code == 200:
                    return  # so it may be; and the scene is another one now
                assert response.status_code in (400, 409), (field, wrong, response.content.decode())
                named = errors(response) if response.status_code == 400 else {}
                assert {at.partition(".")[0] for at in named} <= known, (field, wrong, named)
        assert lines() == written


STANDS = {name: command.stands for name, command in COMMANDS.items() if command.stands}


@pytest.mark.parametrize("name", STANDS)
def test_what_stands_is_as_described(name, cast, night):
    address, body = scene(name, cast, night)
    row = Season if "/seasons/" in address else Evening
    for _before_and_after in range(2):
        stands = STANDS[name](row.objects.get(pk=address.split("/")[4]), body)
        fits(
            {"$ref": "#/$defs/components/schemas/Standing"},
            json.loads(json.dumps(stands, cls=DjangoJSONEncoder)),
        )
        bearer(cast.alice).post(address, body)


@pytest.mark.parametrize("name", LOOKS)
class TestEveryLook:
    def test_it_tells_and_does_nothing(self, name, cast, night):
        """And what is looked at is done then, unless something has changed since."""
        address, body = scene(name, cast, night)
        ask = bearer(cast.alice)
        before = everything()
        seen = held(ask, "POST", f"{address}look/", body, status=200)["seen"]
        after = everything()
        after["accounts.Token"] = before["accounts.Token"]
        assert after == before
        late = {**body, "seen": seen - 1}
        if name == "stake-correct":
            return  # there only what was done to the person's stakes since is in the way
        stale = held(ask, "POST", address, late, status=409)
        assert stale["errors"][0]["attr"] == "seen"
        assert stale["stands"]
        done, key = {**body, "seen": seen}, uuid4()
        first = ask.post(address, done, key)
        assert first.status_code == 200, first.content.decode()
        assert ask.post(address, done, key).json() == first.json()

    def test_it_is_refused_as_the_command_is(self, name, cast, night):
        address, body = scene(name, cast, night)
        Evening.objects.update(stage=Stage.DRAFT)
        ask = bearer(cast.alice)
        refused, given = ask.post(f"{address}look/", body), ask.post(address, body)
        assert list(errors(refused)) == ["stage"]
        assert (refused.status_code, refused.json()) == (given.status_code, given.json())
        assert bearer(cast.charlie).post(f"{address}look/", body).status_code == 404
        assert bearer(cast.vera).post(f"{address}look/", body).status_code == 403


@pytest.mark.thorough
def test_a_token_of_another_club_finds_nothing(cast, night):
    address, body = scene("bell-ring", cast, night)
    assert bearer(cast.charlie, club=cast.other_club).post(address, body).status_code == 404
    cast.other_club.memberships.create(user=cast.alice, role=Role.OWNER)
    assert bearer(cast.alice, club=cast.other_club).post(address, body).status_code == 404
    assert bearer(cast.alice, club=cast.club).post(address, body).status_code == 200


def test_a_revoked_token_is_good_for_nothing(cast, night):
    address, body = scene("bell-ring", cast, night)
    ask = bearer(cast.alice)
    token_revoke(by=cast.alice, token=cast.alice.tokens.get())
    response = ask.post(address, body)
    assert response.status_code == 401
    assert list(errors(response)) == ["authentication_failed"]


def test_who_is_signed_in_on_the_pages_sends_the_pages_token(cast, night):
    address, body = scene("bell-ring", cast, night)
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.alice)
    response = client.post(address, body, content_type="application/json")
    assert response.status_code == 403
    assert list(errors(response)) == ["permission_denied"]
    client.get("/")
    page = client.get("/account/tokens/")
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else page.context["csrf_token"]
    done = client.post(address, body, content_type="application/json", headers={"x-csrftoken": str(token)})
    assert done.status_code == 200, done.content


def test_a_key_is_a_uuid(cast, night):
    address, body = scene("bell-ring", cast, night)
    response = bearer(cast.alice).post(address, body, "tuesday")
    assert response.status_code == 400
    assert list(errors(response)) == [KEY]


ASKING = [name for name, command in COMMANDS.items() if command.known.asks_reason]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ASKING)
@pytest.mark.parametrize("reason", [None, "", "  "])
def test_a_missing_reason_is_required(name, reason, cast, night):
    address, body = scene(name, cast, night)
    del body["reason"]
    response = bearer(cast.alice).post(address, body if reason is None else {**body, "reason": reason})
    assert response.status_code == 400
    assert [(error["code"], error["attr"]) for error in response.json()["errors"]] == [("required", "reason")]


def test_the_schema_requires_the_reason_where_it_is_asked_for():
    assert len(ASKING) > 10
    for command in COMMANDS.values():
        required = command.sent().fields["reason"].required
        assert required is command.known.asks_reason, command.name
