"""The addresses of the pages of clubs' evenings and seasons, and of the pages without an account.

Addresses are nested, because Django searches a list from the top until an address matches.
"""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.attendance import views as attendance
from tournaments.bell import views as bell
from tournaments.console import views as console
from tournaments.hall import views as hall
from tournaments.journal import views as journal
from tournaments.paper import views as paper
from tournaments.phones.views import links
from tournaments.phones.views import table as phones
from tournaments.planning import views as planning
from tournaments.prizes import views as prizes
from tournaments.records import views as records
from tournaments.results import views as results
from tournaments.scoring.views import corrections, slips
from tournaments.seasons.views import leagues, seasons
from tournaments.seasons.views import prizes as season_prizes
from tournaments.seating import views as seating
from tournaments.transfer import views as transfer

Addresses = list[URLPattern | URLResolver]

IN_A_ROUND: Addresses = [
    path("ring/", bell.ring, name="bell-ring"),
    path("clock/", bell.clock, name="round-clock"),
    path("cut/", bell.cut, name="cut"),
    path("draw-cuts/", bell.draw_cut, name="cut-draw"),
    path("apply/", bell.apply, name="moves-apply"),
    path("moves-keep/", bell.keep, name="moves-keep"),
    path("tables/<num:table>/deals/<num:deal>/", corrections.deal, name="deal"),
    path("tables/<num:table>/count/", corrections.count, name="table-count"),
    path("tables/<num:table>/end/", corrections.end, name="table-end"),
    path("tables/<num:table>/sheet/", corrections.sheet, name="table-sheet"),
    path("slips/", slips.slips, name="slips"),
]
IN_AN_EVENING: Addresses = [
    path("", console.evening, name="evening"),  # the address that is requested most
    path("rounds/<num:round>/", include(IN_A_ROUND)),
    path("draw-cuts/", bell.draw_cuts, name="cuts-draw"),
    path("undo/", bell.undo, name="bell-undo"),
    path("undo/look/", bell.undo_look, name="bell-undo-look"),
    path("replay/", bell.replay, name="moves-replay"),
    path("replay/look/", bell.replay_look, name="moves-replay-look"),
    path("links/", links.links, name="links"),
    path("links/make/", links.make, name="links-make"),
    path("links/revoke/", links.revoke, name="link-revoke"),
    path("links/<num:table>.svg", links.link_qr, name="link-qr"),
    path("phones/", console.phones, name="phones-now"),
    path("asks/done/", links.ask_done, name="ask-done"),
    path("check-in/", attendance.check_in, name="check-in"),
    path("roles/", attendance.roles, name="roles"),
    path("check-in/list/", attendance.check_in_from_list, name="check-in-list"),
    path("people/", attendance.people, name="people"),
    path("people/<num:entry>/", attendance.person, name="person"),
    path("people/<num:entry>/<slug:action>/", attendance.change, name="person-change"),
    path("people/<num:entry>/<slug:action>/look/", attendance.look_at, name="person-look"),
    path("tables/add/", attendance.table_add, name="table-add"),
    path("tables/add/look/", attendance.table_add_look, name="table-add-look"),
    path("tables/level/", attendance.level, name="tables-level"),
    path("tables/<num:table>/close/", attendance.table_close, name="table-close"),
    path("deals/", attendance.deals, name="deals"),
    path("draw/", seating.draw, name="draw"),
    path("swap/", seating.swap, name="swap"),
    path("start/", seating.start, name="play-start"),
    path("tables/sizes/", seating.sizes, name="table-sizes"),
    path("journal/", journal.journal, name="journal"),
    path("journal/<num:seq>/back/", journal.back, name="line-back"),
    path("journal/<num:seq>/back/look/", journal.back_look, name="line-back-look"),
    path("standings/", results.standings, name="standings"),
    path("ledger/", results.ledger, name="ledger"),
    path("ledger/stake/", results.stake, name="ledger-stake"),
    path("ledger/stake/look/", results.stake_look, name="ledger-stake-look"),
    path("settle/", results.settle, name="settle"),
    path("counts/", results.counts, name="final-counts"),
    path("prizes/", results.prizes, name="prizes"),
    path("finish/", results.finish, name="finish"),
    path("reopen/", results.reopen, name="evening-reopen"),
    path("call-off/", results.call_off, name="evening-call-off"),
    path("reopen/look/", results.reopen_look, name="evening-reopen-look"),
    path("prizes/reveal/", results.reveal, name="prize-reveal"),
    path("prizes/reveal-all/", results.reveal_all, name="prizes-reveal"),
    path("prizes/list/", prizes.prize_list, name="prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="prize-edit"),
    path("prizes/give/", prizes.give, name="prize-give"),
    path("prizes/take-back/", prizes.take_back, name="prize-take-back"),
    path("certificates/", prizes.certificates_page, name="certificates"),
    path("settings/", planning.evening_settings, name="evening-settings"),
    path("plan/", planning.plan, name="evening-plan"),
    path("remove/", planning.remove, name="evening-remove"),
    path("correct/", planning.correct, name="evening-correct"),
    path("correct/look/", planning.correct_look, name="evening-correct-look"),
    path("rehearse/", planning.rehearse, name="rehearsal-start"),
    path("rehearse/end/", planning.end, name="rehearsal-end"),
    path("open/", planning.open_check_in, name="check-in-open"),
    path("paper/", paper.sheets, name="paper"),
    path("season-seats/", seasons.first_seats, name="season-seats"),
    path("pictures/", seasons.pictures, name="pictures"),
    path("pictures/<slug:which>.svg", seasons.picture, name="picture"),
    path("export.csv", transfer.evening_standings, {"kind": "csv"}, name="evening-csv"),
    path("export.xlsx", transfer.evening_standings, {"kind": "xlsx"}, name="evening-xlsx"),
    path("export.json", transfer.evening_json, name="evening-json"),
    path("publish/", hall.publish_evening, name="evening-publish"),
]
IN_A_CLUB: Addresses = [
    path("prizes/", prizes.prize_sets_page, name="prize-sets"),
    path("", planning.club, name="club"),
    path("evenings/new/", planning.evening_new, name="evening-new"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("import/", transfer.tables, name="import"),
    path("imports/<slug:made>/", transfer.take_back, name="import-made"),
    path("import/season/", transfer.season, name="import-season"),
    path("players.csv", transfer.players_list, {"kind": "csv"}, name="players-csv"),
    path("players.xlsx", transfer.players_list, {"kind": "xlsx"}, name="players-xlsx"),
    path("players.json", transfer.players_json, name="players-json"),
    path("players/<num:player>/forget/", records.forget, name="player-forget"),
    path("players/<num:player>/data/", records.person, name="player-data"),
    path("players/<num:player>/record/", records.record, name="player-record"),
    path("players/<num:player>/merge/", records.merge, name="player-merge"),
    path("players/<num:player>/unmerge/", records.unmerge, name="player-unmerge"),
    path("ratings/", records.ratings, name="ratings"),
    path("groups/", records.groups, name="groups"),
    path("groups/<num:group>/", records.group, name="group"),
    path("groups/<num:group>/delete/", records.delete_group, name="group-delete"),
]
IN_A_SEASON: Addresses = [
    path("", seasons.season, name="season"),
    path("settings/", seasons.settings, name="season-settings"),
    path("evenings/", season_prizes.evenings, name="season-evenings"),
    path("evenings/<num:evening>/", season_prizes.evening, name="season-evening"),
    path("people/", season_prizes.people, name="season-people"),
    path("people/<num:player>/", seasons.row, name="season-row"),
    path("questions/<num:question>/", seasons.question, name="season-question"),
    path("people/stand/", season_prizes.standings, name="season-standings"),
    path("people/add/", season_prizes.person, name="season-person"),
    path("pictures/", seasons.season_pictures, name="season-pictures"),
    path("pictures/<slug:which>.svg", seasons.season_picture, name="season-picture"),
    path("prizes/", season_prizes.prizes, name="season-prizes"),
    path("prizes/list/", season_prizes.prize_list, name="season-prize-list"),
    path("prizes/list/<slug:key>/", season_prizes.prize, name="season-prize-edit"),
    path("prizes/give/", season_prizes.give, name="season-prize-give"),
    path("prizes/take-back/", season_prizes.take_back, name="season-prize-take-back"),
    path("certificates/", season_prizes.certificates, name="season-certificates"),
    path("book/", seasons.book, name="season-book"),
    path("versions/", seasons.versions, name="season-versions"),
    path("versions/<num:version>/", seasons.version, name="season-version"),
    path("close/", season_prizes.close, name="season-close"),
    path("reopen/", season_prizes.reopen, name="season-reopen"),
    path("rewrite/", season_prizes.rewrite, name="season-rewrite"),
    path("next/", season_prizes.follow_season, name="season-next"),
    path("export.csv", transfer.season_standings, {"kind": "csv"}, name="season-csv"),
    path("export.xlsx", transfer.season_standings, {"kind": "xlsx"}, name="season-xlsx"),
    path("export.json", transfer.season_json, name="season-json"),
]
urlpatterns: Addresses = [
    path("evenings/<num:pk>/", include(IN_AN_EVENING)),
    path("clubs/<num:pk>/", include(IN_A_CLUB)),
    path("seasons/<num:pk>/", include(IN_A_SEASON)),
    path("s/<str:token>/", phones.scan, name="scan"),
    path("score/", phones.score, name="score"),
    path("score/now/", phones.now, name="score-now"),
    path("score/ask/", phones.ask, name="score-ask"),
    path("score/seats/", phones.seats, name="score-seats"),
    path("score/<num:round>/sheet/", phones.sheet, name="score-sheet"),
    path("score/<num:round>/count/", phones.count, name="score-count"),
    path("score/<num:round>/<num:deal>/", phones.deal, name="score-deal"),
    path("score/<num:round>/<num:deal>/confirm/", phones.confirm, name="score-confirm"),
    path("prize-sets/<num:pk>/", prizes.prize_set, name="prize-set"),
    path("prize-sets/<num:pk>/gone/", prizes.prize_set_gone, name="prize-set-gone"),
    path("prize-sets/<num:pk>/<slug:key>/", prizes.prize_set_prize, name="prize-set-prize"),
    path("", planning.home, name="home"),
    path("leagues/<num:pk>/", leagues.league, name="league"),
    path("leagues/<num:pk>/seasons/new/", leagues.season_new, name="season-new"),
    path("leagues/<num:pk>/remove/", leagues.remove, name="league-remove"),
    path("account/data.json", records.data, name="account-data"),
    path("account/delete/", records.delete, name="account-delete"),
    path("leagues/<num:pk>/publish/", hall.publish_league, name="league-publish"),
    path("public/evenings/<slug:address>/", hall.evening, name="public-evening"),
    path("public/leagues/<slug:address>/", hall.league, name="public-league"),
    path("public/leagues/<slug:address>/seasons/<num:pk>/", hall.season, name="public-season"),
    path("join/", hall.join, name="join"),
    path("j/<slug:code>/", hall.find_me, name="find-me"),
    path("j/<slug:code>/me/<num:entry>/", hall.player, name="player"),
    path("j/<slug:code>/me/<num:entry>/claim/", hall.claim_way, name="claim-way"),
    path("j/<slug:code>/hall/", hall.hall, name="hall"),
    path("j/<slug:code>/qr.svg", hall.qr, name="join-qr"),
    path("live/<slug:code>/", hall.live, name="live"),
    path("manifest.webmanifest", hall.manifest, name="manifest"),
]
