"""The usual reasons of what is mended or given by hand, offered at one tap, by the verb of the line."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from accounts.errors import gettext_noop as _

OTHERWISE = (_("typing error"), _("slip was read wrongly"), _("counted wrongly"))
SEATS = (_("sat in the wrong seat"), _("on request"), _("partners sit apart"))
USUAL: Mapping[str, tuple[str, ...]] = {
    "bell_undone": (_("rang too early"), _("a result was wrong"), _("somebody is missing")),
    "moves_replayed": (_("a result was wrong"),),
    "line_taken_back": (_("entered by mistake"),),
    "deal_corrected": OTHERWISE,
    "score_corrected": OTHERWISE,
    "bids_recorded": (_("typing error"), _("misheard")),
    "deal_withdrawn": (_("wrong table"), _("entered twice"), _("entered by mistake")),
    "stake_corrected": (_("forgotten"), _("entered by mistake")),
    "entry_reassigned": (_("checked in as somebody else"), _("names were alike")),
    "seats_swapped": SEATS,
    "seat_moved": SEATS,
    "table_added": (_("late players"), _("tables were too full")),
    "table_closed": (_("too few players"), _("players have left")),
    "evening_called_off": (_("too few players"), _("players have left")),
    "evening_corrected": (_("typing error"),),
    "evening_reopened": (_("finished too early"), _("a result was wrong"), _("a prize was forgotten")),
    "result_recorded": (_("typing error"), _("a player was missing")),
    "prizes_changed": (_("a prize was forgotten"), _("a prize was wrong")),
    "prize_given": (_("raffle"), _("sponsor"), _("best dressed")),
    "prize_taken_back": (_("given by mistake"), _("wrong winner")),
    "season_reopened": (_("an evening is missing"), _("closed too early")),
    "season_rewritten": (_("a result was corrected"), _("players were merged")),
}


def offered(verb: str, reason: str = "", to: str = "") -> dict[str, Any]:
    """What is offered to be tapped, in the reader's language; and of a reason what was tapped and what typed.

    ``to``: the id of the form, if the fields stand outside of it.
    """
    reasons = [gettext(usual) for usual in USUAL[verb]]
    tapped, typed = (reason, "") if reason in reasons else ("", reason)
    return {"reasons": reasons, "tapped": tapped, "typed": typed, "to": to}
