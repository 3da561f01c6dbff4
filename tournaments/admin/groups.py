"""Groups of a club's players. They are here and not beside clubs, for a prize may go by one."""

from typing import Any

from django.contrib import admin
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import BoundedAdmin, typed
from accounts.admin.writing import ByServices, Services
from accounts.models import Group, Player
from accounts.players.services.groups import group_create
from tournaments.records.services.people import group_drop, group_set


@admin.register(Group)
class GroupAdmin(ByServices, BoundedAdmin):
    list_display = ("name", "club")
    list_filter = (typed("club", _("club"), "club"),)
    list_select_related = ("club",)
    fields = ("club", "name", "players")
    add_fields = ("club", "name")
    autocomplete_fields = ("club", "players")
    search_fields = ("name", "club__name")
    services = Services("group", add=group_create, change=group_set, delete=group_drop)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Of a group that is there, the players of its club can be chosen."""
        form = super().get_form(request, obj, change, **kwargs)
        players = form.base_fields.get("players") if obj is not None else None
        if isinstance(players, ModelMultipleChoiceField):
            players.queryset = Player.objects.filter(club=obj.club_id)
        return form
