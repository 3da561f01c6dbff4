"""The API's addresses of the calculators."""

from django.urls import path

from games.calculators.api import bids, play, pools

urlpatterns = [
    path("games/<slug:key>/check-bid/", bids.check_bid, name="api-check-bid"),
    path("games/<slug:key>/legal-bids/", bids.legal_bids, name="api-legal-bids"),
    path("games/<slug:key>/score/", bids.score, name="api-score"),
    path("games/<slug:key>/legal-plays/", play.legal_plays, name="api-legal-plays"),
    path("games/<slug:key>/trick/", play.trick, name="api-trick"),
    path("games/<slug:key>/replay/", play.replay, name="api-replay"),
    path("games/<slug:key>/showdown/", pools.showdown, name="api-showdown"),
    path("games/<slug:key>/settle/", pools.settle, name="api-settle"),
    path("games/<slug:key>/thirty-one/", pools.thirty_one, name="api-thirty-one"),
]
