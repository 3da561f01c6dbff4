"""Clubs, their members and their players: what is changed here is changed by the services of the pages."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import BoundedAdmin, LookAdmin, LookInline, typed
from accounts.admin.writing import ByServices, Services
from accounts.models import Club, Membership, Merge, Player, User
from accounts.services.clubs import club_change, club_create, club_delete
from accounts.services.members import membership_add, membership_change, membership_end
from accounts.services.players import player_add, player_change, player_delete, told_of


class MembersInline(LookInline):
    """The first fifty; all are on the list of memberships, where they are changed."""

    model = Membership
    fields = ("user", "role")
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user", "club")


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new club, which has an owner from the beginning."""

    owner = forms.ModelChoiceField(
        User.objects.filter(is_active=True),
        label=_("owner"),
        widget=AutocompleteSelect(Membership._meta.get_field("user"), admin.site),
    )

    class Meta:
        model = Club
        fields = ("name",)


@admin.register(Club)
class ClubAdmin(ByServices, BoundedAdmin):
    list_display = ("name", "created", "public")
    fields = ("name", "public", "roles", "created", "revision")
    add_fields = ("name", "owner")
    search_fields = ("name",)
    date_hierarchy = "created"
    inlines = (MembersInline,)
    services = Services("club", add=club_create, change=club_change, delete=club_delete)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None:
            kwargs["form"] = ClubForm
        return super().get_form(request, obj, change, **kwargs)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not one that has played: its evenings would go with it."""
        played = obj is not None and obj.evenings.exists()
        return not played and super().has_delete_permission(request, obj)


@admin.register(Membership)
class MembershipAdmin(ByServices, BoundedAdmin):
    """A club keeps an owner here too, and what hung on a membership goes with it.

    A membership is not handed to somebody else: one ends, and another is added.
    """

    list_display = ("user", "club", "role")
    list_filter = ("role", typed("club", _("club"), "club"))
    list_select_related = ("user", "club")
    fields = add_fields = ("user", "club", "role")
    autocomplete_fields = ("user", "club")
    search_fields = ("user__email", "user__name", "club__name")
    services = Services("membership", add=membership_add, change=membership_change, delete=membership_end)


@admin.register(Player)
class PlayerAdmin(ByServices, BoundedAdmin):
    list_display = ("name", "club", "role", "active", "public", "forgotten_at")
    list_filter = ("active", typed("club", _("club"), "club"))
    list_select_related = ("club",)
    fields = ("club", "name", "role", "active", "public", "public_name", "forgotten_at")
    add_fields = ("club", "name", "role")
    autocomplete_fields = ("club",)
    search_fields = ("name", "club__name")
    services = Services("player", add=player_add, change=player_change, delete=player_delete)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever played stays, or results and closed seasons would change: such a one is made inactive."""
        played = obj is not None and told_of(obj)
        return not played and super().has_delete_permission(request, obj)


@admin.register(Merge)
class MergeAdmin(LookAdmin):
    """To look at: who is one person with whom is said on the club's own pages."""

    list_display = ("gone", "kept", "by", "at", "undone_at")
    list_filter = (("undone_at", admin.EmptyFieldListFilter), typed("club", _("club"), "kept__club"))
    list_select_related = ("gone", "kept", "by")
    search_fields = ("gone__name", "kept__name")
