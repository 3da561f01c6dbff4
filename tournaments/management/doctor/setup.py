"""How it is set up: settings that do not go together, Django's own checks, static files."""

from collections.abc import Iterator

from django.conf import settings
from django.core import checks

from tournaments.management.address import ALWAYS_ALLOWED
from tournaments.management.disk import collected, gone, to_collect
from tournaments.management.doctor.database import Asked, Check, Finding, doubt, well, wrong

COLLECT = settings.PLACE.typed("collectstatic --no-input")


def together(_asked: Asked) -> Iterator[Finding]:
    found = [*_debug(), *_hosts(), *(_behind_tls() if settings.BEHIND_TLS else ()), *_zone()]
    yield from found or [well("They go together.")]


def _debug() -> Iterator[Finding]:
    if not settings.DEBUG:
        return
    unset = "Unset DEBUG. It is for developers."
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield doubt("DEBUG is on.", unset)
    else:
        yield wrong("DEBUG is on and others can reach it. An error page shows them code.", unset)


def _hosts() -> Iterator[Finding]:
    if "*" in settings.ALLOWED_HOSTS:
        yield doubt(
            "ALLOWED_HOSTS is “*”, so it answers to any name, and printed codes contain that name.",
            "List the host names that are used.",
        )


def _behind_tls() -> Iterator[Finding]:
    if set(settings.ALLOWED_HOSTS) <= set(ALWAYS_ALLOWED):
        yield wrong(
            "BEHIND_TLS is on, but it answers only as localhost.",
            "Add the public host to ALLOWED_HOSTS.",
        )
    if not settings.CSRF_TRUSTED_ORIGINS:
        yield doubt(
            "Forms are refused unless the proxy forwards the Host header unchanged.",
            "Make the proxy forward it, or set CSRF_TRUSTED_ORIGINS to https:// and the public host.",
        )
    if any(not origin.startswith("https://") for origin in settings.CSRF_TRUSTED_ORIGINS):
        yield doubt(
            "CSRF_TRUSTED_ORIGINS trusts pages without https.",
            "Each origin must begin with https://.",
        )
    if not settings.TRUSTED_PROXIES:
        yield doubt(
            "TRUSTED_PROXIES is 0, so all visitors of the calculators count as one: the proxy.",
            "Set it to the number of proxies that write X-Forwarded-For.",
        )


def _zone() -> Iterator[Finding]:
    if settings.TIME_ZONE in ("UTC", "Etc/UTC"):
        yield doubt(
            "Times are shown in UTC.",
            "Set the club's time zone, for example TZ=Europe/Zurich.",
        )


def deployment(_asked: Asked) -> Iterator[Finding]:
    """Run Django's checks; those for a public server only behind TLS, for plain http is right in the hall."""
    found = checks.run_checks(include_deployment_checks=settings.BEHIND_TLS)
    for one in found:
        if not one.is_silenced():
            said = wrong if one.level >= checks.ERROR else doubt
            yield said(f"{one.id}: {one.msg}", one.hint or "See Django's documentation of it.")
    if not found:
        yield well("They find no problem.")


def static_files(_asked: Asked) -> Iterator[Finding]:
    """Check that every static file was collected, and that every collected file is still there."""
    if not settings.COLLECTED_STATIC:
        yield well(
            "They need no collecting here, or {up} collects them.".format(up=settings.PLACE.typed("up"))
        )
        return
    if not (there := collected()):
        yield wrong("COLLECTED_STATIC is on, but the files were not collected.", COLLECT)
        return
    ours = {path for path, _storage in to_collect()}
    if stale := sorted((ours - set(there)) | gone(there)):
        yield wrong(
            f"{len(stale)} files are not collected, for example {stale[0]}.",
            COLLECT,
        )
    else:
        yield well(f"All {len(there)} are collected.")


CHECKS = (
    Check("settings", together),
    Check("Django's checks", deployment),
    Check("static files", static_files),
)
