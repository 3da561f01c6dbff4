"""``manage.py simulate``."""

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Club, Membership, Role
from tournaments.core.settings import Counting
from tournaments.models import Evening


def run(capsys, *arguments):
    call_command("simulate", "--players", "7", "--rounds", "2", *arguments)
    return capsys.readouterr().out


def test_it_works(db, capsys):
    said = run(capsys, "--seed", "3")
    evening = Evening.objects.get()
    assert evening.stage == "finished"
    assert said.splitlines()[:2] == ["Simulated evening 3: round 1 of 2", "Simulated evening 3: round 2 of 2"]
    assert f"Evening {evening.pk}, “Simulated evening 3”: 7 players, 2 rounds" in said
    assert "\r" not in said


def test_options(cast, capsys):
    run(
        capsys,
        *(
            "--club",
            "Thursday Club",
            "--name",
            "Trial",
            "--counting",
            "at_the_end",
            "--rounds-open",
            "--quiet-night",
        ),
    )
    evening = Evening.objects.get()
    assert (evening.name, evening.club, evening.stage) == ("Trial", cast.club, "playing")
    assert evening.settings.counting is Counting.AT_THE_END
    assert set(evening.journal.values_list("actor", flat=True)) == {cast.alice.pk}


def test_a_club_by_its_number(cast, capsys):
    run(capsys, "--club-id", str(cast.other_club.pk))
    assert Evening.objects.get().club == cast.other_club


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "several such clubs"),
        (("--club", "Nobody's"), "no such club"),
        (("--club-id", "999999"), "no such club"),
        (("--club", "Thursday Club", "--players", "1"), "at least 2 players"),
        (("--club", "Thursday Club", "--rounds", "0"), "one round at least"),
        (("--club", "Thursday Club", "--name", "x" * 61), "60"),
        (("--club", "Thursday Club", "--game", "whist"), "invalid choice"),
        (("--club", "Thursday Club", "--players", "many"), "invalid int"),
    ],
)
def test_refused(cast, capsys, arguments, why):
    with pytest.raises(CommandError, match=why):
        run(capsys, *arguments)


def test_a_new_club_belongs_to_the_first_account(cast, capsys):
    Club.objects.all().delete()
    run(capsys, "--club", "Brand new")
    membership = Membership.objects.get(club__name="Brand new")
    assert (membership.user, membership.role) == (cast.alice, Role.OWNER)
