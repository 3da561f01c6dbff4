"""What was public under its number, after the migration that gives it an address."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE, AFTER = ("tournaments", "0010_prizes_that_count"), ("tournaments", "0011_public_addresses")
ACCOUNTS = ("accounts", "0004_email_addresses")


@pytest.mark.postgresql
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_it_has_an_address_and_no_full_names():
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate([BEFORE, ACCOUNTS])
    apps = executor.loader.project_state([BEFORE]).apps
    club, evening, league = (
        apps.get_model(*name)._default_manager
        for name in (("accounts", "Club"), ("tournaments", "Evening"), ("tournaments", "League"))
    )
    for public in ("name", "initials"):
        made = club.create(name=public, public=public)
        for published in (True, False):
            name = f"{public} {published}"
            evening.create(club=made, name=name, join_code=f"{public[:4]}{published:d}", published=published)
            league.create(club=made, name=name, published=published)
    executor = MigrationExecutor(connection)
    executor.migrate([AFTER])
    apps = executor.loader.project_state([AFTER]).apps
    try:
        found = [
            row
            for name in ("Evening", "League")
            for row in apps.get_model("tournaments", name)._default_manager.order_by("pk")
        ]
        assert [row.names_shown for row in found] == ["first", "", "initials", ""] * 2
        given = [row.public_address for row in found if row.public_address]
        assert len(set(given)) == 4
        assert {len(address) for address in given} == {22}
        executor = MigrationExecutor(connection)
        executor.migrate([BEFORE])
        apps = executor.loader.project_state([BEFORE]).apps
        back = apps.get_model("tournaments", "Evening")._default_manager.order_by("pk")
        assert [row.published for row in back] == [True, False, True, False]
    finally:
        MigrationExecutor(connection).migrate(newest)
