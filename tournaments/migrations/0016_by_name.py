from django.db import migrations

from accounts.database.folding import by_name


class Migration(migrations.Migration):
    """Names are sorted without case and accents; prizes over all clubs have one name."""

    dependencies = [("tournaments", "0015_told_nothing"), ("accounts", "0006_names")]

    operations = [
        migrations.AlterModelOptions(
            name="award",
            options={
                "ordering": ("result", "season_result", "evening", "season", "rank"),
                "verbose_name": "prize",
                "verbose_name_plural": "prize standings",
            },
        ),
        migrations.AlterModelOptions(
            name="league",
            options={
                "ordering": (*by_name(), "id"),
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
            },
        ),
        migrations.AlterModelOptions(
            name="prizeset",
            options={
                "ordering": (*by_name(), "id"),
                "verbose_name": "prize set",
                "verbose_name_plural": "prize sets",
            },
        ),
    ]
