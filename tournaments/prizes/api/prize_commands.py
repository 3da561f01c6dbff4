"""The list of prizes is changed; prizes are revealed to the hall."""

from typing import Any

from accounts.errors import RuleError
from accounts.shared.api.fields import Flag, Several
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import Plain, PrizeField, Reasoned
from tournaments.core.leagues import rules
from tournaments.core.ranking.metrics import usual_best
from tournaments.core.ranking.prize_json import Good, from_json, to_json
from tournaments.core.ranking.prize_list import MOST_PRIZES, Prizes
from tournaments.core.settings import NUMBERS
from tournaments.evening.api.settings import limited
from tournaments.prizes.services.gifts import prize_give, prize_take_back
from tournaments.prizes.services.prizes import prize_reveal, prizes_change, prizes_reveal_all
from tournaments.scoring.selectors.conflicts import awards_standing, prizes_standing, season_prizes_standing
from tournaments.seasons.services.gifts import season_prize_give, season_prize_take_back
from tournaments.seasons.services.seasons import season_prizes_change


class PrizesField(Several):
    """A list of prizes: plain values as they are sent, and the list itself to be shown."""

    def to_representation(self, value: Any) -> list[Any]:
        return to_json(value)


def prize_list(**how: Any) -> PrizesField:
    return PrizesField(child=PrizeField(), max_length=MOST_PRIZES, **how)


class PrizesChangeBody(Plain):
    """The whole list, the highest prize first."""

    before = prize_list(help_text="The list as you saw it. If it has changed, the request is refused.")
    prizes = prize_list(help_text="The new list.")
    one_prize_each = Flag(required=False, help_text="Default: unchanged.")
    prize_deals = limited(NUMBERS, "prize_deals")


class SeasonPrizesChangeBody(Reasoned):
    before = prize_list()
    prizes = prize_list()
    one_prize_each = Flag(required=False)


def _lists(_of: Any, sent: Sent) -> dict[str, Any]:
    return _read_lists(sent, usual_best) | {"deals": sent.get("prize_deals")}


def _season_lists(season: Any, sent: Sent) -> dict[str, Any]:
    """The season's scheme says which points are good."""
    return _read_lists(sent, rules.from_json(season.rules).good)


def _read_lists(sent: Sent, good: Good) -> dict[str, Any]:
    return {
        "before": _read(sent["before"], "before", good),
        "after": _read(sent["prizes"], "prizes", good),
        "one_each": sent.get("one_prize_each"),
    }


def _read(told: list[Any], name: str, good: Good) -> Prizes:
    """The list. RuleError at ``<name>.<place>.<field>``."""
    try:
        return from_json(told, good)
    except RuleError as error:
        field = error.field.replace("prizes", name, 1)
        raise RuleError(field, error.message, **error.figures) from None


COMMANDS = (
    Command(prizes_change, PrizesChangeBody, _lists, stands=prizes_standing),
    Command(prize_reveal, stands=awards_standing),
    Command(prizes_reveal_all, at={"prize": "body"}, stands=awards_standing),
    Command(prize_give),
    Command(prize_take_back),
)
OF_SEASON = (
    Command(season_prizes_change, SeasonPrizesChangeBody, _season_lists, stands=season_prizes_standing),
    Command(season_prize_give),
    Command(season_prize_take_back),
)
