"""Decisions of What waits, and which results differ from a new calculation."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE, SET_NULL

OWN = {"auto_created": True, "primary_key": True, "serialize": False, "verbose_name": "ID"}
ONE = {"on_delete": CASCADE, "primary_key": True, "serialize": False, "related_name": "comparison"}


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_club_looks"),
        ("tournaments", "0013_ratings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            "Comparison",
            [
                ("result", models.OneToOneField("tournaments.result", **ONE)),
                ("differs", models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            "WaitingDecision",
            [
                ("id", models.BigAutoField(**OWN)),
                ("what", models.CharField(max_length=20)),
                ("row", models.PositiveBigIntegerField()),
                ("mark", models.PositiveBigIntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+")),
                ("club", models.ForeignKey("accounts.club", CASCADE, related_name="+")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("what", "row"), name="one_decision_each")]},
        ),
    ]
