"""Phones without an account that say to be a person's, and the codes shown for that. No row changes."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_called_off")]

    operations = [
        migrations.CreateModel(
            name="PhoneClaim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested"),
                ),
                ("granted", models.BooleanField(blank=True, null=True, verbose_name="confirmed")),
                ("digest", models.CharField(blank=True, editable=False, max_length=64)),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_claims",
                        to="tournaments.entryrow",
                        verbose_name="entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "“This is me” request of a phone",
                "verbose_name_plural": "“This is me” requests of phones",
                "ordering": ("id",),
            },
        ),
    ]
