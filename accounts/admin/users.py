"""The administration of users and of groups with permissions. It never shows passwords."""

from copy import copy
from typing import Any

import allauth.account.admin  # noqa: F401  (what is unregistered below has to be registered before)
from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm
from django.contrib.auth.models import Group as Powers
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.account.services import (
    password_set,
    powers_add,
    powers_change,
    powers_delete,
    user_add,
    user_change,
    users_deactivate,
)
from accounts.admin.base import A_PAGE, BoundedPaginator, ByServices, LookInline, Services
from accounts.errors import ForbiddenError, RuleError
from accounts.models import Membership, User
from accounts.shared.forms import translate_refusal

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")

# An address is changed only with its user. A row of its own could let its holder sign in as another user.
admin.site.unregister(EmailAddress)
admin.site.unregister(Powers)


@admin.register(Powers)
class PowersAdmin(ByServices, DjangoGroupAdmin):
    """Groups with permissions. Only superusers change a group's permissions, as with users."""

    fields = add_fields = ("name", "permissions")
    services = Services("powers", add=powers_add, change=powers_change, delete=powers_delete)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """Sets another password for a user, or removes it."""

    by: User

    def save(self, commit: bool = True) -> Any:
        usable = self.cleaned_data["set_usable_password"]
        password = self.cleaned_data["password1"] if usable else None
        password_set(by=self.by, user=self.user, password=password)
        self.user.refresh_from_db()
        return self.user


class AddForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new user, with a password or without."""

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("set_usable_password"):
            values["password1"] = None
        return values


class ClubsInline(LookInline):
    """The user's clubs, read-only. Memberships are changed on their own list."""

    model = Membership
    fields = ("club", "role")
    ordering = ("id",)
    verbose_name_plural = pgettext_lazy("organisations", "clubs")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user", "club")


@admin.register(User)
class UserAdmin(ByServices, DjangoUserAdmin):  # type: ignore[type-arg]
    """Users sign in by e-mail address. There are no user names."""

    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("email", "name")
    readonly_fields = ("new_password", "last_login", "date_joined", "gone_at")
    list_per_page = A_PAGE
    show_full_result_count = False
    paginator = BoundedPaginator
    change_list_template = "admin/bounded_list.html"
    fieldsets = (
        (None, {"fields": ("email", "name", "new_password")}),
        (_("Permissions"), {"fields": ("is_active", *POWERS)}),
        (_("Dates"), {"fields": ("last_login", "date_joined", "gone_at")}),
    )
    add_fieldsets = (
        (
            None,
            {"classes": ("wide",), "fields": ("email", "name", "usable_password", "password1", "password2")},
        ),
    )
    inlines = (ClubsInline,)
    actions = ("deactivate",)
    add_form = AddForm
    services = Services(
        "user",
        add=user_add,
        change=user_change,
        names={"password1": "password"},
        form_only=frozenset({"usable_password", "password2"}),
    )

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Show the password form, with the signed-in user, who changes the password."""
        changed_request = copy(self)
        changed_request.change_password_form = type("PasswordForm", (PasswordForm,), {"by": request.user})
        try:
            return DjangoUserAdmin.user_change_password(changed_request, request, id, form_url)
        except ForbiddenError as error:
            raise PermissionDenied from error

    @admin.display(description=_("password"))
    def new_password(self, user: User) -> str:
        """Return a link to the password form. Neither the password nor its hash is shown."""
        to = reverse("admin:auth_user_password_change", args=[user.pk])
        return format_html('<a href="{}">{}</a>', to, _("Change the password"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Make permissions read-only except for superusers: others could grant themselves everything."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if request.user.is_superuser else (*fields, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let only superusers change staff and superusers. Nobody changes a deleted account."""
        if obj is not None and (
            obj.gone_at is not None or (_can_sign_in(obj) and not request.user.is_superuser)
        ):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete a user: lines of journals refer to users. Make the user inactive instead."""
        return False

    @admin.action(description=_("Deactivate the selected users"), permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        other_users = queryset.exclude(pk=request.user.pk or 0)
        if not request.user.is_superuser:
            other_users = other_users.filter(is_superuser=False, is_staff=False)
        active = list(queryset.filter(is_active=True)[: A_PAGE + 1])
        users = list(other_users.filter(is_active=True)[:A_PAGE])
        try:
            users_deactivate(users=users)
        except RuleError as error:
            self.message_user(request, translate_refusal(error), messages.ERROR)
            return
        for user in users:
            self.log_change(request, user, "deactivated")
        self.message_user(request, gettext("Changed: %(n)s.") % {"n": len(users)})
        if len(active) > len(users):
            warning = _(
                "Some users stay active. You cannot deactivate yourself, or more than fifty at once. "
                "Only superusers can deactivate staff."
            )
            self.message_user(request, warning, messages.WARNING)


def _can_sign_in(user: User) -> bool:
    return user.is_staff or user.is_superuser
