"""What becomes of a club's list when somebody is forgotten, and of an account that is deleted.

What is played is kept by another app, which calls these: ``tournaments.records.services.forgetting``.
"""

from collections.abc import Collection, Mapping, Sequence

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from accounts.models import Answer, Claim, Invitation, Membership, Merge, Player, Public, Token, User
from accounts.names import first_free, without_names
from accounts.players.services.lists import list_changed, ownerless_without
from accounts.players.services.merging import LONGEST_REASON
from accounts.shared.services.traces import answers_blanked, log_of, log_without, sessions_ended


def people_forgotten(*, club: int, entries: Sequence[Player]) -> str:
    """The entries on the list of one person lose name, role, groups and account; the first one's new name.

    The name is in the language of who does it, and from then on a name as any other. The caller holds the
    list's lock, and has seen to it that this may be.
    """
    gone, called = [player.pk for player in entries], gettext("A former player")
    taken = list(Player.objects.filter(club=club).exclude(pk__in=gone).values_list("name", flat=True))
    for player in entries:
        player.name = first_free(called, taken)
        taken.append(player.name)
        player.role, player.public_name, player.active = "", "", False
        # Not as the club has it: initials would make a riddle of it.
        player.public, player.forgotten_at = Public.NAME, timezone.now()
        player.save(update_fields=["name", "role", "public", "public_name", "active", "forgotten_at"])
        player.groups.clear()
    claims = Claim.objects.filter(player__in=gone)
    log_of(claims).update(object_repr=called)
    claims.delete()
    Invitation.objects.filter(player__in=gone, used_at=None).delete()
    Invitation.objects.filter(player__in=gone).update(player=None)
    list_changed(club)
    return entries[0].name


def names_taken_out(*, club: int, ids: Collection[int], names: Mapping[str, str]) -> None:
    """``names`` of these players stand no more in why they were merged, nor in answers that are kept."""
    gone = [name for name, other in names.items() if name != other]
    for merge in Merge.objects.filter(Q(kept__in=ids) | Q(gone__in=ids)).exclude(reason=""):
        if (told := without_names(merge.reason, names)) != merge.reason:
            Merge.objects.filter(pk=merge.pk).update(reason=told[:LONGEST_REASON])
    answers_blanked(clubs={club}, ids=ids, names=gone)


def clubs_left(*, user: User) -> None:
    """Refuse (RuleError) while a club would have members and no owner. Its rows are locked meanwhile."""
    left = ownerless_without([user.pk])
    peopled = Membership.objects.filter(club__in=left).exclude(user=user).values_list("club", flat=True)
    if stranded := [club.name for club in left if club.pk in set(peopled)]:
        raise StateError(
            "clubs",
            _("You are the only owner of %(clubs)s. Make another member an owner first."),
            clubs=", ".join(stranded),
        )
    for club in left:
        list_changed(club.pk)


def installation_left(*, user: User) -> None:
    """Refuse (RuleError) while nobody else could look after the installation."""
    administrators = User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk")
    found = {administrator.pk for administrator in administrators}
    if user.pk in found and len(found) == 1:
        raise StateError(
            "clubs",
            _("You are the only administrator of this site. Make somebody else an administrator first."),
        )


def account_emptied(*, user: User) -> None:
    """Nothing stays of the account but a row without a name, for it wrote lines of journals."""
    _traces_gone(user)
    LogEntry.objects.filter(Q(user=user) | _about(user)).delete()
    Invitation.objects.filter(Q(made_by=user, used_at=None)).delete()
    Invitation.objects.filter(used_by=user).delete()
    for model in (Membership, Token, Claim, Answer, EmailAddress):
        model._default_manager.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.gone_at, user.last_login = timezone.now(), None
    user.name, user.email = "", f"gone-{user.pk}@deleted.invalid"
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()  # with the password's digest every session ends
    user.save()


def _traces_gone(user: User) -> None:
    """What tells of the account elsewhere, as long as its rows and its address say where that is."""
    clubs = set(Membership.objects.filter(user=user).values_list("club", flat=True))
    answers_blanked(clubs=clubs, ids={user.pk}, names=filter(None, (user.name, user.email)))
    log_without(user)
    sessions_ended(user)


def _about(user: User) -> Q:
    return Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
