"""Services to edit groups, merge players, forget a player and delete an account.

docs/decisions/0029-forgetting-a-person.md lists the data that goes when a player is forgotten, the data that
stays, and the reasons.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Claim, Group, Merge, Player, User
from accounts.names import LONGEST, find_free_name, name_key, replace_names
from accounts.permissions import Right, find_right, require, require_in_club
from accounts.players.selectors import find_claiming_user, find_entries, load_merges
from accounts.players.services import (
    CHANGE,
    DELETE,
    empty_account,
    forget_entries,
    group_change,
    group_delete,
    list_lock,
    player_merge,
    refuse_last_superuser,
    refuse_ownerless_clubs,
    remove_names,
)
from accounts.refusals import NAME_REMOVED, WRONG_PASSWORD
from accounts.shared.services import list_logged_names, reword_log
from tournaments.base.services import LONGEST_REASON
from tournaments.core.record import Stage
from tournaments.models import (
    Award,
    Deal,
    EntryRow,
    Evening,
    Journal,
    Result,
    RowQuestion,
    Season,
    SeasonLine,
    WaitingDecision,
)
from tournaments.phones.selectors import CORRECTION, LATE
from tournaments.seasons.services.results import LONGEST as LONGEST_QUESTION
from tournaments.standings.selectors.people import find_group_uses, preview_merging


@transaction.atomic
def group_set(
    *,
    by: User,
    group: Group,
    name: str | None = None,
    players: Collection[int] | None = None,
    admin: bool = False,
) -> None:
    """Change a group's name and members; None leaves a value unchanged.

    ``admin``: the administration requests the change. RuleError at ``name`` if a prize uses the group's old
    name.
    """
    group = _lock_group(by, group, CHANGE if admin else "")
    group_change(by=by, group=group, name=name, players=players, used=_find_uses(group), admin=admin)


@transaction.atomic
def group_drop(*, by: User, group: Group, admin: bool = False) -> None:
    """Delete the group. RuleError at ``name`` if a prize uses the group."""
    group = _lock_group(by, group, DELETE if admin else "")
    group_delete(by=by, group=group, used=_find_uses(group), admin=admin)


def _lock_group(by: User, group: Group, admin: str) -> Group:
    """Lock the club's list, so that nobody else changes a group; return the group's present row."""
    require_in_club(by, group.club_id, Right.RUN, admin=admin)
    list_lock(group.club_id)
    group_row = Group.objects.filter(pk=group.pk).first()
    if group_row is None:
        raise StateError("name", _("“%(name)s” is already deleted."), name=group.name)
    return group_row


def _find_uses(group: Group) -> Collection[str]:
    return find_group_uses(group.club_id).get(group.name, ())


@transaction.atomic
def players_merge(*, by: User, stays: Player, goes: Player, reason: str = "") -> Merge:
    """Give all results of ``goes`` to ``stays``, also in finished evenings and seasons.

    Refused if both took part in one evening: then they are two people. ``accounts`` describes how to undo a
    merge.
    """
    require(find_right(by.pk, stays.club_id), Right.RUN)
    list_lock(stays.club_id)  # prevents check-ins meanwhile
    if goes.pk != stays.pk and (both := preview_merging(stays, goes).both):
        raise StateError(
            "gone",
            _(
                "%(one)s and %(other)s played in the same evening, so they cannot be one player: "
                "%(evenings)s."
            ),
            one=stays.name,
            other=goes.name,
            evenings=", ".join(f"{evening.name} ({date_format(evening.held_on)})" for evening in both),
        )
    return player_merge(by=by, gone=goes, kept_as=stays, reason=reason)


AT_A_TABLE = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
STALE = timedelta(days=7)
"""An evening that is unfinished for longer does not prevent forgetting a player."""
RENAMED, CHANGED, ASKED = "entry_changed", "evening_changed", (CORRECTION, LATE)
PRIZE_VERBS = ("prize_given", "prize_taken_back")
GIVEN_IN_SEASON = ("season_prize_given", "season_prize_taken_back")
Names = Mapping[str, str]
Line = Journal | SeasonLine


@transaction.atomic
def player_forget(*, by: User, player: Player, typed: str) -> None:
    """Remove the player's name from the club's list and from all written text; figures stay.

    ``typed``: the name, as a confirmation. This cannot be undone. RuleError at ``typed``.
    """
    require(find_right(by.pk, player.club_id), Right.RUN)
    if player.forgotten_at is not None:
        raise StateError("typed", NAME_REMOVED)
    if name_key(" ".join(typed.split())) != name_key(player.name):
        raise RuleError(
            "typed", _("Type the name exactly as in the player list: %(name)s."), name=player.name
        )
    _lock([player])
    if find_claiming_user(player) is not None:
        raise StateError(
            "typed",
            _("%(name)s has an account. Unlink the account first, or ask the player to delete it."),
            name=player.name,
        )
    _forget(player, "typed")


@transaction.atomic
def account_delete(*, user: User, password: str) -> None:
    """Delete the account, and the user's name on every list; figures stay.

    RuleError at ``password``; at ``clubs`` if another person must take over a club first.
    """
    if not user.check_password(password):
        raise RuleError("password", WRONG_PASSWORD)
    claims = Claim.objects.filter(user=user, granted=True, ended_at=None).select_related("player")
    people = [claim.player for claim in claims.order_by("player__club", "player")]
    _lock(people)
    refuse_ownerless_clubs(user=user)
    refuse_last_superuser(user=user)
    for player in people:
        _forget(player, "clubs")
    empty_account(user=user)


def _lock(people: Collection[Player]) -> None:
    """Lock the evenings in which the people took part or may be named as banker; then the clubs' lists."""
    clubs = {player.club_id for player in people}
    entries = {entry for player in people for entry in find_entries(player.pk, load_merges(player.club_id))}
    keeps_bank = ~Q(chosen__banker="") | Q(rehearsal_of__isnull=False)
    has_evenings = Q(entries__player__in=entries) | Q(club__in=clubs) & keeps_bank
    mine = Evening.objects.filter(has_evenings).values("pk")
    list(Evening.objects.select_for_update().filter(pk__in=mine).order_by("pk").values("pk"))
    for club in sorted(clubs):
        list_lock(club)


