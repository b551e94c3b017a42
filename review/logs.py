"""The lines of the log: readable, or JSON for programs; each knows the request or the job it belongs to.

A field has no words of people: neither an address, which may hold the token of an invitation, nor a text they wrote.
"""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

REQUESTS = "review.requests"
JOBS = "review.jobs"
SUSPICIONS = "django.security."
_BELONGING: ContextVar[Mapping[str, object]] = ContextVar("belonging", default={})  # noqa: B039 - nobody changes it
_AWKWARD = re.compile(r"[^\w.:/@+<>()\[\]-]")
"""What a readable value is quoted for, so that nobody's name breaks a line or makes a field."""


@contextmanager
def belonging_to(**known: object) -> Iterator[None]:
    """Have every record in the block know what it belongs to, such as `request` or `job`."""
    token = _BELONGING.set({**_BELONGING.get(), **known})
    try:
        yield
    finally:
        _BELONGING.reset(token)


def fields(**values: object) -> dict[str, Any]:
    """Return the `extra` of a record that has these fields; those that are None are left out."""
    return {"fields": {name: value for name, value in values.items() if value is not None}}


class Belonging(logging.Filter):
    """Notes on each record what it belongs to, where it is made: another thread may write it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        record.belonging = _BELONGING.get()
        return True


class WithoutAddresses(logging.Filter):
    """Takes addresses and hosts off Django's own records of requests; what was not found has its line anyway."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let failures pass, named by the route of their request, and suspicions, by their kind."""
        request = getattr(record, "request", None)
        if request is None:
            return True
        record.args = None
        if record.name.startswith(SUSPICIONS):
            record.msg, record.exc_info = f"refused: {record.name.removeprefix(SUSPICIONS)}", None
            return True
        record.msg = f"failed: {route_of(request)}"
        return record.levelno >= logging.ERROR


def route_of(request: Any) -> str:  # noqa: ANN401 - a request of Django; nothing here knows it
    """Return the name of the route that answers a request, without what its address holds; empty if there is none."""
    match = getattr(request, "resolver_match", None)
    return "" if match is None else str(match.view_name)


class _Lines(logging.Formatter):
    """What both forms say of a record."""

    def parts(self, record: logging.LogRecord) -> dict[str, object]:
        """Return the fields of a record, in their order."""
        return {**getattr(record, "belonging", {}), **getattr(record, "fields", {})}

    def moment(self, record: logging.LogRecord) -> str:
        """Return the time of a record: UTC, with milliseconds."""
        moment = datetime.fromtimestamp(record.created, tz=UTC)
        return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"

    def trouble(self, record: logging.LogRecord) -> str:
        """Return the traceback of a record, if it has one."""
        return self.formatException(record.exc_info) if record.exc_info else ""


class JsonLines(_Lines):
    """One JSON object a record, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line = {
            "time": self.moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **self.parts(record),
        }
        if trouble := self.trouble(record):
            line["error"] = trouble
        return json.dumps(line, ensure_ascii=False, default=str)


class ReadableLines(_Lines):
    """The time, the level, what happened, and the fields; a traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, and its traceback."""
        pairs = [f"{name}={_readable(value)}" for name, value in self.parts(record).items()]
        line = " ".join([self.moment(record), record.levelname, record.getMessage(), *pairs])
        return "\n".join(filter(None, [line, self.trouble(record)]))


def _readable(value: object) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if _AWKWARD.search(text) or not text else text


FILTERS: Mapping[str, type[logging.Filter]] = {"belonging": Belonging, "without_addresses": WithoutAddresses}


def logging_settings(form: str) -> dict[str, Any]:
    """Return Django's setting LOGGING for a form, `json` or `text`: one handler, standard error, for everything."""
    formatter = JsonLines if form == "json" else ReadableLines
    own = {"handlers": ["console"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {name: {"()": f"{one.__module__}.{one.__qualname__}"} for name, one in FILTERS.items()},
        "formatters": {"line": {"()": f"{formatter.__module__}.{formatter.__qualname__}"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": [*FILTERS]},
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {**own, "level": "WARNING"},
            "django.server": {**own, "level": "ERROR"},
            "gunicorn.error": {**own, "level": "INFO"},
            REQUESTS: {"level": "INFO"},
            JOBS: {"level": "INFO"},
        },
    }
