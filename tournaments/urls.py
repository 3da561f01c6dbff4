"""The addresses of clubs' evenings, and of the pages that need no account.

What belongs to one thing is under its address: Django looks through a list until an address fits.
"""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.attendance.views import checkin, people
from tournaments.bell.views import bell
from tournaments.console.views import console
from tournaments.deals.views import deals, ends, links, phone_pages, slips
from tournaments.hall.views import evening, published
from tournaments.journal.views import journal
from tournaments.paper.views import sheets
from tournaments.planning.views import clubs, evenings, plan, prepare
from tournaments.records.views import groups, players, privacy
from tournaments.results.views import gifts, ledger, prize_sets, prizes, reopening, settling
from tournaments.seasons.views import closing, first_seats, leagues, parts, pictures, questions, seasons
from tournaments.seasons.views import prizes as season_prizes
from tournaments.seating.views import draw, table_sizes
from tournaments.transfer.views import exports, imports, imports_made, season_imports

Addresses = list[URLPattern | URLResolver]

IN_A_ROUND: Addresses = [
    path("tables/<num:table>/deals/<num:deal>/", deals.deal, name="deal"),
    path("tables/<num:table>/count/", ends.count, name="table-count"),
    path("tables/<num:table>/end/", ends.end, name="table-end"),
    path("tables/<num:table>/sheet/", ends.sheet, name="table-sheet"),
    path("ring/", bell.ring, name="bell-ring"),
    path("clock/", bell.clock, name="round-clock"),
    path("cut/", bell.cut, name="cut"),
    path("draw-cuts/", bell.draw_cut, name="cut-draw"),
    path("apply/", bell.apply, name="moves-apply"),
    path("moves-keep/", bell.keep, name="moves-keep"),
    path("slips/", slips.slips, name="slips"),
]
IN_AN_EVENING: Addresses = [
    # What is asked for most
    path("", console.evening, name="evening"),
    path("rounds/<num:round>/", include(IN_A_ROUND)),
    path("standings/", settling.standings, name="standings"),
    # Before play
    path("settings/", prepare.evening_settings, name="evening-settings"),
    path("plan/", plan.plan, name="evening-plan"),
    path("remove/", evenings.remove, name="evening-remove"),
    path("correct/", evenings.correct, name="evening-correct"),
    path("correct/look/", evenings.correct_look, name="evening-correct-look"),
    path("rehearse/", plan.rehearse, name="rehearsal-start"),
    path("rehearse/end/", plan.end, name="rehearsal-end"),
    path("open/", prepare.open_check_in, name="check-in-open"),
    path("check-in/", checkin.check_in, name="check-in"),
    path("roles/", checkin.roles, name="roles"),
    path("check-in/list/", checkin.check_in_from_list, name="check-in-list"),
    path("season-seats/", first_seats.first_seats, name="season-seats"),
    path("draw/", draw.draw, name="draw"),
    path("swap/", draw.swap, name="swap"),
    path("start/", draw.start, name="play-start"),
    # Play
    path("draw-cuts/", bell.draw_cuts, name="cuts-draw"),
    path("undo/", bell.undo, name="bell-undo"),
    path("undo/look/", bell.undo_look, name="bell-undo-look"),
    path("replay/", bell.replay, name="moves-replay"),
    path("replay/look/", bell.replay_look, name="moves-replay-look"),
    # People, repairs
    path("people/", people.people, name="people"),
    path("people/<num:entry>/", people.person, name="person"),
    path("people/<num:entry>/<slug:what>/", people.change, name="person-change"),
    path("people/<num:entry>/<slug:what>/look/", people.look_at, name="person-look"),
    path("tables/add/", people.table_add, name="table-add"),
    path("tables/add/look/", people.table_add_look, name="table-add-look"),
    path("tables/sizes/", table_sizes.sizes, name="table-sizes"),
    path("tables/level/", people.level, name="tables-level"),
    path("tables/<num:table>/close/", people.table_close, name="table-close"),
    path("deals/", people.deals, name="deals"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/stake/", ledger.stake, name="ledger-stake"),
    path("ledger/stake/look/", ledger.stake_look, name="ledger-stake-look"),
    path("journal/", journal.journal, name="journal"),
    path("journal/<num:seq>/back/", journal.back, name="line-back"),
    path("journal/<num:seq>/back/look/", journal.back_look, name="line-back-look"),
    # On paper
    path("paper/", sheets.sheets, name="paper"),
    # The tables' phones
    path("links/", links.links, name="links"),
    path("links/make/", links.make, name="links-make"),
    path("links/revoke/", links.revoke, name="link-revoke"),
    path("links/<num:table>.svg", links.link_qr, name="link-qr"),
    path("asks/done/", links.ask_done, name="ask-done"),
    # Settling up
    path("pictures/", pictures.pictures, name="pictures"),
    path("pictures/<slug:which>.svg", pictures.picture, name="picture"),
    path("export.csv", exports.evening_standings, {"kind": "csv"}, name="evening-csv"),
    path("export.xlsx", exports.evening_standings, {"kind": "xlsx"}, name="evening-xlsx"),
    path("export.json", exports.evening_json, name="evening-json"),
    path("settle/", settling.settle, name="settle"),
    path("counts/", settling.counts, name="final-counts"),
    path("prizes/", settling.prizes, name="prizes"),
    path("prizes/list/", prizes.prize_list, name="prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="prize-edit"),
    path("prizes/give/", gifts.give, name="prize-give"),
    path("prizes/take-back/", gifts.take_back, name="prize-take-back"),
    path("certificates/", prizes.certificates_page, name="certificates"),
    path("finish/", settling.finish, name="finish"),
    path("reopen/", reopening.reopen, name="evening-reopen"),
    path("call-off/", reopening.call_off, name="evening-call-off"),
    path("reopen/look/", reopening.reopen_look, name="evening-reopen-look"),
    path("prizes/reveal/", settling.reveal, name="prize-reveal"),
    path("prizes/reveal-all/", settling.reveal_all, name="prizes-reveal"),
    # For everybody with the address
    path("publish/", published.publish_evening, name="evening-publish"),
]
IN_A_CLUB: Addresses = [
    path("", clubs.club, name="club"),
    path("import/", imports.tables, name="import"),
    path("imports/<slug:made>/", imports_made.take_back, name="import-made"),
    path("import/season/", season_imports.season, name="import-season"),
    path("players.csv", exports.players_list, {"kind": "csv"}, name="players-csv"),
    path("players.xlsx", exports.players_list, {"kind": "xlsx"}, name="players-xlsx"),
    path("players.json", exports.players_json, name="players-json"),
    path("evenings/new/", prepare.evening_new, name="evening-new"),
    path("players/<num:player>/forget/", privacy.forget, name="player-forget"),
    path("players/<num:player>/data/", privacy.person, name="player-data"),
    path("players/<num:player>/record/", players.record, name="player-record"),
    path("players/<num:player>/merge/", players.merge, name="player-merge"),
    path("players/<num:player>/unmerge/", players.unmerge, name="player-unmerge"),
    path("ratings/", players.ratings, name="ratings"),
    path("groups/", groups.groups, name="groups"),
    path("groups/<num:group>/", groups.group, name="group"),
    path("groups/<num:group>/delete/", groups.delete, name="group-delete"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("prizes/", prize_sets.prize_sets_page, name="prize-sets"),
]
IN_A_SEASON: Addresses = [
    path("export.csv", exports.season_standings, {"kind": "csv"}, name="season-csv"),
    path("export.xlsx", exports.season_standings, {"kind": "xlsx"}, name="season-xlsx"),
    path("export.json", exports.season_json, name="season-json"),
    path("", seasons.season, name="season"),
    path("settings/", seasons.settings, name="season-settings"),
    path("evenings/", parts.evenings, name="season-evenings"),
    path("evenings/<num:evening>/", parts.evening, name="season-evening"),
    path("people/", parts.people, name="season-people"),
    path("people/<num:player>/", questions.row, name="season-row"),
    path("questions/<num:question>/", questions.question, name="season-question"),
    path("people/stand/", parts.standings, name="season-standings"),
    path("people/add/", parts.person, name="season-person"),
    path("pictures/", pictures.season_pictures, name="season-pictures"),
    path("pictures/<slug:which>.svg", pictures.season_picture, name="season-picture"),
    path("prizes/", season_prizes.prizes, name="season-prizes"),
    path("prizes/list/", season_prizes.prize_list, name="season-prize-list"),
    path("prizes/list/<slug:key>/", season_prizes.prize, name="season-prize-edit"),
    path("prizes/give/", season_prizes.give, name="season-prize-give"),
    path("prizes/take-back/", season_prizes.take_back, name="season-prize-take-back"),
    path("certificates/", season_prizes.certificates, name="season-certificates"),
    path("book/", seasons.book, name="season-book"),
    path("versions/", seasons.versions, name="season-versions"),
    path("versions/<num:version>/", seasons.version, name="season-version"),
    path("close/", closing.close, name="season-close"),
    path("reopen/", closing.reopen, name="season-reopen"),
    path("rewrite/", closing.rewrite, name="season-rewrite"),
    path("next/", closing.following, name="season-next"),
]
urlpatterns = [
    path("", clubs.home, name="home"),
    path("evenings/<num:pk>/", include(IN_AN_EVENING)),
    path("clubs/<num:pk>/", include(IN_A_CLUB)),
    path("seasons/<num:pk>/", include(IN_A_SEASON)),
    path("account/data.json", privacy.data, name="account-data"),
    path("account/delete/", privacy.delete, name="account-delete"),
    path("leagues/<num:pk>/", leagues.league, name="league"),
    path("leagues/<num:pk>/seasons/new/", leagues.season_new, name="season-new"),
    path("leagues/<num:pk>/remove/", leagues.remove, name="league-remove"),
    # The tables' phones
    path("s/<str:token>/", phone_pages.scan, name="scan"),
    path("score/", phone_pages.score, name="score"),
    path("score/now/", phone_pages.now, name="score-now"),
    path("score/ask/", phone_pages.ask, name="score-ask"),
    path("score/<num:round>/sheet/", phone_pages.sheet, name="score-sheet"),
    path("score/<num:round>/count/", phone_pages.count, name="score-count"),
    path("score/<num:round>/<num:deal>/", phone_pages.deal, name="score-deal"),
    path("score/<num:round>/<num:deal>/confirm/", phone_pages.confirm, name="score-confirm"),
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="prize-set"),
    path("prize-sets/<num:pk>/gone/", prize_sets.prize_set_gone, name="prize-set-gone"),
    path("prize-sets/<num:pk>/<slug:key>/", prize_sets.prize_set_prize, name="prize-set-prize"),
    # For everybody with the address, where the club has opened it
    path("leagues/<num:pk>/publish/", published.publish_league, name="league-publish"),
    path("public/evenings/<slug:address>/", published.evening, name="public-evening"),
    path("public/leagues/<slug:address>/", published.league, name="public-league"),
    path("public/leagues/<slug:address>/seasons/<num:pk>/", published.season, name="public-season"),
    # For everybody, by the join code
    path("join/", evening.join, name="join"),
    path("j/<slug:code>/", evening.find_me, name="find-me"),
    path("j/<slug:code>/me/<num:entry>/", evening.player, name="player"),
    path("j/<slug:code>/me/<num:entry>/claim/", evening.claim_way, name="claim-way"),
    path("j/<slug:code>/hall/", evening.hall, name="hall"),
    path("j/<slug:code>/qr.svg", evening.qr, name="join-qr"),
    path("live/<slug:code>/", evening.live, name="live"),
    path("manifest.webmanifest", evening.manifest, name="manifest"),
]
