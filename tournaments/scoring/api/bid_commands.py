"""A deal of bids: what everybody bid, then the tricks, which score it; and both corrected."""

from typing import Any

from accounts.shared.api.fields import Named, OneOf, Several, Value, Whole
from games.calculators.api.bodies import MOST_OPTIONS, MOST_SEATS
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import AtDeal, ByNumber, Replayed
from tournaments.base.arguments import LAST_SEQ
from tournaments.scoring.selectors.conflicts import deal_standing
from tournaments.scoring.services.bids import SUITS, Bids, Taken, bids_record, score_correct, score_record

MOST_TRICKS = 52


def _tricks(**how: Any) -> Whole:
    return Whole(min_value=0, max_value=MOST_TRICKS, **how)


class AnnouncedBody(AtDeal):
    """A deal’s call and trump, where there are such."""

    call = Named(
        most=MOST_OPTIONS,
        child=Value(),
        default=dict,
        help_text="The dealer’s call, in games with calls.",
    )
    trump = OneOf(
        choices=[suit for suit in SUITS if suit], required=False, help_text="Trump suit, if it was recorded."
    )


class BidsRecordBody(AnnouncedBody):
    bids = ByNumber(child=_tricks(), most=MOST_SEATS)
    base = Whole(
        min_value=1,
        max_value=LAST_SEQ,
        required=False,
        help_text="Journal line of the bids that these bids replace.",
    )


class TakenBody(AnnouncedBody):
    """What was won, by entry."""

    tricks = ByNumber(child=_tricks(), most=MOST_SEATS)
    took = ByNumber(
        child=Several(child=Whole(min_value=1, max_value=MOST_TRICKS), max_length=MOST_TRICKS),
        most=MOST_SEATS,
        default=dict,
        help_text="Numbers of the tricks won, from 1. Only where these matter.",
    )
    revokes = ByNumber(child=_tricks(), most=MOST_SEATS, default=dict)


class ScoreRecordBody(TakenBody):
    """The tricks; the bids, too, where they were not recorded before."""

    bids = ByNumber(child=_tricks(), most=MOST_SEATS, required=False)


class CorrectedScoreBody(TakenBody, Replayed):
    """The whole deal as it should have been written."""

    bids = ByNumber(child=_tricks(), most=MOST_SEATS)
    base_version = Whole(min_value=1, help_text="Version of the result that you saw.")


def _where(sent: Sent) -> dict[str, Any]:
    names = ("round", "table", "deal", "base", "base_version")
    return {name: sent[name] for name in names if name in sent}


def _told(sent: Sent) -> Bids:
    return Bids(sent.get("bids", {}), sent["call"], sent.get("trump", ""))


def _bids(_of: Any, sent: Sent) -> dict[str, Any]:
    return {**_where(sent), "told": _told(sent)}


def _score(_of: Any, sent: Sent) -> dict[str, Any]:
    """Tricks alone say nothing of the bids, which were recorded then."""
    told = _told(sent) if "bids" in sent else None
    return {**_where(sent), "taken": Taken(sent["tricks"], sent["took"], sent["revokes"]), "told": told}


COMMANDS = (
    Command(bids_record, BidsRecordBody, _bids, stands=deal_standing),
    Command(score_record, ScoreRecordBody, _score, stands=deal_standing),
    Command(score_correct, CorrectedScoreBody, _score, stands=deal_standing),
)
