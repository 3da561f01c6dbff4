"""What was public gets an address that nobody can guess, and full names become first names."""

import secrets
from typing import Any

from django.db import migrations, models

NAMES = [
    ("first", "first names"),
    ("initials", "initials"),
    ("each", "each player’s choice"),
    ("name", "full names"),
]


def give_addresses(apps: Any, _schema_editor: Any) -> None:
    """Give what is public an address. Initials stay where the club has initials."""
    for name in ("Evening", "League"):
        rows = apps.get_model("tournaments", name)._default_manager.filter(published=True)
        for row in rows.select_related("club").iterator(chunk_size=500):
            row.public_address = secrets.token_urlsafe(16)
            row.names_shown = "initials" if row.club.public == "initials" else "first"
            row.save(update_fields=["public_address", "names_shown"])


def keep_published(apps: Any, _schema_editor: Any) -> None:
    """Mark what has an address as public."""
    for name in ("Evening", "League"):
        rows = apps.get_model("tournaments", name)._default_manager
        rows.exclude(public_address=None).update(published=True)


def fields(model: str) -> list[migrations.AddField]:
    address = models.CharField(blank=True, editable=False, max_length=32, null=True, unique=True)
    shown = models.CharField(blank=True, choices=NAMES, max_length=10, verbose_name="Names")
    return [
        migrations.AddField(model_name=model, name="public_address", field=address),
        migrations.AddField(model_name=model, name="names_shown", field=shown),
    ]


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0010_prizes_that_count"),)
    operations = (
        *fields("evening"),
        *fields("league"),
        migrations.RunPython(give_addresses, keep_published, elidable=False),
        migrations.RemoveField(model_name="evening", name="published"),
        migrations.RemoveField(model_name="league", name="published"),
    )
