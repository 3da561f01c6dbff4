"""How it is set up: settings that do not go together, Django's own checks, static files."""

import json
from collections.abc import Iterator

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core import checks
from django.utils.translation import gettext

from tournaments.management.address import ALWAYS_ALLOWED
from tournaments.management.doctor.finding import Asked, Check, Finding, doubt, well, wrong

COLLECT = settings.PLACE.typed("collectstatic --no-input")


def together(_asked: Asked) -> Iterator[Finding]:
    found = [*_debug(), *_hosts(), *(_behind_tls() if settings.BEHIND_TLS else ()), *_zone()]
    yield from found or [well(gettext("They go together."))]


def _debug() -> Iterator[Finding]:
    if not settings.DEBUG:
        return
    unset = gettext("Unset DEBUG: it is for developers.")
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield doubt(gettext("DEBUG is on."), unset)
    else:
        yield wrong(
            gettext("DEBUG is on, and others can reach it: a page that fails shows them code."), unset
        )


def _hosts() -> Iterator[Finding]:
    if "*" in settings.ALLOWED_HOSTS:
        yield doubt(
            gettext("ALLOWED_HOSTS is “*”: it answers under any name, and codes are printed with that name."),
            gettext("Name the hosts under which it is reached."),
        )


def _behind_tls() -> Iterator[Finding]:
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield wrong(
            gettext("BEHIND_TLS is on, but it answers only as localhost."),
            gettext("Name the public host in ALLOWED_HOSTS."),
        )
    if not settings.CSRF_TRUSTED_ORIGINS:
        yield doubt(
            gettext("Forms are refused unless the proxy passes on the Host header as it came."),
            gettext("See that it does, or set CSRF_TRUSTED_ORIGINS to https:// and the public host."),
        )
    if any(not origin.startswith("https://") for origin in settings.CSRF_TRUSTED_ORIGINS):
        yield doubt(
            gettext("CSRF_TRUSTED_ORIGINS trusts pages that came without https."),
            gettext("Let each origin begin with https://."),
        )
    if not settings.TRUSTED_PROXIES:
        yield doubt(
            gettext("TRUSTED_PROXIES is 0: all visitors of the calculators count as one, the proxy."),
            gettext("Set it to the number of proxies in front, if they write X-Forwarded-For."),
        )


def _zone() -> Iterator[Finding]:
    if settings.TIME_ZONE in ("UTC", "Etc/UTC"):
        yield doubt(
            gettext("Times are shown in UTC, which is no club's own."),
            gettext("Name the club's time zone: TZ=Europe/Zurich, for example."),
        )


def deployment(_asked: Asked) -> Iterator[Finding]:
    """Those for a public server only where it is one: plain http in the hall is as it should be."""
    found = checks.run_checks(include_deployment_checks=settings.BEHIND_TLS)
    for one in found:
        if not one.is_silenced():
            said = wrong if one.level >= checks.ERROR else doubt
            yield said(f"{one.id}: {one.msg}", one.hint or gettext("See Django's documentation of it."))
    if not found:
        yield well(gettext("They find nothing."))


def static_files(_asked: Asked) -> Iterator[Finding]:
    """Every file that there is must have been collected, and what was collected must be there."""
    if not settings.COLLECTED_STATIC:
        yield well(
            gettext("They are taken from where they are kept, or collected by %(up)s.")
            % {"up": settings.PLACE.typed("up")}
        )
        return
    try:
        collected = json.loads((settings.STATIC_ROOT / "staticfiles.json").read_text())["paths"]
    except (OSError, ValueError, KeyError):
        yield wrong(gettext("COLLECTED_STATIC is on, but they were not collected."), COLLECT)
        return
    ours = {path for finder in get_finders() for path, _storage in finder.list([])}
    missing = {path for path, name in collected.items() if not (settings.STATIC_ROOT / name).exists()}
    if stale := sorted((ours - set(collected)) | missing):
        yield wrong(
            gettext("%(count)s are not collected, %(first)s among them.")
            % {"count": len(stale), "first": stale[0]},
            COLLECT,
        )
    else:
        yield well(gettext("All %(count)s are collected.") % {"count": len(collected)})


CHECKS = (
    Check("settings", together),
    Check("Django's checks", deployment),
    Check("static files", static_files),
)
