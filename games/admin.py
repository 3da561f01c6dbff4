"""House rules in the administration, read-only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, make_typed_filter
from games.models import HouseRules


@admin.register(HouseRules)
class HouseRulesAdmin(LookAdmin):
    """Read-only: house rules are created and changed on the club's pages, where the game checks them."""

    list_display = ("name", "game", "club", "retired", "created")
    list_filter = ("retired", make_typed_filter("club", _("club"), "club"))
    list_select_related = ("club",)
    search_fields = ("name", "game", "club__name")
