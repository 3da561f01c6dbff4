"""Who may ask which address of the API, signed in on the pages; by a token: tests/api/test_commands.py.

Each row is what a GET and a POST are answered, for the visitors of tests/web/test_matrix.py. A POST is sent
as a form, which nobody may: whoever may write there is told to send JSON (415). Rows of commands follow
from the right that each asks for.
"""

from accounts.permissions import Right
from tests.api.every_command import OF_EVENINGS, OF_SEASONS
from tournaments.base.api.commands import Command


def each(get: str, post: str, names: str) -> dict[str, tuple[str, str]]:
    """Return the same row for each of these addresses."""
    return dict.fromkeys(names.split(), (get, post))


# fmt: off
#            nobody  alice bob  sam  vera charlie
EVERYBODY = "200     200   200  200  200  200"
ACCOUNTS  = "401     200   200  200  200  200"
NO_JSON   = "401     415   415  415  415  415"
READ      = "401     200   200  200  200  404"
RUN       = "401     200   200  403  403  404"
ASKED     = "401     400   400  403  403  404"
TELL      = "401     415   415  415  415  404"
SCORE_DO  = "401     415   415  415  403  404"
RUN_DO    = "401     415   415  403  403  404"
OWN_DO    = "401     415   403  403  403  404"
NOT_SO    = "401     405   405  405  405  405"
PUBLIC    = "405     405   405  405  405  405"
NONE      = "404     404   404  404  404  404"

ROWS = {
    **each(ACCOUNTS, NOT_SO, "api-me api-tokens api-seasons api-evenings"),
    **each(NOT_SO, NOT_SO, "api-token api-member api-invitation api-claim"),
    **each(READ, NOT_SO, """
        api-club api-players-csv api-players-xlsx api-player api-player-record api-members api-group
        api-ratings api-house-rules-one api-prize-set api-league api-season api-season-table
        api-season-table-csv api-season-table-xlsx api-season-prizes api-season-book api-season-versions
        api-season-version api-season-export api-season-evenings api-season-people api-season-row
        api-season-questions api-evening api-evening-export api-evening-people api-evening-table-sizes
        api-evening-deals api-evening-deal api-evening-bell api-evening-journal api-evening-ledger
        api-evening-standing api-evening-standing-csv api-evening-standing-xlsx api-evening-prizes
        api-evening-asks
    """),
    **each(READ, RUN_DO, """
        api-players api-groups api-house-rules api-prize-sets api-leagues api-league-seasons
        api-club-evenings
    """),
    **each(NOT_SO, RUN_DO, """
        api-player-unmerge api-player-forget api-claim-decide api-house-rules-retire api-league-publish
        api-season-follow api-people-import api-people-import-look api-results-import
        api-results-import-look api-import-take-back api-season-import api-season-import-look
    """),
    "api-index":               (EVERYBODY, PUBLIC),
    "api-page":                (EVERYBODY, PUBLIC),
    "api-operation":           (EVERYBODY, PUBLIC),
    "api-clubs":               (ACCOUNTS,  NO_JSON),
    "api-evening-phone-claims": (RUN,      NOT_SO),
    "api-evening-phone-claim": (NOT_SO,    RUN_DO),
    "api-invitations":         (RUN,       RUN_DO),
    "api-claims":              (RUN,       TELL),
    "api-evening-links":       (RUN,       NOT_SO),
    "api-imports":             (RUN,       NOT_SO),
    "api-import":              (RUN,       NOT_SO),
    "api-public-code":         (NONE,      PUBLIC),
    "api-public-league":       (NONE,      PUBLIC),
    "api-public-season":       (NONE,      PUBLIC),
    "api-player-merge":        ("401 400 400 403 403 404", RUN_DO),  # without saying whom
    "api-public-evening":      (NONE,      PUBLIC),  # not published: tests/hall/web/test_published.py
}
# fmt: on


def _of(command: Command) -> dict[str, tuple[str, str]]:
    row = (
        NOT_SO,
        {Right.VIEW: TELL, Right.SCORE: SCORE_DO, Right.RUN: RUN_DO, Right.OWN: OWN_DO}[command.info.right],
    )
    look = {f"api-{command.name}-look": row} if command.info.looks else {}
    return {f"api-{command.name}": row, **look}


API_ROWS = ROWS | {name: row for command in (*OF_EVENINGS, *OF_SEASONS) for name, row in _of(command).items()}
