"""Whether a 0 was told with a result from elsewhere was not stored: it is read as unknown, as before."""

from django.db import migrations, models


def unknown(apps, schema_editor):
    settlements = apps.get_model("tournaments", "Settlement").objects.using(schema_editor.connection.alias)
    elsewhere = settlements.filter(result__format="recorded")
    elsewhere.filter(fresh=0).update(fresh=None)
    elsewhere.filter(yellow=0).update(yellow=None)


def nothing(apps, schema_editor):
    settlements = apps.get_model("tournaments", "Settlement").objects.using(schema_editor.connection.alias)
    settlements.filter(fresh=None).update(fresh=0)
    settlements.filter(yellow=None).update(yellow=0)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_what_waits"),
    ]

    operations = [
        migrations.AlterField(
            "settlement",
            "fresh",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="Fresh stakes"),
        ),
        migrations.AlterField(
            "settlement",
            "yellow",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="yellow chips"),
        ),
        migrations.RunPython(unknown, nothing),
    ]
