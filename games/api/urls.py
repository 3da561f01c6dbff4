"""The addresses of the calculators and of house rules, under /api/v1/."""

from django.urls import path

from games.api import bids, house, library, play, pools

urlpatterns = [
    path("games/", library.games, name="api-games"),
    path("games/<slug:key>/", library.game, name="api-game"),
    path("games/<slug:key>/schedule/", library.schedule, name="api-schedule"),
    path("games/<slug:key>/orders/", library.orders, name="api-orders"),
    path("games/<slug:key>/check-bid/", bids.check_bid, name="api-check-bid"),
    path("games/<slug:key>/legal-bids/", bids.legal_bids, name="api-legal-bids"),
    path("games/<slug:key>/score/", bids.score, name="api-score"),
    path("games/<slug:key>/legal-plays/", play.legal_plays, name="api-legal-plays"),
    path("games/<slug:key>/trick/", play.trick, name="api-trick"),
    path("games/<slug:key>/replay/", play.replay, name="api-replay"),
    path("games/<slug:key>/showdown/", pools.showdown, name="api-showdown"),
    path("games/<slug:key>/settle/", pools.settle, name="api-settle"),
    path("games/<slug:key>/thirty-one/", pools.thirty_one, name="api-thirty-one"),
    path("clubs/<num:pk>/house-rules/", house.house_rules, name="api-house-rules"),
    path("clubs/<num:pk>/house-rules/<num:rules>/", house.house_rules_one, name="api-house-rules-one"),
    path("clubs/<num:pk>/house-rules/<num:rules>/retire/", house.retire, name="api-house-rules-retire"),
]
