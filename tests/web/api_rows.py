"""Who may ask which address of the API, signed in on the pages; by a token: tests/api/test_commands.py.

Each row is what a GET and a POST are answered, for the visitors of tests/web/test_matrix.py. A POST is sent
as a form, which nobody may: whoever may write there is told to send JSON (415). Rows of commands follow
from the right that each asks for.
"""

from accounts.permissions import Right
from tests.api.every_command import OF_EVENINGS, OF_SEASONS
from tournaments.base.api.commands import Command

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
NOBODYS   = "401     404   404  404  404  404"
PUBLIC    = "405     405   405  405  405  405"
NONE      = "404     404   404  404  404  404"

ROWS = {
    "api-index":               (EVERYBODY, PUBLIC),
    "api-page":                (EVERYBODY, PUBLIC),
    "api-operation":           (EVERYBODY, PUBLIC),
    "api-me":                  (ACCOUNTS,  NOT_SO),
    "api-tokens":              (ACCOUNTS,  NOT_SO),
    "api-token":               (NOT_SO,    NOT_SO),
    "api-clubs":               (ACCOUNTS,  NO_JSON),
    "api-club":                (READ,      NOT_SO),
    "api-players":             (READ,      RUN_DO),
    "api-players-csv":         (READ,      NOT_SO),
    "api-players-xlsx":        (READ,      NOT_SO),
    "api-player":              (READ,      NOT_SO),
    "api-player-record":       (READ,      NOT_SO),
    "api-player-merge":        ("401 400 400 403 403 404", RUN_DO),  # without saying whom
    "api-player-unmerge":      (NOT_SO,    RUN_DO),
    "api-player-forget":       (NOT_SO,    RUN_DO),
    "api-members":             (READ,      NOT_SO),
    "api-member":              (NOT_SO,    NOT_SO),
    "api-invitations":         (RUN,       RUN_DO),
    "api-invitation":          (NOT_SO,    NOT_SO),
    "api-claims":              (RUN,       TELL),
    "api-claim":               (NOT_SO,    NOT_SO),
    "api-claim-decide":        (NOT_SO,    RUN_DO),
    "api-groups":              (READ,      RUN_DO),
    "api-group":               (READ,      NOT_SO),
    "api-ratings":             (READ,      NOT_SO),
    "api-house-rules":         (READ,      RUN_DO),
    "api-house-rules-one":     (READ,      NOT_SO),
    "api-house-rules-retire":  (NOT_SO,    RUN_DO),
    "api-prize-sets":          (READ,      RUN_DO),
    "api-prize-set":           (READ,      NOT_SO),
    "api-leagues":             (READ,      RUN_DO),
    "api-league":              (READ,      NOT_SO),
    "api-league-publish":      (NOT_SO,    RUN_DO),
    "api-league-seasons":      (READ,      RUN_DO),
    "api-seasons":             (ACCOUNTS,  NOT_SO),
    "api-season":              (READ,      NOT_SO),
    "api-season-table":        (READ,      NOT_SO),
    "api-season-table-csv":    (READ,      NOT_SO),
    "api-season-table-xlsx":   (READ,      NOT_SO),
    "api-season-prizes":       (READ,      NOT_SO),
    "api-season-book":         (READ,      NOT_SO),
    "api-season-versions":     (READ,      NOT_SO),
    "api-season-version":      (READ,      NOT_SO),
    "api-season-export":       (READ,      NOT_SO),
    "api-season-evenings":     (READ,      NOT_SO),
    "api-season-people":       (READ,      NOT_SO),
    "api-season-row":          (READ,      NOT_SO),
    "api-season-questions":    (READ,      NOT_SO),
    "api-season-follow":       (NOT_SO,    RUN_DO),
    "api-evenings":            (ACCOUNTS,  NOT_SO),
    "api-club-evenings":       (READ,      RUN_DO),
    "api-evening":             (READ,      NOT_SO),
    "api-evening-export":      (READ,      NOT_SO),
    "api-evening-people":      (READ,      NOT_SO),
    "api-evening-table-sizes": (READ,      NOT_SO),
    "api-evening-deals":       (READ,      NOT_SO),
    "api-evening-deal":        (READ,      NOT_SO),
    "api-evening-bell":        (READ,      NOT_SO),
    "api-evening-journal":     (READ,      NOT_SO),
    "api-evening-ledger":      (READ,      NOT_SO),
    "api-evening-standing":    (READ,      NOT_SO),
    "api-evening-standing-csv": (READ,     NOT_SO),
    "api-evening-standing-xlsx": (READ,    NOT_SO),
    "api-evening-prizes":      (READ,      NOT_SO),
    "api-evening-links":       (RUN,       NOT_SO),
    "api-evening-asks":        (READ,      NOT_SO),
    "api-public-evening":      (NONE,      PUBLIC),  # not published: tests/hall/web/test_published.py
    "api-public-code":         (NONE,      PUBLIC),
    "api-public-league":       (NONE,      PUBLIC),
    "api-public-season":       (NONE,      PUBLIC),
    "api-people-import":       (NOT_SO,    RUN_DO),
    "api-people-import-look":  (NOT_SO,    RUN_DO),
    "api-results-import":      (NOT_SO,    RUN_DO),
    "api-results-import-look": (NOT_SO,    RUN_DO),
    "api-imports":             (RUN,       NOT_SO),
    "api-import":              (RUN,       NOT_SO),
    "api-import-take-back":    (NOT_SO,    RUN_DO),
    "api-season-import":       (NOT_SO,    RUN_DO),
    "api-season-import-look":  (NOT_SO,    RUN_DO),
}
# fmt: on


def _of(command: Command) -> dict[str, tuple[str, str]]:
    row = (
        NOT_SO,
        {Right.VIEW: TELL, Right.SCORE: SCORE_DO, Right.RUN: RUN_DO, Right.OWN: OWN_DO}[command.known.right],
    )
    look = {f"api-{command.name}-look": row} if command.known.looks else {}
    return {f"api-{command.name}": row, **look}


API_ROWS = ROWS | {name: row for command in (*OF_EVENINGS, *OF_SEASONS) for name, row in _of(command).items()}
