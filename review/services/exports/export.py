"""Take records out of the store: journal who takes what, then hand it out a piece at a time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain.events import Exported
from review.domain.events.bundles import ProjectShare
from review.selectors.access import visible_projects
from review.selectors.bundles.contents import BundleScope, projects_of
from review.services import _journal
from review.services.exports.formats import FORMATS, ExportFormat


class NotExported(StrEnum):
    """Why nothing was exported."""

    NOT_PERMITTED = "not_permitted"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Export:
    """An export that the journal records: its format, and its pieces of text, which are read as they are made."""

    format: ExportFormat
    pieces: Iterator[str]


def export(*, scope: BundleScope, name: str, actor: AbstractBaseUser | None) -> Export | NotExported:
    """Journal that a person takes out what is in scope in the format *name*, and return it; or return why not.

    Without an actor the system takes it out, for whoever runs the command.

    Raises:
        KeyFileError: the format names this store by its key, and the keys cannot be used.
        LookupError: there is no such format.

    """
    with transaction.atomic(durable=True):
        refusal = journal_export(scope=scope, name=name, actor=actor)
    return refusal or Export(FORMATS[name], FORMATS[name].make(scope))


def journal_export(*, scope: BundleScope, name: str, actor: AbstractBaseUser | None) -> NotExported | None:
    """Journal an export in the caller's transaction; return why there is none."""
    if actor is not None and projects_of(scope).exclude(pk__in=visible_projects(actor).values("pk")).exists():
        return NotExported.NOT_PERMITTED
    sessions = scope.sessions.count()
    if sessions == 0:
        return NotExported.EMPTY
    shares = Counter(dict.fromkeys(projects_of(scope).values_list("slug", flat=True), 0))
    shares.update(scope.entries.order_by().values_list("session__project__slug", flat=True))
    payload = Exported(
        format=FORMATS[name].name,
        scope=dict(scope.description),
        counts={"sessions": sessions, "entries": shares.total()},
        projects=[ProjectShare(project=slug, entries=count) for slug, count in sorted(shares.items())],
    )
    _journal.append(payload, session=None, actor=actor)
    return None
