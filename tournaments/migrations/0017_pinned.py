"""What a closed season counts is kept: who the entries were, and name and day of its evenings."""

import django.db.models.deletion
from django.db import migrations, models


def who_they_are(apps, schema_editor):
    alias = schema_editor.connection.alias
    entries = apps.get_model("tournaments", "EntryRow").objects.using(alias)
    player = entries.filter(pk=models.OuterRef("entry")).values("player")
    settlements = apps.get_model("tournaments", "Settlement").objects.using(alias)
    settlements.update(player=models.Subquery(player))


def what_they_are(apps, schema_editor):
    alias = schema_editor.connection.alias
    evening = (
        apps.get_model("tournaments", "Evening").objects.using(alias).filter(pk=models.OuterRef("evening"))
    )
    pinned = apps.get_model("tournaments", "SeasonEvening").objects.using(alias).exclude(pinned=None)
    pinned.update(
        name=models.Subquery(evening.values("name")), held_on=models.Subquery(evening.values("held_on"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_names"),
        ("tournaments", "0016_by_name"),
    ]

    operations = [
        migrations.AddField(
            "settlement",
            "player",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="accounts.player",
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            "seasonevening", "name", models.CharField(blank=True, max_length=60, verbose_name="Name")
        ),
        migrations.AddField(
            "seasonevening", "held_on", models.DateField(blank=True, null=True, verbose_name="Date")
        ),
        migrations.RunPython(who_they_are, migrations.RunPython.noop),
        migrations.RunPython(what_they_are, migrations.RunPython.noop),
    ]
