"""The facts in the administration: to look at, in few queries."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tournaments.admin import FACTS
from tournaments.core.facts import Stage
from tournaments.models import Evening

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def alice(client, cast):
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)


def where(model, page="changelist", *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", [Evening, *FACTS], ids=lambda model: model.__name__)
def test_lists_take_few_queries(model, client, night):
    counts = []
    for players in (8, 20):
        night(players, Stage.FINISHED)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where(model)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize("model", [Evening, *FACTS], ids=lambda model: model.__name__)
def test_nobody_changes_facts_here(model, client, night):
    night(4, Stage.FINISHED)
    assert client.get(where(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert client.get(where(model, "change", row.pk)).status_code == 200
        assert client.post(where(model, "change", row.pk), {}).status_code == 403
        assert client.post(where(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_every_model_is_here():
    assert all(admin.site.is_registered(model) for model in FACTS)


def test_it_validates_ownership(client, cast, night):
    client.force_login(cast.bob)
    assert client.get(where(Evening)).status_code == 302
