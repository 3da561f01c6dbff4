"""Mark the addresses of existing accounts as confirmed: somebody who knew the address let each user in."""

from django.db import migrations


def confirm(apps, schema_editor):
    address = apps.get_model("account", "EmailAddress")
    known = set(address.objects.values_list("user", flat=True))
    users = apps.get_model("accounts", "User").objects.exclude(pk__in=known).values_list("pk", "email")
    address.objects.bulk_create(
        address(user_id=pk, email=email, primary=True, verified=True) for pk, email in users
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_the_right_people"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(confirm, migrations.RunPython.noop, elidable=True)]
