"""Every page at every stage: where it is, and which of them together show every template.

`make test` looks at the latter (``*_ONCE``), `make test-all` at all of them.
"""

from urllib.parse import urlencode

from tests.browser.scenes import PUBLISHED

CLAG = {"bids.0": 1, "bids.1": 0, "bids.2": 1, "tricks.0": 1, "tricks.1": 0, "tricks.2": 1}
PUBLIC = {
    "front": "/",
    "sign in": "/login/",
    "sign up": "/signup/",
    "password forgotten": "/password/forgotten/",
    "password forgotten, sent": "/password/forgotten/sent/",
    "the password is new": "/password/new/done/",
    "look into your mail": "/account/email/confirm/",
    "the account is closed": "/inactive/",
    "language": "/language/",
    "api": "/api/",
    "api, an operation": "/api/operations/check_bid/",
    "api, an operation of members": "/api/operations/club_change/",
    "join": "/join/",
    "games": "/games/",
    "game": "/games/clag/",
    "game with options": "/games/blackout/?players=7&options.hook=last",
    "game of counters": "/games/three-stake-brag/?options.limit=5",
    "score": "/games/kachuful/score/?players=10",
    "score, called": "/games/caller-clag/score/?call.ascending_madness=on",
    "scored": "/games/clag/score/?players=3&deal=2&" + urlencode(CLAG),
    "trick": "/games/jabberwocky/trick/?trump=H&trick=4C+AC+2H&hand=KC+3H+9D",
    "showdown": "/games/brag/showdown/?hands.0=AS+KD+KH&hands.1=9D+9S+2C&hands.3=7H+7C+7D",
    "settle": "/games/draw-poker/settle/",
    "three stakes": "/games/three-stake-brag/three-stakes/",
    "thirty-one": "/games/three-stake-brag/thirty-one/?players=8",
    "sheet": "/games/romanian-whist/print/?players=6",
    **{f"published, {scene}": f"/public/evenings/public-{{{scene}}}/" for scene in (*PUBLISHED, "recorded")},
    "published league": "/public/leagues/public-{league}/",
    "published season": "/public/leagues/public-{league}/seasons/{season}/",
    "published season, closed": "/public/leagues/public-{league}/seasons/{season_closed}/",
    "published season, empty": "/public/leagues/public-{league}/seasons/{season_empty}/",
    "find me": "/j/{check_in_code}/",
    "find me, empty": "/j/{empty_code}/",
    **{
        f"player, {stage}": f"/j/{{{stage}_code}}/me/{{{stage}_me}}/"
        for stage in (
            *("check_in", "seated", "playing", "waiting", "cutting", "ready", "settling", "finished"),
            *("running", "paused", "moving", "revealing"),
            *("bids", "bids_ready", "fixed", "fixed_over", "fixed_finished", "together"),
            *("drawn", "drawn_over", "recorded"),
        )
    },
    **{
        f"hall, {stage}": f"/j/{{{stage}_code}}/hall/"
        for stage in (
            *("check_in", "seated", "playing", "waiting", "ready", "settling", "finished"),
            *("running", "paused", "moving", "revealing"),
            *("bids", "fixed", "fixed_over", "bids_finished", "drawn", "drawn_over", "recorded"),
        )
    },
}
MEMBERS = {
    "home": "/",
    "club": "/clubs/{club}/",
    "new club": "/clubs/new/",
    "account": "/account/",
    "my e-mail": "/account/email/",
    "tokens": "/account/tokens/",
    "api": "/api/",
    "api, an operation": "/api/operations/club_change/",
    "sign out": "/logout/",
    "players": "/clubs/{club}/players/",
    "import of results": "/clubs/{club}/import/",
    "import of players": "/clubs/{club}/import/?what=people",
    "import of a season": "/clubs/{club}/import/season/",
    "take back an import": "/clubs/{club}/imports/{import}/",
    "evening, recorded": "/evenings/{recorded}/",
    "correct, recorded": "/evenings/{recorded}/correct/",
    "remove, check-in": "/evenings/{check_in}/remove/",
    "journal, recorded": "/evenings/{recorded}/journal/",
    "player on the list": "/clubs/{club}/players/{player}/",
    "forget": "/clubs/{club}/players/{player}/forget/",
    "data of a player": "/clubs/{club}/players/{player}/data/",
    "delete the account": "/account/delete/",
    "club settings": "/clubs/{club}/settings/",
    "members": "/clubs/{club}/members/",
    "invitations": "/clubs/{club}/invitations/",
    "me in the club": "/clubs/{club}/me/",
    "this is me": "/clubs/{club}/players/{second}/claim/",
    "player's record": "/clubs/{club}/players/{most}/record/",
    "player's record, nothing played": "/clubs/{club}/players/{other}/record/",
    "on the list twice": "/clubs/{club}/players/{most}/merge/",
    "on the list twice, looked at": "/clubs/{club}/players/{most}/merge/?gone={other}",
    "on the list twice, two people": "/clubs/{club}/players/{most}/merge/?gone={second}",
    "leagues": "/clubs/{league_club}/leagues/",
    "league": "/leagues/{league}/",
    "league, empty": "/leagues/{league_empty}/",
    "publish, league": "/leagues/{league}/publish/",
    "publish, playing": "/evenings/{playing}/publish/",
    "publish, finished": "/evenings/{finished}/publish/",
    "new season": "/leagues/{league}/seasons/new/",
    **{
        f"{page or 'table'}, season": f"/seasons/{{season}}/{page and page + '/'}"
        for page in ("", "evenings", "people", "settings", "book", "close", "pictures", "prizes")
    },
    "list of prizes, season": "/seasons/{season}/prizes/list/",
    "prize of a season": "/seasons/{season}/prizes/list/own-1/",
    "certificates, season": "/seasons/{season_closed}/certificates/",
    "row, season": "/seasons/{season}/people/{season_player}/",
    "table, closed season": "/seasons/{season_closed}/",
    "rules, closed season": "/seasons/{season_closed}/settings/",
    "next season": "/seasons/{season_closed}/next/",
    "open a season again": "/seasons/{season_closed}/reopen/",
    "table, season without evenings": "/seasons/{season_empty}/",
    "ratings": "/clubs/{club}/ratings/",
    "groups": "/clubs/{club}/groups/",
    "group": "/clubs/{club}/groups/{juniors}/",
    "group with a prize": "/clubs/{club}/groups/{seniors}/",
    "new evening": "/clubs/{club}/evenings/new/",
    "a game to make their own": "/games/blackout/?options.hook=last",
    "house rules": "/clubs/{club}/house-rules/",
    "house rules, which game": "/clubs/{club}/house-rules/new/",
    "house rules, new": "/clubs/{club}/house-rules/new/?game=blackout&options.hook=last",
    "house rules, change": "/clubs/{club}/house-rules/{house}/",
    **{
        f"evening, {stage}": f"/evenings/{{{stage}}}/"
        for stage in (
            *("draft", "empty", "check_in", "seated", "playing", "waiting", "cutting", "ready"),
            *("running", "paused", "moving", "revealing"),
            *("settling", "counting", "uncounted", "finished"),
            *("bids", "bids_ready", "bids_finished", "fixed", "fixed_over", "together", "fixed_finished"),
            *("drawn", "drawn_over"),
        )
    },
    "what is played": "/clubs/{club}/evenings/new/?choose",
    "what is played, knockout": "/clubs/{club}/evenings/new/?choose&format=knockout",
    "new evening of a knockout": "/clubs/{club}/evenings/new/?game=brag&format=knockout",
    "replay, drawn": "/evenings/{drawn}/replay/",
    "paper, drawn": "/evenings/{drawn_over}/paper/",
    "new evening of bids": "/clubs/{club}/evenings/new/?game=blackout&format=progressive",
    "new evening of house rules": "/clubs/{club}/evenings/new/?game=house-{house}&format=fixed",
    **{
        f"{page}, {scene}": f"/evenings/{{{scene}}}/{page}/"
        for page in ("people", "deals", "standings", "prizes", "settings", "undo")
        for scene in ("bids_ready", "fixed_over")
    },
    "person, bids": "/evenings/{bids}/people/{bids_me}/",
    "person, fixed": "/evenings/{fixed}/people/{fixed_me}/",
    "settings, draft": "/evenings/{draft}/settings/",
    "settings, playing": "/evenings/{playing}/settings/",
    "settings, finished": "/evenings/{finished}/settings/",
    "late": "/evenings/{playing}/check-in/",
    "people, check-in": "/evenings/{check_in}/people/",
    "people, playing": "/evenings/{playing}/people/",
    "person, playing": "/evenings/{playing}/people/{playing_me}/",
    "person, finished": "/evenings/{finished}/people/{finished_me}/",
    "deals": "/evenings/{playing}/deals/",
    "deal, entry": "/evenings/{playing}/rounds/{playing_round}/tables/{out}/deals/1/",
    "deal, standing": "/evenings/{playing}/rounds/{playing_round}/tables/{told}/deals/1/",
    "deal, corrected": "/evenings/{playing}/rounds/1/tables/2/deals/1/",
    "deal, as in its first version": "/evenings/{playing}/rounds/1/tables/2/deals/1/?as=1",
    "deal, after the bell": "/evenings/{waiting}/rounds/{waiting_round}/tables/{late}/deals/1/",
    "deal, counted at the end": "/evenings/{uncounted}/rounds/{uncounted_round}/tables/1/deals/1/",
    "count": "/evenings/{uncounted}/rounds/{uncounted_round}/tables/2/count/",
    "no result": "/evenings/{waiting}/rounds/{waiting_round}/tables/{late}/end/",
    "cut": "/evenings/{cutting}/rounds/{cutting_round}/cut/?{cut}",
    "undo": "/evenings/{playing}/undo/",
    "replay": "/evenings/{playing}/replay/",
    "another table": "/evenings/{uncounted}/tables/add/",
    "close a table": "/evenings/{uncounted}/tables/5/close/",
    **{
        f"paper, {scene}": f"/evenings/{{{scene}}}/paper/"
        for scene in (
            *("check_in", "seated", "playing", "ready", "cutting", "running", "settling", "uncounted"),
            *("bids", "fixed", "together", "finished"),
        )
    },
    **{
        f"slips, {scene}": f"/evenings/{{{scene}}}/rounds/{{{scene}_round}}/slips/"
        for scene in ("playing", "waiting", "ready", "uncounted", "bids", "fixed")
    },
    **{
        f"pictures, {scene}": f"/evenings/{{{scene}}}/pictures/?who={{{scene}_me}}"
        for scene in ("draft", "playing", "finished", "bids_finished", "fixed_finished", "together")
    },
    "standings, playing": "/evenings/{playing}/standings/",
    "standings, finished": "/evenings/{finished}/standings/",
    "prizes, playing": "/evenings/{playing}/prizes/",
    "prizes, finished": "/evenings/{finished}/prizes/",
    "prizes, revealing": "/evenings/{revealing}/prizes/",
    "prizes, own": "/evenings/{won}/prizes/",
    "list of prizes": "/evenings/{choosing}/prizes/list/",
    "list of prizes, over": "/evenings/{won}/prizes/list/",
    "prize, new": "/evenings/{choosing}/prizes/list/new/",
    "prize, own": "/evenings/{choosing}/prizes/list/own-2/",
    "prize, renamed": "/evenings/{choosing}/prizes/list/yellow/",
    "certificates": "/evenings/{won}/certificates/",
    "certificates, two a sheet": "/evenings/{won}/certificates/?size=a5",
    "certificates, not yet": "/evenings/{choosing}/certificates/",
    "sets of prizes": "/clubs/{club}/prizes/",
    "set of prizes": "/prize-sets/{prize_set}/",
    "set of prizes, one": "/prize-sets/{prize_set}/own-1/",
    **{
        f"journal, {scene}": f"/evenings/{{{scene}}}/journal/"
        for scene in ("draft", "playing", "finished", "bids_finished", "fixed_finished")
    },
    **{
        f"ledger, {scene}": f"/evenings/{{{scene}}}/ledger/"
        for scene in ("draft", "playing", "uncounted", "stake_over", "miscounted", "finished")
    },
    "ledger, of a person": "/evenings/{miscounted}/ledger/?person={miscounted_me}",
    "ledger, of a round": "/evenings/{playing}/ledger/?round=1",
    "ledger, a forgotten stake": "/evenings/{stake_over}/ledger/stake/?person={stake_over_me}&given=yes",
    "level the tables": "/evenings/{uneven}/tables/level/",
    "take back": "/evenings/{uneven}/journal/{gone}/back/",
    "take back, too late": "/evenings/{playing}/journal/3/back/",
    "undo, with seats": "/evenings/{uneven}/undo/",
    "level the tables, not now": "/evenings/{waiting}/tables/level/",
    "evening, uneven": "/evenings/{uneven}/",
    "journal, of results": "/evenings/{playing}/journal/?kind=results&before=30",
}

