"""After a test that commits, the tables that it wrote are emptied.

Django's own way empties all of them, and makes the permissions of every model anew.
"""

from django.apps import apps
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

KEPT = {"django_content_type", "auth_permission"}
"""They follow from the models, and no test writes them."""


def _emptied(case: TransactionTestCase) -> None:
    for alias in case._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        emptied(connections[alias])


def emptied(connection: BaseDatabaseWrapper) -> None:
    """Delete every row of ours; constraints look when all are gone."""
    models = apps.get_models(include_auto_created=True)
    tables = [connection.ops.quote_name(model._meta.db_table) for model in models]
    asked = " UNION ALL ".join(
        f"SELECT {n} WHERE EXISTS (SELECT 1 FROM {table})"  # noqa: S608 the models' own names
        for n, table in enumerate(tables)
        if table.strip('"') not in KEPT
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        written = [tables[n] for (n,) in cursor.fetchall()]
        with transaction.atomic(using=connection.alias):
            for table in written:
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608


TransactionTestCase._fixture_teardown = _emptied  # type: ignore[attr-defined]
