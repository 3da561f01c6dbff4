"""The ASGI application, which uvicorn serves: the streams at /live/, and Django for everything else."""

import gc
import os
import warnings
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Static files are read in one go: they are small.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
pages = get_asgi_application()

from tournaments import live  # noqa: E402 - models are there once Django is set up

# What stands in memory by now stays; with thousands of streams the collector would look through it all day.
gc.freeze()
gc.set_threshold(50_000, 20, 50)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams are served beside Django, whose way of serving keeps a thread for each open request."""
    at_live = scope["type"] == "http" and scope["path"].startswith(live.PREFIX)
    await (live.application if at_live else pages)(scope, receive, send)
