"""Django's settings, in one file; what a deployment may change comes from the environment."""

from pathlib import Path

from review.config.environment import Environment, beside_database, is_file, local_secret_key
from review.databases import database_from_url
from review.domain.limits import MIN_PASSWORD_CHARS
from review.logs import logging_settings

ENVIRONMENT = Environment()
BASE_DIR = Path(__file__).resolve().parents[2]
IN_CHECKOUT = (BASE_DIR / "manage.py").exists()
PACKAGE = BASE_DIR / "review"
TEMPLATE_FOLDER = BASE_DIR / "templates" if IN_CHECKOUT else PACKAGE / "_templates"
STATIC_FOLDER = BASE_DIR / "static" if IN_CHECKOUT else PACKAGE / "_static"
VAR = (BASE_DIR if IN_CHECKOUT else Path.cwd()) / "var"

DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = list(ENVIRONMENT.allowed_hosts)
SECRET_KEY = ENVIRONMENT.secret_key.get_secret_value() or local_secret_key(VAR / "secret-key")
DATABASES = {"default": database_from_url(ENVIRONMENT.database_url or f"sqlite:///{VAR / 'review.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "review",
    *(["procrastinate.contrib.django"] if ENVIRONMENT.jobs == "procrastinate" else []),
]
MIDDLEWARE = [
    "review.views.request_log.log_requests",
    "review.views.probes.answer_probes",
    "review.views.middleware.look_behind_proxies",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "review.views.middleware.CompressText",
    "review.api.problems.ProblemsForPages",
    "review.api.calls.TellEnds",
    "review.views.middleware.keep_out_of_caches",
    "review.views.middleware.mark_as_ours",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "review.views.middleware.keep_log_in_alive",
    "review.views.middleware.remember_browser",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "review.views.budgets.BoundRequests",
    "django.middleware.csrf.CsrfViewMiddleware",
    "review.views.middleware.record_actor",
    "review.views.middleware.read_memberships_once",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "review.views.sign_in.SignInMiddleware",
]
ROOT_URLCONF = "review.config.urls"
WSGI_APPLICATION = "review.config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATE_FOLDER],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["review.config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "review.config.context.with_limits",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": MIN_PASSWORD_CHARS}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ko", "한국어")]
LOCALE_PATHS = [PACKAGE / "locale"]
FORMAT_MODULE_PATH = "review.config.formats"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = ENVIRONMENT.is_https
TIME_ZONE = ENVIRONMENT.time_zone
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [STATIC_FOLDER]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "review.config.static_files.UsedFilesFinder",
]
STATIC_ROOT = ENVIRONMENT.static_root or VAR / "static"
WHITENOISE_USE_FINDERS = ENVIRONMENT.static_root is None
# File names with digests need collectstatic: only where a folder for it is set.
STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if ENVIRONMENT.static_root is None
    else "review.config.static_files.DigestedFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = ENVIRONMENT.hsts_seconds if ENVIRONMENT.is_https else 0
# Only a trusted proxy reports that a browser used https; without one, redirects would loop.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.trusted_proxies else None
SECURE_SSL_REDIRECT = ENVIRONMENT.is_https and bool(ENVIRONMENT.trusted_proxies)
# Other hosts of the domain, and the lists of browsers, are for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_ENGINE = "review.services.people._log_ins"
SESSION_COOKIE_AGE = ENVIRONMENT.idle_minutes * 60
# The store expires idle log-ins; the cookie of an active one must not expire before.
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENVIRONMENT.is_https
CSRF_FAILURE_VIEW = "review.views.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = ENVIRONMENT.is_https
# Behind a proxy that terminates TLS, Django sees http and would refuse the origin of its own pages.
CSRF_TRUSTED_ORIGINS = (
    [f"https://{f'*{host}' if host.startswith('.') else host}" for host in ALLOWED_HOSTS]
    if ENVIRONMENT.is_https
    else []
)

# Files of one machine, or the database, where all hosts share them.
REVIEW_SHARED_STATE = ENVIRONMENT.shared_state or ("files" if is_file(DATABASES["default"]) else "database")
REVIEW_SIGNING_KEY_DIR = ENVIRONMENT.signing_key_dir or VAR / "keys"
REVIEW_CHECKPOINT_DIR: Path = (
    ENVIRONMENT.checkpoint_dir or beside_database(DATABASES["default"], otherwise=VAR) / "checkpoints"
)
REVIEW_CHECKPOINT_FILE = ENVIRONMENT.checkpoint_dir is not None or REVIEW_SHARED_STATE == "files"
REVIEW_CHECKPOINT_EVERY = ENVIRONMENT.checkpoint_every
REVIEW_TRUSTED_PROXIES = ENVIRONMENT.trusted_proxies
REVIEW_IS_EXPOSED = ENVIRONMENT.is_exposed
REVIEW_DEMO = ENVIRONMENT.demo
REVIEW_MAX_FILE_BYTES = ENVIRONMENT.max_file_bytes
REVIEW_MAX_UPLOAD_BYTES = ENVIRONMENT.max_upload_bytes
REVIEW_MAX_DRAFTS_BYTES = ENVIRONMENT.max_drafts_bytes
REVIEW_MAX_MESSAGE_BYTES = ENVIRONMENT.max_message_bytes
REVIEW_MAX_MESSAGES = ENVIRONMENT.max_messages
REVIEW_MAX_QUOTES = ENVIRONMENT.max_quotes
REVIEW_MAX_UPLOAD_WORK = ENVIRONMENT.max_upload_work
REVIEW_WEBHOOK_HOSTS = ENVIRONMENT.webhook_hosts
REVIEW_OPENAI_KEY = ENVIRONMENT.openai_key.get_secret_value()
REVIEW_ANTHROPIC_KEY = ENVIRONMENT.anthropic_key.get_secret_value()
REVIEW_LLM_HOSTS = ENVIRONMENT.llm_hosts
REVIEW_JOBS = ENVIRONMENT.jobs
REVIEW_MAX_CHARS_AT_ONCE = ENVIRONMENT.max_chars_at_once
REVIEW_MAX_QUOTES_AT_ONCE = ENVIRONMENT.max_quotes_at_once
REVIEW_MAX_WORK_AT_ONCE = ENVIRONMENT.max_work_at_once
REVIEW_MAX_JOB_BYTES = ENVIRONMENT.max_job_bytes
REVIEW_JOB_LEASE_SECONDS = ENVIRONMENT.job_lease_seconds
REVIEW_MAX_DRAFTS = ENVIRONMENT.max_drafts
REVIEW_DRAFT_DAYS = ENVIRONMENT.draft_days
REVIEW_MAX_JSON_DEPTH = ENVIRONMENT.max_json_depth
REVIEW_MAX_QUOTE_CHARS = ENVIRONMENT.max_quote_chars
# A request is bounded as a whole before it is read; the application checks each text itself and reports the limit.
DATA_UPLOAD_MAX_MEMORY_SIZE = REVIEW_MAX_UPLOAD_BYTES

LOGGING = logging_settings(ENVIRONMENT.log)
