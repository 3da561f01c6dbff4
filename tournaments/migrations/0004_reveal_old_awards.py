"""Prizes that were announced before they could be revealed one by one are known to everybody."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def reveal(apps, schema_editor):
    award, result = apps.get_model("tournaments", "Award"), apps.get_model("tournaments", "Result")
    wrote = result.objects.filter(pk=OuterRef("result")).values("journal")[:1]
    award.objects.filter(revealed=None).update(revealed=Subquery(wrote))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_clocks_and_links")]

    operations = [migrations.RunPython(reveal, migrations.RunPython.noop, elidable=True)]
