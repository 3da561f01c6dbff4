"""The addresses of pages. A web process loads only these at first, and most processes need no others.

The API and the administration need another 30 MB and 400 ms. The first request to one of their addresses
loads them: see ``config/web/requests.py``.
"""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

handler400 = "config.web.requests.unread"
handler429 = "accounts.signing.views.asked_to_wait"
handler500 = "config.web.requests.failed"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
]
if settings.DEBUG:
    guide = TemplateView.as_view(template_name="components/styleguide.html")
    urlpatterns.append(path("styleguide/", guide, name="styleguide"))
