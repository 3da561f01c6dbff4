from django.db import migrations, models

STAGES = ("draft", "check_in", "seated", "playing", "settling", "finished", "called_off")


class Migration(migrations.Migration):
    """An evening can be called off. No row changes."""

    dependencies = [("tournaments", "0017_pinned")]

    operations = [
        migrations.AlterField(
            model_name="evening",
            name="stage",
            field=models.CharField(
                choices=[(stage, stage) for stage in STAGES],
                default="draft",
                max_length=12,
                verbose_name="stage",
            ),
        ),
    ]
