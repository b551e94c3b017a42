"""Store the decisions that came with an entry, and the event that says whose word they are. Private."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import DatabaseError, transaction
from pydantic import ValidationError

from review.domain.entry_state import EntryState
from review.domain.events import (
    BY_TYPE,
    EntryAdded,
    EntryEvent,
    EntryImported,
    EvidenceAligned,
    ImportedEvent,
    Payload,
    Recorded,
    foreign_name,
)
from review.domain.events.exports import SYSTEM
from review.domain.policy import Stage
from review.domain.replay import with_imported
from review.faults import fault_of
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Quote, ReviewSession
from review.payloads.records import Source, StoredEntry
from review.selectors.promotion.claims import is_claim_open
from review.services import _journal
from review.services._attempts import all_aligned
from review.services.audit.audit_store import recheck_entries, recheck_proofs
from review.services.derived.refresh import refresh
from review.services.imports._decisions import Messages, retold
from review.services.imports._people import NameTakenError, accounts_of

TOKEN = "token"  # noqa: S105 - the key in a payload


class Untold(StrEnum):
    """Why the decisions on an entry were not imported; the entry itself is there as it was extracted."""

    UNKNOWN_EVENT = "unknown_event"
    NAME_TAKEN = "name_taken"
    CONTRADICTION = "contradiction"
    UNPROVEN = "unproven"
    DECIDED_HERE = "decided_here"


@dataclass(frozen=True, slots=True)
class Retold:
    """The decisions on an entry were imported, or are there already; `is_new` is whether any were imported."""

    is_new: bool


class _UntoldError(Exception):
    """Nothing of an entry is stored, for a reason."""

    def __init__(self, reason: Untold) -> None:
        super().__init__(reason)
        self.reason = reason


def imported_history(stored: StoredEntry, store: str) -> list[ImportedEvent]:
    """Return the events of an entry as they are recorded here; *store* is the one that wrote the file."""
    return [
        ImportedEvent(
            event_id=one.event_id,
            event_type=one.event_type,
            actor=one.actor,
            created_at=one.created_at,
            payload=one.payload,
            store=one.store or store,
        )
        for one in stored.history
    ]


def tell_entry(
    entry: Entry, stored: StoredEntry, source: Source, *, messages: Messages, actor: AbstractBaseUser | None
) -> Retold | Untold:
    """Store what was decided on an entry that nobody here has touched; return whether there was anything, or why not.

    In the caller's transaction; nothing of it is stored where it is refused. Every proof is checked again, and the
    rows with what the event records of them, as the audit does.
    """
    here = _ids(entry)
    if {one.event_id for one in stored.history} <= here:
        return Retold(is_new=False)
    if here:
        return Untold.DECIDED_HERE
    return _told(lambda: _tell(entry, stored, source, messages=messages, actor=actor))


def tell_added(
    session: ReviewSession, stored: StoredEntry, source: Source, *, messages: Messages, actor: AbstractBaseUser | None
) -> Retold | Untold:
    """Do what `tell_entry` does for an entry that a person added, which is stored first where it is not there."""
    there = Entry.objects.filter(session=session, extraction=None, position=stored.position).first()
    if there is not None:
        return tell_entry(there, stored, source, messages=messages, actor=actor)

    def tell() -> None:
        entry = _new_entry(session, stored, source, actor=actor)
        _tell(entry, stored, source, messages=messages, actor=actor)

    return _told(tell)


def _told(tell: Callable[[], None]) -> Retold | Untold:
    """Return what came of telling an entry; all of it is stored or nothing.

    What the database refuses contradicts the store; that it cannot write for now, as on a full disk, is raised.
    """
    try:
        with transaction.atomic():
            tell()
    except _UntoldError as error:
        return error.reason
    except NameTakenError:
        return Untold.NAME_TAKEN
    except (LookupError, TypeError, ValueError):
        return Untold.CONTRADICTION
    except DatabaseError as error:
        if fault_of(error) is not None:
            raise
        return Untold.CONTRADICTION
    return Retold(is_new=True)


def _new_entry(session: ReviewSession, stored: StoredEntry, source: Source, *, actor: AbstractBaseUser | None) -> Entry:
    """Store the entry that the first event of a history added."""
    [added, *_] = imported_history(stored, source.store)
    _check_event(added)
    if added.event_type != EntryAdded.event_type or added.payload["position"] != stored.position:
        raise _UntoldError(Untold.CONTRADICTION)
    name = foreign_name(added.actor, added.store)
    return Entry.objects.create(
        session=session,
        added_by=accounts_of([name], actor=actor)[name],
        added_at=datetime.fromisoformat(added.created_at),
        **{key: added.payload[key] for key in ("position", "type", "title", "body", "stage")},
        version=0,  # the first visible version has the quote
    )


def _ids(entry: Entry) -> set[str]:
    """Return the ids of the events that decided on an entry, here or where it was imported from."""
    decided = entry.events.exclude(event_type=EvidenceAligned.event_type).order_by("seq")
    return {one.event_id for one in with_imported(event.recorded for event in decided)}


def _tell(
    entry: Entry, stored: StoredEntry, source: Source, *, messages: Messages, actor: AbstractBaseUser | None
) -> None:
    history = imported_history(stored, source.store)
    for one in history:
        _check_event(one)
    payload = EntryImported(
        format=source.format, file=source.file, key_id=source.key_id, stage=stored.stage, history=history
    )
    told = list(_recorded(payload, entry.session))
    state = retold(entry, told, accounts=_accounts(told, actor), messages=messages, attempts=stored.attempts)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    _move(entry, state, accounts=_accounts(told, actor))
    refresh([entry])
    if entry.stage != stored.stage:
        raise _UntoldError(Untold.CONTRADICTION)
    _recheck(entry)


def _check_event(one: ImportedEvent) -> None:
    """Refuse an event that no store of this version would have written."""
    declared = BY_TYPE.get(one.event_type)
    if declared is None or not issubclass(declared, EntryEvent) or declared in {EntryImported, EvidenceAligned}:
        raise _UntoldError(Untold.UNKNOWN_EVENT)
    if not any(_fits(kind, one) for kind in _kinds(declared)):
        raise _UntoldError(Untold.UNKNOWN_EVENT)


def _kinds(declared: type[Payload]) -> Iterator[type[Payload]]:
    """Yield the class of a type of event, and those of what was done in a batch."""
    yield declared
    for one in declared.__subclasses__():
        yield from _kinds(one)


def _fits(kind: type[Payload], one: ImportedEvent) -> bool:
    """Return whether a payload is of a kind; beside its fields it may name the token that it was done with."""
    try:
        kind.model_validate({key: value for key, value in one.payload.items() if key != TOKEN})
    except ValidationError:
        return False
    return isinstance(one.payload.get(TOKEN, {}), dict)


def _recorded(payload: EntryImported, session: ReviewSession) -> Iterator[Recorded]:
    body = payload.model_dump(mode="json")
    event = Recorded("", EntryImported.event_type, body, SYSTEM, session.created_at, session.pk)
    yield from with_imported([event])


def _accounts(told: Sequence[Recorded], actor: AbstractBaseUser | None) -> Mapping[str, User]:
    return accounts_of([event.actor for event in told], actor=actor)


def _move(entry: Entry, state: EntryState, *, accounts: Mapping[str, User]) -> None:
    """Move an entry to the stage that its history leads to; the database refuses one whose evidence does not hold."""
    quotes = list(Quote.objects.filter(entry=entry).select_related("current__message").order_by("position"))
    entry.evidence_aligned = all_aligned(quotes)
    entry.claim_open = is_claim_open(entry)
    entry.version += 1
    if state.rejection is not None:
        entry.rejected_by, entry.rejected_reason = accounts[state.rejection[0]], state.rejection[1]
        entry.rejected_at = state.rejected_at
    entry.stage = state.stage or entry.stage
    if entry.stage in ABOVE_CANDIDATE:
        if not all(_stands(quote) for quote in quotes if quote.counts):
            raise _UntoldError(Untold.UNPROVEN)
        _vouch(entry, state, accounts)
    entry.save(
        update_fields=[
            *("evidence_aligned", "claim_open", "version", "stage", "rejected_at", "rejected_by", "rejected_reason"),
            *("verified_at", "verified_by", "verified_under", "certified_at", "certified_by"),
        ]
    )


def _stands(quote: Quote) -> bool:
    """Return whether the gate could have let a quote pass: somebody accepted what it changes, by the rules of today."""
    current = quote.current
    if current is None or not current.aligned or current.ambiguous:
        return False
    return not current.critical_differences or current.acknowledgements.exists()


def _vouch(entry: Entry, state: EntryState, accounts: Mapping[str, User]) -> None:
    entry.verified_by, entry.verified_at = _person(state.verifier, accounts), state.verified_at
    entry.verified_under = " ".join(state.switches)
    if entry.stage == Stage.CERTIFIED:
        entry.certified_by, entry.certified_at = _person(state.certifier, accounts), state.certified_at


def _person(row: Sequence[str] | None, accounts: Mapping[str, User]) -> User:
    if row is None:
        raise _UntoldError(Untold.CONTRADICTION)
    return accounts[row[0]]


def _recheck(entry: Entry) -> None:
    """Compare what was stored with the journal and the messages, as the audit does."""
    proofs = recheck_proofs(Alignment.objects.filter(quote__entry=entry))
    if any(not one.is_note for one in (*proofs, *recheck_entries(Entry.objects.filter(pk=entry.pk)))):
        raise _UntoldError(Untold.UNPROVEN)
