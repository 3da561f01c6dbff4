"""An evening can be called off, and stages are shown in words. No row changes."""

from django.db import migrations, models

EVENING = [
    ("draft", "Being prepared"),
    ("check_in", "Check-in is open"),
    ("seated", "The seats are drawn"),
    ("playing", "Being played"),
    ("settling", "Settling up"),
    ("finished", "Finished"),
    ("called_off", "Called off"),
]
SEASON = [("open", "open"), ("closed", "closed")]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_pinned")]

    operations = [
        migrations.AlterField(
            "evening",
            "stage",
            models.CharField(choices=EVENING, default="draft", max_length=12, verbose_name="stage"),
        ),
        migrations.AlterField(
            "season",
            "stage",
            models.CharField(choices=SEASON, default="open", max_length=10, verbose_name="stage"),
        ),
    ]
