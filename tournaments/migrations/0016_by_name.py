from django.db import migrations

from accounts.database.folding import by_name


class Migration(migrations.Migration):
    """Names are sorted without case and accents."""

    dependencies = [("tournaments", "0015_told_nothing"), ("accounts", "0006_names")]

    operations = [
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
                "verbose_name": "set of prizes",
                "verbose_name_plural": "sets of prizes",
            },
        ),
    ]
