"""House rules in the administration."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.models import HouseRules


@admin.register(HouseRules)
class HouseRulesAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "game", "club", "retired", "created")
    list_filter = ("game", "retired")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are made and changed on the club's pages, where the game itself checks them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: HouseRules | None = None) -> bool:
        return False