def _forget(player: Player, field: str) -> None:
    """Forget the player. The caller has locked the player's club and evenings."""
    club, merges = player.club_id, load_merges(player.club_id)
    Evening.objects.filter(club=club, rehearsal_of__isnull=False).delete()  # a rehearsal has only names
    ids = find_entries(player.pk, merges)
    rows = Player.objects.filter(pk__in=ids)
    people = sorted(rows, key=lambda entry: (entry.pk in merges, entry.pk))
    entries = list(EntryRow.objects.filter(player__in=ids).select_related("evening").order_by("pk"))
    _refuse_at_a_table(entries, field)
    lines = _load_lines(club, entries)
    old = {*(entry.name for entry in entries), *_collect_names(people), *_find_old_names(lines, ids, entries)}
    old |= list_logged_names(rows)
    new_name = forget_entries(club=club, entries=people)
    _rename(entries, new_name)
    names = _build_replacements(club, ids, old, new_name)
    _rewrite(lines, dict.fromkeys(ids, new_name), {entry.pk: entry.name for entry in entries})
    _take_out(entries, lines, ids, names)
    _remove_banker(club, names)
    _clean_reasons(WaitingDecision.objects.filter(club=club), names)
    remove_names(club=club, ids=ids, names=names)
    # In the log of the person's own entries, every such name is this person's, even if others share it.
    reword_log(rows=rows, names=dict.fromkeys(old, new_name))


