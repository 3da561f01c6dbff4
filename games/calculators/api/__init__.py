"""The API's addresses of the calculators."""

from django.urls import path

from games.calculators.api import calculators

urlpatterns = [
    path("games/<slug:key>/check-bid/", calculators.check_bid, name="api-check-bid"),
    path("games/<slug:key>/legal-bids/", calculators.legal_bids, name="api-legal-bids"),
    path("games/<slug:key>/score/", calculators.score, name="api-score"),
    path("games/<slug:key>/legal-plays/", calculators.legal_plays, name="api-legal-plays"),
    path("games/<slug:key>/trick/", calculators.trick, name="api-trick"),
    path("games/<slug:key>/replay/", calculators.replay, name="api-replay"),
    path("games/<slug:key>/showdown/", calculators.showdown, name="api-showdown"),
    path("games/<slug:key>/settle/", calculators.settle, name="api-settle"),
    path("games/<slug:key>/thirty-one/", calculators.thirty_one, name="api-thirty-one"),
]
