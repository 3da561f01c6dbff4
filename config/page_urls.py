"""The addresses of pages: what a web process loads to begin with, and most need nothing else.

The API and the administration take another 30 MB and 400 ms. They are loaded with the first request to an
address of theirs: see ``config/web/requests.py``.
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
