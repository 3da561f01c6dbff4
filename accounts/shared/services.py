"""The admin's log; and removal of names from that log, from stored responses and from sessions."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import CharField, Model, Q, QuerySet
from django.db.models.functions import Cast
from django.utils.translation import gettext

from accounts.models import Answer, Claim, Membership, Player, Token, User
from accounts.names import replace_names
from accounts.page_forms import UNSENT

LOOKED_AT = "Looked at "
"""How log lines about a looked-at page begin; the page's address follows."""


def write_log(by: User, row: Model, message: str, flag: int = CHANGE) -> None:
    """Write a line about the row into the admin's log. ``message`` is in English, like Django's own."""
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=flag,
        change_message=message,
    )


def find_log(rows: QuerySet[Any]) -> QuerySet[LogEntry]:
    """Return the admin's log of the rows, by id. A search by name would include people of other clubs."""
    ids = rows.order_by().annotate(text_id=Cast("pk", CharField())).values("text_id")
    kind = ContentType.objects.get_for_model(rows.model)
    return LogEntry.objects.filter(content_type=kind, object_id__in=ids)


def list_logged_names(players: QuerySet[Player]) -> set[str]:
    """Return the players' names in the admin's log. A name that was never used in play may be only there."""
    return set(find_log(players).values_list("object_repr", flat=True)) - {""}


def reword_log(*, rows: QuerySet[Any], names: Mapping[str, str]) -> None:
    """Remove ``names`` from the admin's log of the rows."""
    for entry in find_log(rows):
        entry.object_repr = replace_names(entry.object_repr, names)[:200]
        entry.change_message = _reword(entry.change_message, names)
        entry.save(update_fields=["object_repr", "change_message"])


def anonymize_log(user: User) -> None:
    """Write "a former member" instead of the account's name in the admin's log of its rows."""
    former_name = gettext("a former member")
    for model in (Membership, Token, Claim, EmailAddress):
        find_log(model._default_manager.filter(user=user)).update(object_repr=former_name)
    addresses = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(EmailAddress))
    addresses.filter(object_repr=user.email).update(object_repr=former_name)


def blank_answers(*, clubs: Collection[int], ids: Collection[int], names: Iterable[str]) -> None:
    """Empty the stored responses that contain the names.

    For members of ``clubs``, and users in no club, that is every response with a name. For other users, only
    responses with a name beside one of ``ids``: other clubs can have people of the same name.
    """
    names_out = dict.fromkeys(names, "")
    near = Q(user__memberships__club__in=clubs) | Q(user__memberships=None)
    members = set(Answer.objects.filter(near).values_list("pk", flat=True))
    pks = []
    for pk, body in Answer.objects.exclude(body=None).values_list("pk", "body").iterator():
        if _has_name(body, names_out, None if pk in members else set(ids)):
            pks.append(pk)
    Answer.objects.filter(pk__in=pks).update(body=None)


def delete_sessions(user: User) -> None:
    """Delete the user's sessions, their unsent forms, and sessions that contain the e-mail address."""
    address = json.dumps(user.email)
    for session in Session.objects.iterator():
        values = session.get_decoded()
        users = (values.get(SESSION_KEY), values.get(UNSENT, {}).get("user"))
        if str(user.pk) in users or address in json.dumps(values, default=str):
            session.delete()


def _reword(message: str, names: Mapping[str, str]) -> str:
    """Replace names in a message: plain text, or JSON, whose keys the program wrote."""
    try:
        content = json.loads(message)
    except ValueError:
        return replace_names(message, names)
    return json.dumps(_map_values(content, lambda words: replace_names(words, names)))


def _map_values(content: Any, change: Callable[[str], str]) -> Any:
    if isinstance(content, dict):
        return {key: _map_values(value, change) for key, value in content.items()}
    if isinstance(content, list):
        return [_map_values(value, change) for value in content]
    return change(content) if isinstance(content, str) else content


def _has_name(content: Any, names: Mapping[str, str], ids: Collection[int] | None) -> bool:
    """Return whether a value contains one of the names; with ``ids``, beside one of these ids."""
    if isinstance(content, dict):
        near = ids is None or any(type(value) is int and value in ids for value in content.values())
        has_name = any(isinstance(value, str) and _has_any_name(value, names) for value in content.values())
        return (near and has_name) or any(_has_name(value, names, ids) for value in content.values())
    if isinstance(content, list):
        return any(_has_name(value, names, ids) for value in content)
    return ids is None and isinstance(content, str) and _has_any_name(content, names)


def _has_any_name(words: str, names: Mapping[str, str]) -> bool:
    return replace_names(words, names) != words
