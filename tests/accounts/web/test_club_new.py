"""Another club."""

from accounts.models import Club, Membership, Role


def test_it_works(client, cast):
    client.force_login(cast.vera)
    assert client.get("/clubs/new/").status_code == 200
    response = client.post("/clubs/new/", {"name": "  Vera’s   Club "})
    club = Club.objects.get(name="Vera’s Club")
    assert response.headers["location"] == f"/clubs/{club.pk}/"
    assert Membership.objects.get(club=club).user == cast.vera
    assert Membership.objects.get(club=club).role == Role.OWNER


def test_it_refuses_at_the_field(client, cast):
    client.force_login(cast.alice)
    response = client.post("/clubs/new/", {"name": "a\x00b"})
    assert response.status_code == 422
    assert "name" in response.context["form"].errors
    assert Club.objects.count() == 2


def test_the_usual_roles_are_called_in_the_language_of_the_founder(client, cast):
    client.force_login(cast.charlie)
    client.post("/clubs/new/", {"name": "Skatclub"}, headers={"accept-language": "de"})
    assert Club.objects.get(name="Skatclub").roles == ["Dame", "Herr"]
