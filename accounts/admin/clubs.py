"""Clubs, their members and their lists. A change of a list is counted, as the services count theirs."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import BoundedAdmin, LookAdmin, LookInline, RefusingAdmin, typed
from accounts.models import Club, Group, Membership, Merge, Player, Role
from accounts.services.lists import list_changed
from accounts.services.members import membership_change, membership_end


class MembersInline(LookInline):
    """The first fifty; all are on the list of memberships, where they are changed."""

    model = Membership
    fields = ("user", "role")
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user", "club")


@admin.register(Club)
class ClubAdmin(BoundedAdmin):
    list_display = ("name", "created", "public")
    readonly_fields = ("revision",)
    search_fields = ("name",)
    date_hierarchy = "created"
    inlines = (MembersInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not one that has played: its evenings would go with it."""
        played = obj is not None and obj.evenings.exists()
        return not played and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Clubs are deleted one by one, for of each it is asked whether it has played."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        list_changed(form.instance.pk)


@admin.register(Membership)
class MembershipAdmin(RefusingAdmin, BoundedAdmin):
    """A club keeps an owner here too, and what hung on a membership goes with it."""

    list_display = ("user", "club", "role")
    list_filter = ("role", typed("club", _("club"), "club"))
    list_select_related = ("user", "club")
    autocomplete_fields = ("user", "club")
    search_fields = ("user__email", "user__name", "club__name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A membership is not handed to somebody else: one ends, and another is added."""
        return ("user", "club") if obj is not None else ()

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """They end one by one, for of each it is asked whether an owner stays."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            membership_change(membership=obj.pk, role=Role(obj.role))
        else:
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        membership_end(membership=obj.pk)


class ListAdmin(BoundedAdmin):
    """Something of a club's list: each change is counted."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        list_changed(form.instance.club_id)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        list_changed(obj.club_id)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        clubs = set(queryset.order_by().values_list("club", flat=True))
        super().delete_queryset(request, queryset)
        for club in clubs:
            list_changed(club)


@admin.register(Player)
class PlayerAdmin(ListAdmin):
    list_display = ("name", "club", "role", "active", "public", "forgotten_at")
    list_filter = ("active", typed("club", _("club"), "club"))
    list_select_related = ("club",)
    autocomplete_fields = ("club",)
    readonly_fields = ("forgotten_at",)
    search_fields = ("name", "club__name")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever played stays, or results and closed seasons would change: such a one is made inactive."""
        told_of = () if obj is None else (obj.entries, obj.seasons, obj.merges, obj.merged)
        return not any(rows.exists() for rows in told_of) and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Players are deleted one by one, for each is asked whether he played."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


@admin.register(Group)
class GroupAdmin(ListAdmin):
    list_display = ("name", "club")
    list_filter = (typed("club", _("club"), "club"),)
    list_select_related = ("club",)
    autocomplete_fields = ("club", "players")
    search_fields = ("name", "club__name")


@admin.register(Merge)
class MergeAdmin(LookAdmin):
    """To look at: who is one person with whom is said on the club's own pages."""

    list_display = ("gone", "kept", "by", "at", "undone_at")
    list_filter = (("undone_at", admin.EmptyFieldListFilter), typed("club", _("club"), "kept__club"))
    list_select_related = ("gone", "kept", "by")
    search_fields = ("gone__name", "kept__name")
