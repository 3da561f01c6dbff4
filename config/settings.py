"""Settings for every installation, from a laptop to many machines, by environment variables.

``docs/operator.md`` explains each variable.
"""

import os
import re
from pathlib import Path

from django.contrib.messages import constants as message_levels
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.database import make_database, read_limits
from config.environment import (
    find_zone,
    load_key,
    read_choice,
    read_flag,
    read_number,
    read_numbers,
    read_rate,
    read_secret,
    read_words,
)
from config.server.open_files import raise_limit, share_files
from config.web.logs import make_logging
from config.web.requests import POLICY, set_static_policy
from config.web.templates import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.work import sweeps

CODE_DIR, BASE_DIR, PLACE = environment.CODE, environment.PLACE.files, environment.PLACE
DATA_DIR = Path(os.environ.get("HEADTABLE_DATA") or PLACE.data).absolute()
LAN = read_flag("LAN") if os.environ.get("LAN") else None
"""Whether phones in the hall may connect to `manage.py up`; None if the variable is not set."""
RUN_DIR = DATA_DIR / "run"
"""The folder of files that `manage.py up` needs while it runs."""
CLOCK_WORKS = RUN_DIR / "clock-works"
"""A worker touches this file after each sweep, if the folder exists."""
BEAT_WORKS = RUN_DIR / "beat-works"
"""Beat touches this file at each turn of its loop, also during an outage of the broker."""
WORKER_WORKS = RUN_DIR / "worker-works"
"""A worker touches this file while all its parts make progress, also in outages of broker and database."""


def _load_secret_key() -> str:
    """Return the key from the environment, else from a private file that the first run creates."""
    if KEY_FILE is None:
        return read_secret("SECRET_KEY")
    if BEHIND_TLS:
        raise ImproperlyConfigured("SECRET_KEY or SECRET_KEY_FILE must be set in the environment behind TLS.")
    return load_key(KEY_FILE)


BEHIND_TLS = read_flag("BEHIND_TLS")
DEBUG = read_flag("DEBUG")
KEY_FILE = None if read_secret("SECRET_KEY") else DATA_DIR / "secret.key"
"""The file of the key that the first run creates; None if the environment has the key."""
SECRET_KEY = _load_secret_key()
ALLOWED_HOSTS = read_words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = read_words("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = read_number("TRUSTED_PROXIES")

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # config/urls.py loads its pages when they are needed
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "config.web.requests.RequestMiddleware",
    "config.web.health.HealthMiddleware",
    "config.web.requests.HeadersMiddleware",
    "config.web.requests.CompressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.sessions.UnsentMiddleware",
    "config.web.requests.BodyMiddleware",
    "tournaments.base.views.RefusalMiddleware",
    "config.web.requests.SnapshotMiddleware",
]

ROOT_URLCONF = "config.urls"
PAGE_URLCONF = "config.page_urls"
"""The URLs for all requests except those to the API and the administration."""
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

