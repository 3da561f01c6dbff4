"""Seasons that exist keep what they gave: points for each prize, the booby prize too."""

from typing import Any

from django.db import migrations

EVERY = ["yellow", "counters", "own", "booby", "told"]


def choose_all(apps: Any, _schema_editor: Any) -> None:
    """Write down that all prizes give points, where that could not be chosen."""
    for name in ("Season", "SeasonResult"):
        rows = apps.get_model("tournaments", name)._default_manager.all()
        for row in rows.only("rules").iterator(chunk_size=500):
            if row.rules and "prize_for" not in row.rules:
                row.rules = {**row.rules, "prize_for": EVERY}
                row.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0009_season_results"),)
    operations = (migrations.RunPython(choose_all, migrations.RunPython.noop, elidable=False),)
