"""The addresses of clubs' evenings, and of the pages that need no account."""

from django.urls import path

from tournaments.views import (
    bell,
    bids,
    checkin,
    clock,
    clubs,
    console,
    deals,
    draw,
    journal,
    links,
    people,
    prepare,
    public,
    scoring,
    settling,
)

urlpatterns = [
    path("", clubs.home, name="home"),
    path("clubs/<int:pk>/", clubs.club, name="club"),
    path("clubs/<int:pk>/evenings/new/", prepare.evening_new, name="evening-new"),
    # Before play
    path("evenings/<int:pk>/", console.evening, name="evening"),
    path("evenings/<int:pk>/settings/", prepare.evening_settings, name="evening-settings"),
    path("evenings/<int:pk>/open/", prepare.open_check_in, name="check-in-open"),
    path("evenings/<int:pk>/check-in/", checkin.check_in, name="check-in"),
    path("evenings/<int:pk>/check-in/list/", checkin.check_in_from_list, name="check-in-list"),
    path("evenings/<int:pk>/draw/", draw.draw, name="draw"),
    path("evenings/<int:pk>/swap/", draw.swap, name="swap"),
    path("evenings/<int:pk>/start/", draw.start, name="play-start"),
    # Play
    path(
        "evenings/<int:pk>/rounds/<int:round>/tables/<int:table>/deals/<int:deal>/", deals.deal, name="deal"
    ),
    path("evenings/<int:pk>/rounds/<int:round>/tables/<int:table>/count/", deals.count, name="table-count"),
    path("evenings/<int:pk>/rounds/<int:round>/tables/<int:table>/end/", deals.end, name="table-end"),
    path("evenings/<int:pk>/rounds/<int:round>/tables/<int:table>/sheet/", bids.sheet, name="table-sheet"),
    path("evenings/<int:pk>/rounds/<int:round>/ring/", bell.ring, name="bell-ring"),
    path("evenings/<int:pk>/rounds/<int:round>/clock/", clock.clock, name="round-clock"),
    path("evenings/<int:pk>/rounds/<int:round>/cut/", bell.cut, name="cut"),
    path("evenings/<int:pk>/rounds/<int:round>/draw-cuts/", bell.draw_cut, name="cut-draw"),
    path("evenings/<int:pk>/rounds/<int:round>/apply/", bell.apply, name="moves-apply"),
    path("evenings/<int:pk>/undo/", bell.undo, name="bell-undo"),
    path("evenings/<int:pk>/replay/", bell.replay, name="moves-replay"),
    # People, repairs
    path("evenings/<int:pk>/people/", people.people, name="people"),
    path("evenings/<int:pk>/people/<int:entry>/", people.person, name="person"),
    path("evenings/<int:pk>/people/<int:entry>/<slug:what>/", people.change, name="person-change"),
    path("evenings/<int:pk>/tables/add/", people.table_add, name="table-add"),
    path("evenings/<int:pk>/tables/<int:table>/close/", people.table_close, name="table-close"),
    path("evenings/<int:pk>/deals/", people.deals, name="deals"),
    path("evenings/<int:pk>/journal/", journal.journal, name="journal"),
    # The tables' phones
    path("evenings/<int:pk>/links/", links.links, name="links"),
    path("evenings/<int:pk>/links/make/", links.make, name="links-make"),
    path("evenings/<int:pk>/links/revoke/", links.revoke, name="link-revoke"),
    path("evenings/<int:pk>/links/<int:table>.svg", links.link_qr, name="link-qr"),
    path("evenings/<int:pk>/asks/done/", links.ask_done, name="ask-done"),
    path("s/<str:token>/", scoring.scan, name="scan"),
    path("score/", scoring.score, name="score"),
    path("score/now/", scoring.now, name="score-now"),
    path("score/ask/", scoring.ask, name="score-ask"),
    path("score/<int:round>/sheet/", scoring.sheet, name="score-sheet"),
    path("score/<int:round>/count/", scoring.count, name="score-count"),
    path("score/<int:round>/<int:deal>/", scoring.deal, name="score-deal"),
    path("score/<int:round>/<int:deal>/confirm/", scoring.confirm, name="score-confirm"),
    # Settling up
    path("evenings/<int:pk>/standings/", settling.standings, name="standings"),
    path("evenings/<int:pk>/settle/", settling.settle, name="settle"),
    path("evenings/<int:pk>/counts/", settling.counts, name="final-counts"),
    path("evenings/<int:pk>/prizes/", settling.prizes, name="prizes"),
    path("evenings/<int:pk>/finish/", settling.finish, name="finish"),
    path("evenings/<int:pk>/prizes/reveal/", settling.reveal, name="prize-reveal"),
    path("evenings/<int:pk>/prizes/reveal-all/", settling.reveal_all, name="prizes-reveal"),
    # For everybody, by the join code
    path("join/", public.join, name="join"),
    path("j/<slug:code>/", public.find_me, name="find-me"),
    path("j/<slug:code>/me/<int:entry>/", public.player, name="player"),
    path("j/<slug:code>/hall/", public.hall, name="hall"),
    path("j/<slug:code>/qr.svg", public.qr, name="join-qr"),
    path("live/<slug:code>/", public.live, name="live"),
    path("manifest.webmanifest", public.manifest, name="manifest"),
]