def _refuse_at_a_table(entries: Iterable[EntryRow], field: str) -> None:
    """Refuse while the player is in an unfinished evening, where the names are in use."""
    since = timezone.localdate() - STALE
    for entry in entries:
        evening = entry.evening
        if entry.void_id is None and evening.stage in AT_A_TABLE and evening.held_on >= since:
            raise StateError(
                field,
                _("%(name)s plays in “%(evening)s”, which is not finished. Finish the evening first."),
                name=entry.name,
                evening=evening.name,
            )


def _collect_names(people: Iterable[Player]) -> set[str]:
    return {name for player in people for name in (player.name, player.public_name) if name}


def _rename(entries: Sequence[EntryRow], new_name: str) -> None:
    """Set the new name in each evening; add a number if another person there has the same name."""
    mine = {entry.pk for entry in entries}
    names_by_evening: dict[int, list[str]] = defaultdict(list)
    other_entries = EntryRow.objects.filter(evening__in={entry.evening_id for entry in entries}).exclude(
        pk__in=mine
    )
    for evening, name in other_entries.values_list("evening", "name"):
        names_by_evening[evening].append(name)
    for entry in entries:
        entry.name = find_free_name(new_name, names_by_evening[entry.evening_id])
        names_by_evening[entry.evening_id].append(entry.name)
    EntryRow.objects.bulk_update(entries, ["name"], batch_size=500)


def _load_lines(club: int, entries: Sequence[EntryRow]) -> list[Line]:
    """Return the lines with people by number in their figures: renamed and placed people."""
    renamed = Journal.objects.filter(verb=RENAMED, evening__in={entry.evening_id for entry in entries})
    booked = SeasonLine.objects.filter(season__league__club=club).filter(
        Q(payload__has_key="people") | Q(payload__has_key="player")
    )
    return [*renamed, *booked]


def _find_old_names(lines: Iterable[Line], ids: Collection[int], entries: Iterable[EntryRow]) -> set[str]:
    """Return the person's earlier names in the lines."""
    mine, names = {entry.pk for entry in entries}, set()
    for line in lines:
        if isinstance(line, Journal):
            if line.payload.get("entry") in mine:
                names |= {line.payload[side][0] for side in ("before", "after")}
        else:
            names |= {
                person["name"] for person in _list_payload_people(line.payload) if person["player"] in ids
            }
    return names


