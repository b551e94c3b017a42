"""Import the records of another store: what is new is added, what is there stays, what contradicts it is refused."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain.errors import Problem, UploadRefusedError
from review.domain.events import RecordsImported
from review.domain.roles import Capability
from review.models import Project, ReviewSession
from review.payloads.records import Source, StoredSession
from review.selectors.access import may
from review.services import _journal
from review.services._units import Unit, durable
from review.services.imports._entries import Retold, Untold, tell_added, tell_entry
from review.services.imports._extractions import entries_of, store_stored_extraction
from review.services.imports._sessions import messages_of, store_session

__all__ = ["Imported", "NotImported", "Refused", "Untold", "import_records"]


class NotImported(StrEnum):
    """Why nothing was imported."""

    NOT_PERMITTED = "not_permitted"


@dataclass(frozen=True, slots=True)
class Refused:
    """What was not imported, and why: a problem of a session, or the reason of an entry."""

    where: str
    why: Problem | Untold

    @property
    def code(self) -> str:
        """The code of the reason."""
        return self.why.code if isinstance(self.why, Problem) else self.why.value


@dataclass(slots=True)
class Imported:
    """What an import did: how many of what were added and were there, and what was refused."""

    counts: Counter[str] = field(default_factory=Counter)
    refused: list[Refused] = field(default_factory=list)


def import_records(
    *,
    project: Project,
    sessions: Iterable[StoredSession],
    source: Source,
    actor: AbstractBaseUser | None,
    unit: Unit = durable,
) -> Imported | NotImported:
    """Import sessions with everything that people of another store decided, and journal who brought them in.

    The people are accounts that nobody can use, brought by the actor: whoever imports decisions answers for them, so
    only managers may, or whoever runs a command. A session is stored whole or not at all; of an entry whose decisions
    are refused only what was extracted is.

    Raises:
        UploadRefusedError: a line of the file cannot be read; what came before it is imported and journaled.

    """
    if actor is not None and not may(actor, Capability.MANAGE, project.pk):
        return NotImported.NOT_PERMITTED
    done = Imported()
    try:
        for stored in sessions:
            with unit():
                _import_session(project, stored, source, done, actor=actor)
    finally:
        with unit():
            _record(project, source, done, actor=actor)
    return done


def _record(project: Project, source: Source, done: Imported, *, actor: AbstractBaseUser | None) -> None:
    payload = RecordsImported(
        project=project.slug,
        format=source.format,
        file=source.file,
        key_id=source.key_id,
        counts={**done.counts, "refused": len(done.refused)},
    )
    _journal.append(payload, session=None, actor=actor)


def _import_session(
    project: Project, stored: StoredSession, source: Source, done: Imported, *, actor: AbstractBaseUser | None
) -> None:
    counts, refused = Counter[str](), list[Refused]()
    try:
        with transaction.atomic():
            locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
            session, is_new = store_session(locked, stored, actor=actor)
            session.project = locked
            counts["sessions" if is_new else "sessions_there"] += 1
            _import_entries(session, stored, source, (counts, refused), actor=actor)
    except UploadRefusedError as error:
        done.refused += [Refused(f"{stored.name} {one.where}".strip(), one) for one in error.problems]
        return
    done.counts += counts
    done.refused += refused


def _import_entries(
    session: ReviewSession,
    stored: StoredSession,
    source: Source,
    into: tuple[Counter[str], list[Refused]],
    *,
    actor: AbstractBaseUser | None,
) -> None:
    counts, _ = into
    messages = messages_of(session)
    for one in stored.extractions:
        own = entries_of(stored.entries, one.digest)
        extraction, is_new = store_stored_extraction(session, one, own, messages=messages, actor=actor)
        counts["extractions" if is_new else "extractions_there"] += 1
        for entry in extraction.entries.select_related("session__project", "claim").order_by("position"):
            if entry.position in own:
                told = tell_entry(entry, own[entry.position], source, messages=messages, actor=actor)
                _count(told, f"{stored.name} {one.digest[:16]}:{entry.position}", into, is_new=is_new)
    for position, given in sorted(entries_of(stored.entries, None).items()):
        told = tell_added(session, given, source, messages=messages, actor=actor)
        _count(told, f"{stored.name} added:{position}", into, is_new=told == Retold(is_new=True))


def _count(told: Retold | Untold, where: str, into: tuple[Counter[str], list[Refused]], *, is_new: bool) -> None:
    counts, refused = into
    if isinstance(told, Untold):
        refused.append(Refused(where, told))
    counts["entries" if is_new else "entries_there"] += 1
    counts["decided"] += isinstance(told, Retold) and told.is_new
