"""The administration for tests: its addresses, and who looks after the installation."""

from typing import Any

from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User


def where(model: Any, page: str = "changelist", *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def root(name: str = "Root") -> User:
    """A superuser, who is a member of no club."""
    return User.objects.create(
        email=f"{name.lower()}@example.org", name=name, password="!", is_staff=True, is_superuser=True
    )


def staff(*may: str, name: str = "Stella") -> User:
    """Somebody who comes into the administration, and may do what these permissions of Django's say."""
    user = User.objects.create(email=f"{name.lower()}@example.org", name=name, password="!", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    return user


def chosen(action: str, *rows: Any, **more: object) -> dict[str, object]:
    """What a list sends where rows are ticked and an action is chosen."""
    return {"action": action, "_selected_action": [row.pk for row in rows], **more}
