"""Warm a process up before it is asked: templates compiled, addresses known, first pages answered to itself."""

import gc
import logging
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Event

from django.conf import settings
from django.contrib.auth.models import User
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError
from django.db.models import F
from django.template.loader import get_template
from django.urls import reverse

from review.selectors.access import visible_sessions

LOG = logging.getLogger("review")
GC_THRESHOLD = (50_000, 20, 50)
"""How many objects are made before Python looks for circles among them; a page makes tens of thousands, of which nearly
all go by themselves."""
WARMING = "evidence_review.warming"
"""The key of a request of the process itself, which nobody asked and no log counts; a client cannot set it."""
_WARM = Event()
_WARM.set()
TEMPLATE_FOLDER: Path = settings.TEMPLATE_FOLDER
LISTS = ("review:home", "review:entry_list", "review:session_list", "review:failed", "review:search")


def is_warm() -> bool:
    """Return whether this process is as warm as it is going to be; it is cold only where it says so."""
    return _WARM.is_set()


def warm_up(handler: BaseHandler) -> dict[str, int]:
    """Compile all templates, and answer first pages in every language to whoever logged in last; nothing is stored.

    Return the statuses by address. Without a database, or in an empty one, what needs it stays cold.
    """
    _WARM.clear()
    for path in sorted(TEMPLATE_FOLDER.rglob("*.html")):
        get_template(path.relative_to(TEMPLATE_FOLDER).as_posix())
    try:
        person = User.objects.filter(is_active=True).order_by(F("last_login").desc(nulls_last=True), "pk").first()
        addresses = list(_addresses(person)) if person is not None else []
    except DatabaseError as error:
        LOG.warning("Pages are not warmed up: %s", error)
        person, addresses = None, []
    visits = [(reverse("login"), None), *((address, person) for address in addresses)]
    found = {
        address: _visit(handler, address, language, who)
        for language, _ in settings.LANGUAGES
        for address, who in visits
    }
    _WARM.set()
    return found


def settle() -> None:
    """Keep what was made so far out of every later look for circles, and have Python look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


def _addresses(person: User) -> Iterator[str]:
    """Yield pages that people open most, without an entry's: it notes who had it before them."""
    yield from map(reverse, LISTS)
    session = visible_sessions(person).order_by("-pk").first()
    if session is not None:
        yield reverse("review:session_detail", args=[session.pk])


def _visit(handler: BaseHandler, address: str, language: str, person: User | None) -> int:
    """Answer a request of this process itself, as if *person* had signed in, and return the status."""
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": address,
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": settings.ALLOWED_HOSTS[0].lstrip("."),
            "SERVER_PORT": "443" if settings.SECURE_SSL_REDIRECT else "80",
            "wsgi.url_scheme": "https" if settings.SECURE_SSL_REDIRECT else "http",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
            "HTTP_ACCEPT_LANGUAGE": language,
            WARMING: True,
        }
    )
    if person is not None:
        request._cached_user = person  # type: ignore[attr-defined]  # noqa: SLF001 - where Django keeps who signed in
    return handler.get_response(request).status_code
