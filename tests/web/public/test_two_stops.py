"""A name that ends with a stop gets no second one, in both languages."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.names import one_stop
from tournaments.core.record import Stage

NAMES = ("Zoe A.", "Christopher Williams Jr.")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_the_bankers_name(name, language):
    me = SimpleNamespace(now="moves", stake=50, banker=name)
    with translation.override(language):
        text = render_to_string("public/player/fresh.html", {"me": me})
    assert name in text
    assert ".." not in text


@pytest.mark.parametrize("name", NAMES)
def test_names_at_check_in(client, cast, night, name):
    night = night(4, Stage.CHECK_IN)
    client.force_login(cast.alice)
    answer = client.post(
        reverse("check-in", args=[night.evening.pk]), {"names": f"{name}\n{name}", "act": "names"}
    )
    text = answer.content.decode()
    assert f"These names appear twice: {name}" in text
    assert ".." not in text


def test_an_omission_keeps_its_dots():
    assert one_stop("Zoe A.. And so on ... to Bo B..") == "Zoe A. And so on ... to Bo B."
