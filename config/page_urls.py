"""The addresses of pages. A web process loads only these at first, and most processes need no others.

The API and the administration need another 30 MB and 400 ms. The first request to one of their addresses
loads them: see ``config/web/requests.py``.
"""

from django.urls import include, path

handler400 = "config.web.requests.unread"
handler429 = "accounts.signing.views.asked_to_wait"
handler500 = "config.web.requests.failed"
urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
]
