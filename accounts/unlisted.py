"""Pages that everybody with the address can read, and that search engines do not list."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.http import HttpResponseBase

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def unlisted(page: Callable[P, Answer]) -> Callable[P, Answer]:
    """Tell search engines not to list the page, nor to follow its links."""

    @wraps(page)
    def view(*args: P.args, **kwargs: P.kwargs) -> Answer:
        response = page(*args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return view