LOADERS = ["config.web.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "config.web.templates.Pages",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "config.web.templates.Forms"

LIMITS = read_limits()
DATABASES = {
    "default": make_database(
        read_secret("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'headtable.sqlite3'}",
        read_number("CONN_MAX_AGE"),
        LIMITS,
    )
}

# Backups: seconds between two; how many to keep of the newest, of hours and of days; and their content.
BACKUP_EVERY = read_number("BACKUP_EVERY") or 300
BACKUP_KEEP = read_numbers("BACKUP_KEEP", "6,24,31")
BACKUP_WITH_KEY = read_flag("BACKUP_WITH_KEY")
BACKUP_PASSPHRASE = read_secret("BACKUP_PASSPHRASE")

# The broker carries round clocks and, with several processes, their streams. Without a broker the pages
# work, but no clock rings. `manage.py up` starts its own broker.
REDIS_URL = read_secret("REDIS_URL")
# Raise the limit on open files as far as the system allows, and limit connections to match. The phones of a
# hall can share one address, so one address can have many connections, but not all.
ROOM = share_files(raise_limit(), read_number("LIVE_STREAMS"), read_number("LIVE_STREAMS_EACH"))
LIVE_STREAMS, LIVE_STREAMS_EACH = ROOM.streams, ROOM.streams_each
# Processes and threads of gunicorn.
WEB_PROCESSES, WEB_THREADS = read_number("WEB_PROCESSES") or 2, read_number("WEB_THREADS") or 8
# The most threads that write, or wait to write, in one evening: a stuck evening does not occupy all
# threads.
EVENING_THREADS = read_number("EVENING_THREADS") or max(1, WEB_THREADS // 2)
TASKS = "config.celery.app"
"""The Celery application. A web process loads it (7 MB) when the first clock is started."""
CELERY_BROKER_URL = re.sub("^unix:", "redis+socket:", REDIS_URL) or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "visibility_timeout": 12 * 3600,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_QUEUES, CELERY_BEAT_SCHEDULE = sweeps.QUEUES, sweeps.SCHEDULE
CELERY_BEAT_MAX_LOOP_INTERVAL = sweeps.EVERY
SWEEP_AFTER, SWEEP_AFTER_NO_WORKER = sweeps.AFTER, sweeps.AFTER_NO_WORKER
CELERY_BEAT_SCHEDULER = "config.work.celery_retry:Scheduler"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_WORKER_CONSUMER = "config.work.celery_retry:Consumer"
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # else Celery warns; no task is long
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "account_login"
SESSION_ENGINE, AUTHENTICATION_BACKENDS = "accounts.sessions", ["accounts.sessions.Backend"]
# Who may sign up: everybody, or users with an invitation. Addresses are confirmed if mail is sent.
SIGN_UP = read_choice("SIGN_UP", "open", "invited")
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if os.environ.get("EMAIL_HOST") else "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_TLS else "http"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signing.forms.SignInForm",
    "signup": "accounts.signing.forms.SignUpForm",
    "reset_password": "accounts.account.forms.ForgottenForm",
    "reset_password_from_key": "accounts.account.forms.NewPasswordForm",
    "change_password": "accounts.account.forms.ChangePasswordForm",
    "add_email": "accounts.account.forms.AddressForm",
}
# For signing in only failures are limited, because a hall's phones share an address. `key`: account and
# address.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "10/15m/key,100/15m/ip",
    "login_known": "10/15m/key",
    "signup": "30/h/ip",
    "reset_password": "30/h/ip,5/h/key",
    "reset_password_from_key": "30/h/ip",
    "confirm_email": "1/1m/key",
    "change_password": "10/15m/user",
    "manage_email": "10/15m/user",
}
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

MESSAGE_TAGS = {message_levels.WARNING: "warn", message_levels.ERROR: "refused"}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
# The chosen language is kept for a year. Before a choice, the browser's language is used.
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
TIME_ZONE = find_zone(os.environ.get("TZ", ""))
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "config.web.templates.Bundles",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
# Collected static files, as with `manage.py up`, are compressed, named by their contents, and cached by
# browsers. During development they are served from their source folders.
COLLECTED_STATIC = read_flag("COLLECTED_STATIC")
STATIC_STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": STATIC_STORAGE if COLLECTED_STATIC else "whitenoise.storage.CompressedStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = set_static_policy

CONTENT_SECURITY_POLICY = POLICY
X_FRAME_OPTIONS = "DENY"
# Browsers obey this header only on trusted addresses, and complain about it on plain http in the hall.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "accounts.sessions.csrf_failure"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 2
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Mail. Without a host, mail is written to the terminal where the program was started.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = read_number("EMAIL_PORT") or 587
EMAIL_HOST_USER = os.environ.get("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = read_secret("EMAIL_PASSWORD")
EMAIL_USE_SSL = read_flag("EMAIL_SSL")
EMAIL_USE_TLS = not EMAIL_USE_SSL and read_flag("EMAIL_TLS", default=True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM", "Headtable <headtable@localhost>")

# Public calculators: docs/api.md. The other APIs set their permissions themselves; the default is nobody.
CALCULATOR_RATE = read_rate("CALCULATOR_RATE", "120/min")
API_RATE = read_rate("API_RATE", "1200/min")
# Wrong guesses that one address may make, and the seconds. Right ones do not count.
FAILURES = {
    "join": (300, 600),
    "link": (100, 600),
    "invitation": (50, 600),
    "token": (100, 600),
    "password": (20, 600),
    # “This is me” on a phone without an account: refused requests and wrong codes of one address.
    "person": (300, 600),
}
CACHES = {
    # In the database, so that all processes count together failed sign-ins and guessed codes.
    "default": {
        "BACKEND": "accounts.limits.Forgiving",
        "LOCATION": "limits",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    "throttle": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "throttle",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.shared.api.fields.JSON"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "accounts.shared.api.refusals.answer_refusal",
    "LIST_SERIALIZER_ERRORS_AS_DICT": True,
    "NUM_PROXIES": TRUSTED_PROXIES,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}

# One handler writes all log lines and masks secrets. Servers' own handlers would not.
LOG_FORMAT = read_choice("LOG_FORMAT", "plain", "json")
LOG_LEVEL = read_choice("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")
LOG_REQUESTS = read_flag("LOG_REQUESTS", default=LOG_FORMAT == "json")
LOGGING = make_logging(LOG_FORMAT, LOG_LEVEL, requests=LOG_REQUESTS)
