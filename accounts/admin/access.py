"""Tokens, invitations and claims: to look at, without their digests, and to be taken away."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.account.services.access import invitations_withdraw, tokens_withdraw
from accounts.admin.base import LookAdmin, typed
from accounts.models import Claim, Invitation, Token

MOST = 500


class RevokedAdmin(LookAdmin):
    """Something that lets somebody in, until it is revoked."""

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return self.may_change(request)

    def revoked(self, request: HttpRequest, rows: list[Any], count: int) -> None:
        for row in rows:
            self.log_change(request, row, "revoked")
        self.message_user(request, gettext("Changed: %(n)s.") % {"n": count})


@admin.register(Token)
class TokenAdmin(RevokedAdmin):
    list_display = ("name", "hint", "user", "role", "club", "made_at", "expires", "used_at", "revoked_at")
    list_filter = ("role", typed("club", _("club"), "club"), ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("user", "club")
    search_fields = ("name", "hint", "user__email", "user__name")
    fields = list_display
    actions = ("revoke",)

    @admin.action(description=_("Revoke the selected entries"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        rows = list(queryset.filter(revoked_at=None)[:MOST])
        self.revoked(request, rows, tokens_withdraw(tokens=rows))


@admin.register(Invitation)
class InvitationAdmin(RevokedAdmin):
    list_display = ("club", "role", "player", "made_by", "made_at", "expires", "used_by", "revoked_at")
    list_filter = ("role", typed("club", _("club"), "club"), ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("club", "player", "made_by", "used_by")
    search_fields = ("club__name", "player__name", "made_by__email", "used_by__email")
    fields = (*list_display, "used_at")
    actions = ("revoke",)

    @admin.action(description=_("Revoke the selected entries"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        rows = list(queryset.filter(revoked_at=None, used_at=None)[:MOST])
        self.revoked(request, rows, invitations_withdraw(invitations=rows))


@admin.register(Claim)
class ClaimAdmin(LookAdmin):
    list_display = ("player", "user", "asked_at", "granted", "decided_by", "decided_at", "ended_at")
    list_filter = ("granted", typed("club", _("club"), "player__club"))
    list_select_related = ("player", "user", "decided_by")
    search_fields = ("player__name", "user__email", "user__name")
