"""The admin's log, and names taken out of it, out of saved responses, and out of sessions."""

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
from accounts.names import without_names
from accounts.page_forms import UNSENT

LOOKED_AT = "Looked at "
"""How the log's lines begin that say what an administrator looked at; the address follows."""


def logged(by: User, row: Model, message: str, flag: int = CHANGE) -> None:
    """Write a line about the row into the log. ``message`` is in English, as the log's own are."""
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=flag,
        change_message=message,
    )


def log_of(rows: QuerySet[Any]) -> QuerySet[LogEntry]:
    """Return the admin's log of the rows, found by id: by name it would tell of people of other clubs."""
    ids = rows.order_by().annotate(text_id=Cast("pk", CharField())).values("text_id")
    kind = ContentType.objects.get_for_model(rows.model)
    return LogEntry.objects.filter(content_type=kind, object_id__in=ids)


def names_in_log(players: QuerySet[Player]) -> set[str]:
    """Return the players' names in the admin's log: a name that nobody played by may stand only there."""
    return set(log_of(players).values_list("object_repr", flat=True)) - {""}


def log_reworded(*, rows: QuerySet[Any], names: Mapping[str, str]) -> None:
    """Remove ``names`` from the admin's log of the rows."""
    for entry in log_of(rows):
        entry.object_repr = without_names(entry.object_repr, names)[:200]
        entry.change_message = _reworded(entry.change_message, names)
        entry.save(update_fields=["object_repr", "change_message"])


def log_without(user: User) -> None:
    """Write "a former member" in the admin's log for all that goes with the account, as its row does."""
    former_name = gettext("a former member")
    for model in (Membership, Token, Claim, EmailAddress):
        log_of(model._default_manager.filter(user=user)).update(object_repr=former_name)
    addresses = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(EmailAddress))
    addresses.filter(object_repr=user.email).update(object_repr=former_name)


def answers_blanked(*, clubs: Collection[int], ids: Collection[int], names: Iterable[str]) -> None:
    """Empty the stored answers that hold the names.

    Of members of ``clubs``, and of users in no club, that is every answer that holds one. Of other users it
    is those with a name beside one of ``ids``: other clubs may have people of the same name.
    """
    names_out = dict.fromkeys(names, "")
    near = Q(user__memberships__club__in=clubs) | Q(user__memberships=None)
    members = set(Answer.objects.filter(near).values_list("pk", flat=True))
    pks = []
    for pk, body in Answer.objects.exclude(body=None).values_list("pk", "body").iterator():
        if _tells(body, names_out, None if pk in members else set(ids)):
            pks.append(pk)
    Answer.objects.filter(pk__in=pks).update(body=None)


def sessions_ended(user: User) -> None:
    """Delete the user's sessions, what they entered without one, and sessions with the e-mail address."""
    address = json.dumps(user.email)
    for session in Session.objects.iterator():
        values = session.get_decoded()
        users = (values.get(SESSION_KEY), values.get(UNSENT, {}).get("user"))
        if str(user.pk) in users or address in json.dumps(values, default=str):
            session.delete()


def _reworded(message: str, names: Mapping[str, str]) -> str:
    """Replace names in a message: plain words, or JSON, of which the keys are the program's own."""
    try:
        content = json.loads(message)
    except ValueError:
        return without_names(message, names)
    return json.dumps(_values(content, lambda words: without_names(words, names)))


def _values(content: Any, change: Callable[[str], str]) -> Any:
    if isinstance(content, dict):
        return {key: _values(value, change) for key, value in content.items()}
    if isinstance(content, list):
        return [_values(value, change) for value in content]
    return change(content) if isinstance(content, str) else content


def _tells(content: Any, names: Mapping[str, str], ids: Collection[int] | None) -> bool:
    """Return whether a value holds one of the names; with ``ids``, beside one of them."""
    if isinstance(content, dict):
        near = ids is None or any(type(value) is int and value in ids for value in content.values())
        has_name = any(isinstance(value, str) and _holds(value, names) for value in content.values())
        return (near and has_name) or any(_tells(value, names, ids) for value in content.values())
    if isinstance(content, list):
        return any(_tells(value, names, ids) for value in content)
    return ids is None and isinstance(content, str) and _holds(content, names)


def _holds(words: str, names: Mapping[str, str]) -> bool:
    return without_names(words, names) != words
