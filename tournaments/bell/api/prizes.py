"""Who wins what, and why, for anybody's figures: without an evening."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.answers import CALCULATORS
from accounts.errors import RuleError
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from tournaments.base.api.answers import Answer
from tournaments.base.api.values import ByName, answer
from tournaments.bell.api.bodies import PrizesBody
from tournaments.bell.api.people import numbered
from tournaments.core.evening import Play
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import play_of
from tournaments.core.ranking.settled import Settled, paid, record
from tournaments.core.reasons import Reason
from tournaments.core.results.awarding import Belongs, award
from tournaments.core.results.may_win import NOT_PRESENT, few_deals
from tournaments.core.results.prizes import prize_list, roles_undecided, without_roles
from tournaments.core.results.standings import standing_of, steps_now, steps_of
from tournaments.core.settings import Settings, from_json
from tournaments.prizes.presenters.prizes import Prize, prizes_shown
from tournaments.results.presenters.standing import StandingRow, rows_by_place


class PrizesAnswer(Answer):
    """The evening settled up."""

    standing = answer(StandingRow, CALCULATORS)(many=True)
    prizes = answer(Prize, CALCULATORS, winners=ByName)(many=True)


@described("progressive_prizes", "The winners of prizes", PrizesAnswer, body=PrizesBody)
@public("POST")
def prizes(request: Request) -> Response:
    """People settled up: the standing, and each prize with its reason."""
    sent = read(PrizesBody, request.data)
    people = sent["people"]
    play = play_of(sent["game"], sent["options"], Progressive.key)
    settings = _settings(sent.get("settings", {}))
    numbers = numbered([(f"people.{at}.name", person["name"]) for at, person in enumerate(people)])
    names = {number: name for name, number in numbers.items()}
    settled = {
        entry: _settled(entry, person, play, settings.stake)
        for entry, person in zip(names, people, strict=True)
    }
    out = _cannot_win(dict(zip(names, people, strict=True)), settings)
    roles = [person["role"] for entry, person in zip(names, people, strict=True) if entry not in out]
    undecided = roles_undecided(settings, play, roles)
    awards = award(
        prize_list(without_roles(settings) if undecided else settings, play),
        map(record, settled.values()),
        {entry: Belongs(person["role"]) for entry, person in zip(names, people, strict=True)},
        out,
        one_prize_each=settings.one_prize_each,
    )
    steps = steps_now(settled, steps_of(play), play)
    rows = rows_by_place(standing_of(settled, steps), names, play, steps)
    return Response(PrizesAnswer({"standing": rows, "prizes": prizes_shown(names, awards, parted=True)}).data)


def _settings(sent: Mapping[str, Any]) -> Settings:
    """The settings that were sent, others by default. RuleError at ``settings.<name>``."""
    try:
        return from_json(sent)
    except RuleError as error:
        raise RuleError(f"settings.{error.field}", error.message, **error.figures) from None


def _cannot_win(people: Mapping[int, Mapping[str, Any]], settings: Settings) -> dict[int, Reason]:
    """Why each of these cannot win: not present at the last bell, or too few deals."""
    known = {entry: deals for entry, person in people.items() if (deals := person["deals"]) is not None}
    out = few_deals(known, settings.prize_deals)
    if not settings.leavers_win:
        out |= {entry: NOT_PRESENT for entry, person in people.items() if not person["present"]}
    return out


def _settled(entry: int, sent: Mapping[str, Any], play: Play, stake: int) -> Settled:
    """Somebody settled up, by the figures that the game has of those that were sent."""
    person = paid(entry, sent["counters"], sent["fresh_stakes"], sent["yellow_chips"], stake)
    figures = {"score": sent["score"], "exact": sent["exact_bids"]}
    return person._replace(**{**figures, **play.kind.foreign_figures})
