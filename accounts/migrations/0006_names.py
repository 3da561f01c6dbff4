from django.db import migrations

from accounts.database.folding import FUNCTION, by_name, postgresql_function


def make(apps, schema_editor):
    """Create the function on PostgreSQL. On SQLite each connection creates it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(postgresql_function(), params=None)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {FUNCTION}(text)")


class Migration(migrations.Migration):
    """Names are sorted and searched without case and accents; a club's groups are player groups."""

    dependencies = [("accounts", "0005_club_looks")]

    operations = [
        migrations.RunPython(make, drop),
        migrations.AlterModelOptions(
            name="group",
            options={
                "ordering": (*by_name(), "id"),
                "verbose_name": "player group",
                "verbose_name_plural": "player groups",
            },
        ),
        migrations.AlterModelOptions(
            name="player",
            options={
                "ordering": (*by_name(), "id"),
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
    ]
