"""What a club can plan an evening with: every game, its own house rules, and what it played last."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.errors import RuleError
from accounts.models import Club
from accounts.refusals import UNKNOWN_VALUE
from games import describe
from games.house.selectors import Playable, playable
from games.house.services import RETIRED
from games.rules.registry import ruleset
from tournaments.base.words import refusal
from tournaments.core.evening import Format, Play
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import PLANNED, POKER_EVENING, format_of, play_of
from tournaments.core.ranking.prize_list import listed
from tournaments.core.settings import Settings
from tournaments.models import Evening
from tournaments.planning.selectors.evenings import last_ended, last_planned, settings_for_next
from tournaments.standings.selectors.people import groups_in

HOUSE = "house-"


@dataclass(frozen=True)
class Planned:
    """What is to be played. ``key`` names it in an address; ``rules_name``: by which house rules.

    Those that an evening has been planned with are its own copy, and have no key.
    """

    key: str
    play: Play
    rules_name: str = ""


@dataclass(frozen=True)
class Offer:
    """A game, or house rules, to choose from; ``refused``: why it cannot be played in the format."""

    key: str
    title: str
    about: str
    refused: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    offers: tuple[Offer, ...]


def first_settings(club: Club) -> Settings:
    """What a new evening of the club begins with: the usual settings, and the club's roles."""
    return Settings(roles=tuple(club.roles))


DRAW_POKER = Planned(POKER_EVENING.game.key, POKER_EVENING)


def offers(club: int, format: Format) -> tuple[Group, ...]:
    """Everything that the club can play: its own rules first, then the games by family; in one query."""
    known = playable(club)
    ours = tuple(_offer(one, format) for one in known if one.house is not None)
    groups = [Group(_("Your house rules"), ours)] if ours else []
    for family, title in reversed(list(describe.FAMILIES.items())):
        games = (one for one in known if one.house is None and ruleset(one.key).family == family)
        groups.append(Group(_(title), tuple(_offer(one, format) for one in games)))
    return tuple(groups)


def planned(club: int, key: str, format: str) -> Planned:
    """What was chosen by its key. RuleError at ``game`` or ``format``."""
    found = next((one for one in playable(club) if _key(one) == key), None)
    if found is None:
        if not key.startswith(HOUSE):
            ruleset(key)  # says that there is no such game
        raise RuleError("game", _(RETIRED))
    play = play_of(found.key, found.options, chosen_format(format or Progressive.key).key)
    return Planned(key, play, "" if found.house is None else found.title)


def chosen_format(format: str) -> Format:
    """The format of this name, if an evening can be planned in it. RuleError at ``format`` if not."""
    found = format_of(format)
    if found not in PLANNED:
        raise RuleError("format", UNKNOWN_VALUE, value=format)
    return found


def last_played(club: int) -> Planned:
    """What the club planned its last evening with, for most play the same again; at first Draw Poker."""
    last = last_planned(club, [format.key for format in PLANNED])
    if last is None:
        return DRAW_POKER
    try:
        play = last.play
    except RuleError:  # the game has changed since
        return DRAW_POKER
    if not last.rules_name:
        return Planned(last.game, play)
    ours = (one for one in playable(club) if one.house is not None and one.title == last.rules_name)
    house = next((one for one in ours if one.key == last.game), None)
    return planned(club, _key(house), last.format) if house else DRAW_POKER


@dataclass(frozen=True)
class Beginning:
    """What the form of a new evening begins with; ``evening``: of which evening it is, if of one."""

    play: Play
    settings: Settings
    evening: int | None = None


def beginning(club: Club, plan: Planned, *, usual: bool = False) -> Beginning:
    """Return the settings with which the last evening of this game and format ended.

    The club's usual ones if it has had none, or if they are asked for.
    """
    last = None if usual else last_ended(club.pk, plan.play.game.key, plan.play.format.key, plan.rules_name)
    try:
        return _after(last, plan) if last else Beginning(plan.play, first_settings(club))
    except RuleError:  # the game or a setting has changed since
        return Beginning(plan.play, first_settings(club))


def _after(last: Evening, plan: Planned) -> Beginning:
    """``last``: the evening before. Prizes for a group that is gone are left out."""
    settings, groups = settings_for_next(last), groups_in(last.club_id)
    prizes = tuple(one for one in settings.prizes if listed(one).group in ("", *groups))
    play = plan.play if plan.rules_name else last.play
    return Beginning(play, replace(settings, prizes=prizes), last.pk)


def plan_of(evening: Evening) -> Planned:
    """What the evening has been planned with."""
    return Planned("" if evening.rules_name else evening.game, evening.play, evening.rules_name)


def _key(one: Playable) -> str:
    return one.key if one.house is None else f"{HOUSE}{one.house}"


def _offer(one: Playable, format: Format) -> Offer:
    game = ruleset(one.key)
    about = describe.summary(game)
    if one.house is not None:
        changed = {o.key: one.options[o.key] for o in game.options if one.options[o.key] != o.default}
        told = "; ".join(f"{title}: {value}" for title, value in describe.options_in_words(game, changed))
        about = _("%(game)s, changed: %(options)s") % {"game": _(game.title), "options": told}
    return Offer(_key(one), one.title, about, _refused(one, format))


def _refused(one: Playable, format: Format) -> str:
    try:
        play_of(one.key, one.options, format.key)
    except RuleError as error:
        return refusal(error, {})
    return ""
