"""Each version of a result keeps who its entries were: what stands in the entries now."""

import django.db.models.deletion
from django.db import migrations, models


def who_they_are(apps, schema_editor):
    alias = schema_editor.connection.alias
    entries = apps.get_model("tournaments", "EntryRow").objects.using(alias)
    player = entries.filter(pk=models.OuterRef("entry")).values("player")
    settlements = apps.get_model("tournaments", "Settlement").objects.using(alias)
    settlements.update(player=models.Subquery(player))


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
        migrations.RunPython(who_they_are, migrations.RunPython.noop),
    ]
