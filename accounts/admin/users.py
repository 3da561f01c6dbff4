"""Users: who they are and when they came last. Of passwords nothing is shown."""

from __future__ import annotations

from typing import Any

import allauth.account.admin  # noqa: F401  (what is unregistered below has to be registered before)
from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group as Powers
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin.base import A_PAGE, BoundedPaginator, LookInline, RefusingAdmin
from accounts.models import Membership, User
from accounts.services.access import users_deactivate
from accounts.services.accounts import address_keep
from accounts.services.forgetting import installation_left

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")

# An address is changed with its user. Written on its own, it would let whoever has it come in as anybody.
admin.site.unregister(EmailAddress)
admin.site.unregister(Powers)


@admin.register(Powers)
class PowersAdmin(DjangoGroupAdmin):
    """What a group may do its members may: only superusers say it, as they say it of users."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)


class ClubsInline(LookInline):
    """To look at: memberships are changed on their own list."""

    model = Membership
    fields = ("club", "role")
    ordering = ("id",)
    verbose_name_plural = _("clubs")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user", "club")


@admin.register(User)
class UserAdmin(RefusingAdmin, DjangoUserAdmin):  # type: ignore[type-arg]
    """Users sign in by e-mail: there is no user name."""

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
        (_("May do"), {"fields": ("is_active", *POWERS)}),
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

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Who has the admin vouches for the address; by the one that was before nobody signs in any more."""
        if change and not (obj.is_active and obj.is_superuser):
            installation_left(user=obj)
        super().save_model(request, obj, form, change)
        if change and not obj.is_active:
            users_deactivate(users=[obj])
        if not change or "email" in form.changed_data:
            address_keep(user=obj, verified=True)

    @admin.display(description=_("password"))
    def new_password(self, user: User) -> str:
        """Of the password itself, and of what is kept of it, nothing is shown."""
        to = reverse("admin:auth_user_password_change", args=[user.pk])
        return format_html('<a href="{}">{}</a>', to, _("Set another password"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Only a superuser says who else may do what here: others could give themselves everything."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if request.user.is_superuser else (*fields, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Of those who come in here only a superuser changes anything, and of a deleted account nobody."""
        if obj is not None and (
            obj.gone_at is not None or (_comes_in(obj) and not request.user.is_superuser)
        ):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They wrote lines of journals: who is to come in no more is made inactive."""
        return False

    @admin.action(description=_("Let the chosen users come in no more"), permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        others = queryset.exclude(pk=request.user.pk or 0)
        if not request.user.is_superuser:
            others = others.filter(is_superuser=False, is_staff=False)
        left = list(queryset.filter(is_active=True)[: A_PAGE + 1])
        chosen = list(others.filter(is_active=True)[:A_PAGE])
        users_deactivate(users=chosen)
        for user in chosen:
            self.log_change(request, user, "deactivated")
        self.message_user(
            request,
            ngettext("%(n)s user comes in no more.", "%(n)s users come in no more.", len(chosen))
            % {"n": len(chosen)},
        )
        if len(left) > len(chosen):
            told = _(
                "Some were left: yourself, those who come in here if you are no superuser, "
                "and more than fifty at once."
            )
            self.message_user(request, told, messages.WARNING)


def _comes_in(user: User) -> bool:
    return user.is_staff or user.is_superuser
