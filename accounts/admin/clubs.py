"""The administration of clubs, memberships, players, merges, tokens, invitations and claims.

Clubs, memberships and players are changed by the services of the pages. Merges are read-only. Tokens,
invitations and claims are shown without their digests, and can be revoked.
"""

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import Count, Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.account.services import invitations_withdraw, tokens_withdraw
from accounts.admin.base import BoundedAdmin, ByServices, LookAdmin, LookInline, Services, make_typed_filter
from accounts.clubs.services import (
    club_change,
    club_create,
    club_delete,
    membership_add,
    membership_change,
    membership_end,
)
from accounts.models import Claim, Club, Invitation, Membership, Merge, Player, Role, Token, User
from accounts.players.services import has_history, player_add, player_change, player_delete


class MembersInline(LookInline):
    """The first fifty members. The list of memberships has all, and there they are changed."""

    model = Membership
    fields = ("user", "role")
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user", "club")


class ClubAdminForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new club. It needs an owner from the beginning."""

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
    list_display = ("name", "owners", "players", "last_evening", "evenings_this_year", "public")
    fields = ("name", "public", "roles", "colour", "bell", "logo_preview", "created", "revision")
    add_fields = ("name", "owner")
    search_fields = ("name",)
    date_hierarchy = "created"
    inlines = (MembersInline,)
    services = Services("club", add=club_create, change=club_change, delete=club_delete)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Add the figures of each club in the list. Each figure has its own subquery."""
        same_club = Club.objects.filter(pk=OuterRef("pk")).order_by()
        players = same_club.filter(players__active=True).annotate(n=Count("players")).values("n")
        evenings = same_club.filter(
            evenings__held_on__year=timezone.localdate().year, evenings__rehearsal_of=None
        )
        last = same_club.annotate(last=Max("evenings__held_on")).values("last")
        clubs = (
            super()
            .get_queryset(request)
            .annotate(
                player_count=Coalesce(Subquery(players), 0),
                newest=Subquery(last),
                year=Coalesce(Subquery(evenings.annotate(n=Count("evenings")).values("n")), 0),
            )
        )
        owners = Membership.objects.filter(role=Role.OWNER, user__is_active=True).select_related("user")
        return clubs.prefetch_related(Prefetch("memberships", owners, "owning"))

    @admin.display(description=_("owners"))
    def owners(self, club: Any) -> str:
        return ", ".join(str(owner.user) for owner in club.owning) or "–"

    @admin.display(description=_("players"))
    def players(self, club: Any) -> int:
        return int(club.player_count)

    @admin.display(description=_("last evening"))
    def last_evening(self, club: Any) -> date | None:
        day: date | None = club.newest
        return day

    @admin.display(description=_("evenings this year"))
    def evenings_this_year(self, club: Any) -> int:
        return int(club.year)

    @admin.display(description=_("Logo"))
    def logo_preview(self, club: Club) -> str:
        return format_html('<img src="{}" alt="" height="48">', club.logo) if club.logo else "–"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None:
            kwargs["form"] = ClubAdminForm
        return super().get_form(request, obj, change, **kwargs)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete a club with evenings: they would be deleted too."""
        has_evenings = obj is not None and obj.evenings.exists()
        return not has_evenings and super().has_delete_permission(request, obj)


@admin.register(Membership)
class MembershipAdmin(ByServices, BoundedAdmin):
    """The administration of memberships. A club always keeps an owner.

    A membership's claims and open invitations are deleted with it. A membership never changes its user:
    delete it, and add another.
    """

    list_display = ("user", "club", "role")
    list_filter = ("role", make_typed_filter("club", _("club"), "club"))
    list_select_related = ("user", "club")
    fields = add_fields = ("user", "club", "role")
    autocomplete_fields = ("user", "club")
    search_fields = ("user__email", "user__name", "club__name")
    services = Services("membership", add=membership_add, change=membership_change, delete=membership_end)


@admin.register(Player)
class PlayerAdmin(ByServices, BoundedAdmin):
    list_display = ("name", "club", "role", "active", "public", "forgotten_at")
    list_filter = ("active", make_typed_filter("club", _("club"), "club"))
    list_select_related = ("club",)
    fields = ("club", "name", "role", "active", "public", "public_name", "forgotten_at")
    add_fields = ("club", "name", "role")
    autocomplete_fields = ("club",)
    search_fields = ("name", "club__name")
    services = Services("player", add=player_add, change=player_change, delete=player_delete)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete players who played: results would change. Make them inactive instead."""
        is_used = obj is not None and has_history(obj)
        return not is_used and super().has_delete_permission(request, obj)


@admin.register(Merge)
class MergeAdmin(LookAdmin):
    """Merges, read-only. Organisers merge and part players on the club's own pages."""

    list_display = ("gone", "kept", "by", "at", "undone_at")
    list_filter = (
        ("undone_at", admin.EmptyFieldListFilter),
        make_typed_filter("club", _("club"), "kept__club"),
    )
    list_select_related = ("gone", "kept", "by")
    search_fields = ("gone__name", "kept__name")


MOST = 500


class RevokedAdmin(LookAdmin):
    """A row that lets somebody in until it is revoked: a token or an invitation."""

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return self.may_change(request)

    def report_revoked(self, request: HttpRequest, rows: list[Any], count: int) -> None:
        for row in rows:
            self.log_change(request, row, "revoked")
        self.message_user(request, gettext("Changed: %(n)s.") % {"n": count})


@admin.register(Token)
class TokenAdmin(RevokedAdmin):
    list_display = ("name", "hint", "user", "role", "club", "made_at", "expires", "used_at", "revoked_at")
    list_filter = (
        "role",
        make_typed_filter("club", _("club"), "club"),
        ("revoked_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("user", "club")
    search_fields = ("name", "hint", "user__email", "user__name")
    fields = list_display
    actions = ("revoke",)

    @admin.action(description=_("Revoke the selected entries"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        rows = list(queryset.filter(revoked_at=None)[:MOST])
        self.report_revoked(request, rows, tokens_withdraw(tokens=rows))


@admin.register(Invitation)
class InvitationAdmin(RevokedAdmin):
    list_display = ("club", "role", "player", "made_by", "made_at", "expires", "used_by", "revoked_at")
    list_filter = (
        "role",
        make_typed_filter("club", _("club"), "club"),
        ("revoked_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("club", "player", "made_by", "used_by")
    search_fields = ("club__name", "player__name", "made_by__email", "used_by__email")
    fields = (*list_display, "used_at")
    actions = ("revoke",)

    @admin.action(description=_("Revoke the selected entries"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        rows = list(queryset.filter(revoked_at=None, used_at=None)[:MOST])
        self.report_revoked(request, rows, invitations_withdraw(invitations=rows))


@admin.register(Claim)
class ClaimAdmin(LookAdmin):
    list_display = ("player", "user", "asked_at", "granted", "decided_by", "decided_at", "ended_at")
    list_filter = ("granted", make_typed_filter("club", _("club"), "player__club"))
    list_select_related = ("player", "user", "decided_by")
    search_fields = ("player__name", "user__email", "user__name")
