"""Settings: one file for the laptop in the hall and for many machines; the environment decides.

``docs/operator.md`` explains each variable.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("HEADTABLE_DATA", BASE_DIR / "var")).absolute()
RUN_DIR = DATA_DIR / "run"
"""What `manage.py up` keeps while it runs."""
CLOCK_WORKS = RUN_DIR / "clock-works"
"""Made by a worker of `manage.py up` after its first sweep."""


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def _whole(name: str) -> int:
    if not (number := os.environ.get(name, "0")).isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more.")
    return int(number)


def _rate(name: str, default: str) -> str:
    rate = os.environ.get(name, default)
    if not re.fullmatch(r"[1-9][0-9]*/(s|min|hour|day)", rate):
        raise ImproperlyConfigured(f"{name} must be a number of requests and a time, such as {default}.")
    return rate


def _secret_key() -> str:
    """The key from the environment, else from a private file that the first run makes."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    if BEHIND_TLS:
        raise ImproperlyConfigured("SECRET_KEY must be set in the environment behind TLS.")
    path = DATA_DIR / "secret.key"
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(key := secrets.token_urlsafe(50))
    return key


def _machine_zone() -> str:
    """The time zone that this machine is set to, as Linux and macOS keep it; else UTC."""
    _folder, _zoneinfo, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    return name if name in available_timezones() else "UTC"


BEHIND_TLS = _flag("BEHIND_TLS")
DEBUG = _flag("DEBUG")
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.views.refusals.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES: dict[str, Any] = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'headtable.sqlite3'}", conn_max_age=0, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # WAL lets phones read while a result is written; IMMEDIATE takes the write lock at the start, so
    # that two writers queue (up to the timeout) where they would otherwise fail half way.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

# The broker: round clocks and, where there are several processes, their streams. Without one the pages work,
# but no clock rings; `manage.py up` starts one of its own.
REDIS_URL = os.environ.get("REDIS_URL", "")
LIVE_STREAMS = _whole("LIVE_STREAMS") or 4000
CELERY_BROKER_URL = re.sub("^unix:", "redis+socket:", REDIS_URL) or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "visibility_timeout": 12 * 3600,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {  # twice a second, so that a bell whose message was lost rings within one
    "sweep": {"task": "tournaments.sweep", "schedule": 0.5, "options": {"expires": 2.0, "retry": False}}
}
CELERY_BEAT_SCHEDULER = "config.patience:Scheduler"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_WORKER_CONSUMER = "config.patience:Consumer"
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # none are long; unsaid, Celery warns
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("TZ") or _machine_zone()
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Collected, as `manage.py up` has it, they are compressed, named by their contents and kept by browsers.
# Else, as when one works on them, they are served from where they are kept.
COLLECTED_STATIC = _flag("COLLECTED_STATIC")
STATIC_STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": STATIC_STORAGE if COLLECTED_STATIC else "whitenoise.storage.CompressedStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
# Browsers heed it where they trust the address, and complain where they do not: on plain http in the hall.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Public calculators: docs/api.md. Other APIs must say who may come in: without a word, nobody does.
CALCULATOR_RATE = _rate("CALCULATOR_RATE", "120/min")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "throttle": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "throttle",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.api.parsers.JSON"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "accounts.api.refusals.refused",
    "LIST_SERIALIZER_ERRORS_AS_DICT": True,
    "NUM_PROXIES": _whole("TRUSTED_PROXIES"),
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Headtable",
    "DESCRIPTION": "Calculators for card games: schedules, bids, scores, judges, and what a bell brings.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/",
    "SERVE_INCLUDE_SCHEMA": False,
}

# All that is logged is written by one handler, which masks the tokens of scorers' links: uvicorn and
# runserver would write around it.
_ours: dict[str, Any] = {"handlers": [], "propagate": True}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"once": {"()": "config.logs.Once"}},
    "formatters": {
        "plain": {"()": "config.logs.Masking", "fmt": "{asctime} {levelname} {name} {message}", "style": "{"}
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["once"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "loggers": {
        **dict.fromkeys(("django", "django.server", "uvicorn", "uvicorn.access", "uvicorn.error"), _ours),
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},  # anybody can ask
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "celery.worker.consumer": {"level": "ERROR"},  # that the broker is away is said by config.patience
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
}