EVENINGS = {name: address for name, address in MEMBERS.items() if address.startswith("/evenings/")}
CLUBS = {name: address for name, address in MEMBERS.items() if name not in EVENINGS}

IN_GERMAN = (
    *("sign in", "sign up", "join", "find me", "player", "hall", "deal", "count", "no result"),
    *("club", "account", "tokens", "members", "invitations", "me in the club", "delete the account"),
    *("published", "published season"),
)

PUBLIC_ONCE = (
    *("front", "sign in", "sign up", "password forgotten", "password forgotten, sent"),
    *("the password is new", "look into your mail", "the account is closed", "language", "api"),
    *("api, an operation", "join", "games", "game", "score", "sheet", "published, check_in"),
    *("published league", "published season", "find me", "player, finished", "player, bids"),
    *("hall, finished",),
)
MEMBERS_ONCE = (
    *("home", "club", "new club", "account", "my e-mail", "tokens", "sign out", "players"),
    *("import of results", "import of a season", "evening, recorded", "journal, recorded"),
    *("take back an import", "correct, recorded", "remove, check-in"),
    *("player on the list", "forget", "data of a player", "delete the account", "club settings"),
    *("members", "invitations"),
    *("publish, league", "publish, playing", "publish, finished"),
    *("me in the club", "this is me", "player's record", "on the list twice, looked at", "leagues"),
    *("league", "league, empty", "new season", "table, season", "evenings, season", "people, season"),
    "settings, season",
    *("book, season", "close, season", "pictures, season", "prizes, season", "list of prizes, season"),
    *("certificates, season", "row, season", "rules, closed season", "next season", "open a season again"),
    *("ratings", "groups", "group", "new evening", "house rules", "house rules, which game"),
    *("house rules, new", "evening, draft", "evening, empty", "evening, seated", "evening, waiting"),
    *("evening, cutting", "evening, running", "evening, moving", "evening, revealing", "evening, settling"),
    *("evening, fixed_over", "evening, drawn_over", "what is played", "replay, drawn", "paper, drawn"),
    *("people, bids_ready", "deals, bids_ready", "standings, bids_ready", "prizes, bids_ready"),
    *("settings, bids_ready", "undo, bids_ready", "late", "person, playing", "deal, standing", "count"),
    *("no result", "cut", "another table", "close a table", "paper, bids", "slips, playing", "slips, bids"),
    *("pictures, draft", "prize, new", "certificates", "sets of prizes", "ledger, stake_over"),
    *("ledger, a forgotten stake", "level the tables", "take back"),
)
GERMAN_ONCE = ("find me", "player, seated", "hall, playing", "deal, entry")
