from django.db import migrations


class Migration(migrations.Migration):
    """The club's groups are called player groups, beside the groups of permissions."""

    dependencies = [("accounts", "0005_club_looks")]

    operations = [
        migrations.AlterModelOptions(
            name="group",
            options={
                "ordering": ("name", "id"),
                "verbose_name": "player group",
                "verbose_name_plural": "player groups",
            },
        ),
    ]