def _list_payload_people(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the people in the payload of a season's line, each with ``player`` and ``name``."""
    people = payload.get("people")  # some lines have a number of people here
    people_named = [payload, *people] if isinstance(people, list) else [payload]
    for prize in payload.get("replaced", ()):
        people_named += [*prize["now"], *prize["was"]]
    return [person for person in people_named if "player" in person and "name" in person]


def _build_replacements(club: int, ids: Collection[int], old: Iterable[str], new_name: str) -> Names:
    """Return the replacement for each of the person's names.

    A name that another player on the list has stays.
    """
    other_names = set(Player.objects.filter(club=club).exclude(pk__in=ids).values_list("name", flat=True))
    keys = set(map(name_key, other_names))
    mine = {name: new_name for name in old if name_key(name) not in keys}
    longer = {
        name_other: name_other for name_other in other_names if any(name in name_other for name in mine)
    }
    return {**mine, **longer}


def _rewrite(lines: Iterable[Line], players: Mapping[int, str], entries: Mapping[int, str]) -> None:
    """Write the new name into the lines that identify the person by number."""
    for line in lines:
        if isinstance(line, Journal):
            if (entry := line.payload.get("entry")) in entries:
                for side in ("before", "after"):
                    line.payload[side] = [entries[entry], *line.payload[side][1:]]
        else:
            for person in _list_payload_people(line.payload):
                person["name"] = players.get(person["player"], person["name"])
        line.save(update_fields=["payload"])


def _take_out(entries: Iterable[EntryRow], lines: Iterable[Line], ids: Collection[int], names: Names) -> None:
    """Remove the names from free text of the person's evenings and seasons: reasons, questions.

    Text elsewhere stays unchanged: a name can also be an ordinary word.
    """
    evenings = {entry.evening_id for entry in entries}
    journal_lines = Journal.objects.filter(evening__in=evenings)
    booked = SeasonLine.objects.filter(
        Q(season__in=_query_seasons(evenings, ids)) | Q(pk__in=_find_player_lines(lines, ids))
    )
    _clean_reasons(journal_lines, names)
    _clean_reasons(booked, names)
    for line in journal_lines.filter(verb__in=ASKED):
        payload = {**line.payload, "typed": [replace_names(words, names) for words in line.payload["typed"]]}
        if "words" in payload:
            payload["words"] = replace_names(payload["words"], names)
        if payload != line.payload:
            line.payload = payload
            line.save(update_fields=["payload"])
    seasons = booked.values("season")
    _clean_questions(RowQuestion.objects.filter(season__in=seasons), names)
    _clean_gifts(Award.objects.filter(Q(evening__in=evenings) | Q(season__in=seasons)), names)
    prize_lines: list[Line] = [
        *journal_lines.filter(verb__in=PRIZE_VERBS),
        *booked.filter(verb__in=GIVEN_IN_SEASON),
    ]
    for gift in prize_lines:
        gift.payload["title"] = replace_names(gift.payload["title"], names)[:LONGEST]
        gift.save(update_fields=["payload"])
    deals = Deal.objects.filter(round__evening__in=evenings)
    for rows in (journal_lines, deals):  # the administration's reasons
        reword_log(rows=rows, names=names)


def _query_seasons(evenings: Collection[int], ids: Collection[int]) -> QuerySet[Season]:
    return Season.objects.filter(Q(people__player__in=ids) | Q(evenings__evening__in=evenings))


def _find_player_lines(lines: Iterable[Line], ids: Collection[int]) -> list[int]:
    """Return the lines of seasons that name the person, including seasons that the person has left."""
    booked = (line for line in lines if isinstance(line, SeasonLine))
    return [
        line.pk
        for line in booked
        if any(person["player"] in ids for person in _list_payload_people(line.payload))
    ]


def _clean_reasons(lines: QuerySet[Any], names: Names) -> None:
    has_name = Q(pk__in=())
    for name in (name for name, new_name in names.items() if name != new_name):
        has_name |= Q(reason__contains=name)
    for line in lines.filter(has_name):
        line.reason = replace_names(line.reason, names)[:LONGEST_REASON]
        line.save(update_fields=["reason"])


def _clean_questions(questions: QuerySet[RowQuestion], names: Names) -> None:
    for row in questions:
        for field in ("question", "answer"):
            setattr(row, field, replace_names(getattr(row, field), names)[:LONGEST_QUESTION])
        row.save(update_fields=["question", "answer"])


def _clean_gifts(gifts: QuerySet[Award], names: Names) -> None:
    for row in gifts:
        row.title = replace_names(row.title, names)[:LONGEST]
        row.figures["reason"] = replace_names(row.figures["reason"], names)[:LONGEST_REASON]
        row.save(update_fields=["title", "figures"])


def _remove_banker(club: int, names: Names) -> None:
    """Remove the names as banker from present and past settings."""
    for model, club_path in ((Evening, "club"), (Result, "evening__club")):
        for row in model._default_manager.filter(**{club_path: club}).exclude(chosen__banker=""):
            if _strip_banker(row.chosen, names):
                row.save(update_fields=["chosen"])
    for line in Journal.objects.filter(evening__club=club, verb=CHANGED):
        changes = [_strip_banker(line.payload.get(side), names) for side in ("before", "after")]
        if any(changes):
            line.save(update_fields=["payload"])


def _strip_banker(settings: Any, names: Names) -> bool:
    """Remove a name as banker from the settings. Return whether the name was there."""
    banker = settings.get("banker", "") if isinstance(settings, dict) else ""
    if (new_banker := replace_names(banker, names)) == banker:
        return False
    settings["banker"] = new_banker[:LONGEST]
    return True
