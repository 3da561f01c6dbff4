"""Pages that a browser may keep: asked for again, they are sent again only if something has changed."""

from collections.abc import Callable

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from accounts.release import etag
from tournaments.base.views.pages import of_member


def remembered(request: HttpRequest, page: Callable[[], HttpResponse], *tag: object) -> HttpResponse:
    """The page; or 304 where the browser has it as it is.

    ``tag``: all that the page depends on, besides who looks at it, in which language, and the program:
    where it is the same, the page must be. A page with forms depends on its ``csrf_secret`` too. A page that
    has something to say once is never kept.
    """
    if len(get_messages(request)):
        return page()
    user = request.user
    mark = etag(user.pk, user, request.get_full_path(), *tag)
    answer = get_conditional_response(request, etag=mark)
    if answer is None:
        of_member(request).remembered = True
        answer = page()
        if answer.status_code != 200:
            return answer
    answer["ETag"] = mark
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ("Cookie", "Accept-Language", "HX-Request"))
    return answer


def csrf_secret(request: HttpRequest) -> str:
    """What the tokens against forgery are made from: a page that was kept has them in its forms."""
    get_token(request)
    secret: str = request.META["CSRF_COOKIE"]
    return secret
