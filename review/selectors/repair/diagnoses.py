"""The diagnosis and the fixes of a quote, computed in the current state of its session."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache

from django.db.models import Max

from aligner_core import (
    AlignedEvidence,
    AlignerConfig,
    Corpus,
    EvidenceAligner,
    FailedEvidence,
    Prescription,
)
from review.aligner import config_of, corpus_in
from review.models import Message, ReviewSession
from review.selectors.quotes.quote_rows import OfferedFix, QuoteRow, extension, offered_fixes

MAX_CACHED_SESSIONS = 16
"""How many prepared sessions are kept in memory."""
MAX_CACHED_PRESCRIPTIONS = 10_000


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """A state of a session: messages are only ever added, so the newest one shows whether anything has changed."""

    session: int
    received: datetime
    newest: int


@dataclass
class CurrentSession:
    """A session in its current state, which is read when it is first needed."""

    session: ReviewSession

    @cached_property
    def snapshot(self) -> SessionSnapshot | None:
        """The state; None without messages."""
        return _snapshots([self.session.pk]).get(self.session.pk)

    @property
    def corpus(self) -> Corpus:
        """The messages, prepared for search."""
        return Corpus([]) if self.snapshot is None else _corpus(self.snapshot)


def corpus_of(session: ReviewSession) -> Corpus:
    """Return the messages of a session, prepared for search."""
    return CurrentSession(session).corpus


def with_diagnoses(rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Return rows with diagnoses and fixes; one query, and one more for each session that is not cached."""
    snapshots = _snapshots({row.quote.entry.session_id for row in rows if row.is_repairable})
    return [
        _with_diagnosis(row, snapshots.get(row.quote.entry.session_id)) if row.is_repairable else row for row in rows
    ]


def with_diagnoses_in(current: CurrentSession, rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Return rows of one session with diagnoses and fixes."""
    return [_with_diagnosis(row, current.snapshot) if row.is_repairable else row for row in rows]


@dataclass(frozen=True, slots=True)
class Consulted:
    """Messages that are not stored yet, and what is wrong with quotes in them, by their outcomes.

    It is made before the transaction that stores both, which others wait for.
    """

    corpus: Corpus
    config: AlignerConfig
    known: Mapping[FailedEvidence, Prescription]


def consulted(
    corpus: Corpus,
    failed: Iterable[FailedEvidence],
    config: AlignerConfig,
    *,
    on_quote: Callable[[], object] = lambda: None,
) -> Consulted:
    """Return what is wrong with quotes that failed in messages; *on_quote* is called after each."""
    aligner = EvidenceAligner(config)
    known = dict[FailedEvidence, Prescription]()
    for evidence in failed:
        known[evidence] = aligner.prescribe(evidence, corpus)
        on_quote()
    return Consulted(corpus, config, known)


def diagnosed_in(rows: Sequence[QuoteRow], corpus: Corpus, consulted: Consulted | None = None) -> list[QuoteRow]:
    """Return failed rows of one session with diagnoses in these messages, without caching anything.

    It is for uncommitted messages: after a rollback, other messages may get their keys. What was *consulted* before is
    not computed again, as long as the configuration is still that of the project.
    """
    return [
        _diagnosed(row, _prescribed(row, config, corpus, consulted), corpus) if corpus.sources else row
        for row in rows
        for config in (config_of(row.quote.entry.session.project),)
    ]


def _prescribed(row: QuoteRow, config: AlignerConfig, corpus: Corpus, before: Consulted | None) -> Prescription:
    evidence = row.evidence
    if before is not None and before.config == config and isinstance(evidence, FailedEvidence):
        known = before.known.get(evidence)
        if known is not None:
            return known
    return EvidenceAligner(config).prescribe(evidence, corpus)


def _with_diagnosis(row: QuoteRow, snapshot: SessionSnapshot | None) -> QuoteRow:
    if snapshot is None:
        return row
    prescription = _prescription(row.evidence, snapshot, config_of(row.quote.entry.session.project))
    found = _diagnosed(row, prescription, _corpus(snapshot))
    return replace(found, fixes=(*found.fixes, *_extension(row.evidence, snapshot)))


def _diagnosed(row: QuoteRow, prescription: Prescription, corpus: Corpus) -> QuoteRow:
    fixes, last = offered_fixes(prescription.fixes), len(corpus.sources) - 1
    return replace(row, diagnosis=prescription.diagnosis, fixes=fixes, last_index=last)


def _extension(evidence: AlignedEvidence | FailedEvidence, snapshot: SessionSnapshot) -> tuple[OfferedFix, ...]:
    if not isinstance(evidence, AlignedEvidence):
        return ()
    source = _corpus(snapshot).sources[evidence.message_index]
    return extension(evidence, source) if source.hash == evidence.source_hash else ()


def _snapshots(sessions: Iterable[int]) -> dict[int, SessionSnapshot]:
    named = Message.objects.filter(session__in=sessions).order_by()
    rows = named.values_list("session", "session__created_at").annotate(newest=Max("pk"))
    return {session: SessionSnapshot(session, received, newest) for session, received, newest in rows}


@lru_cache(maxsize=MAX_CACHED_SESSIONS)
def _corpus(snapshot: SessionSnapshot) -> Corpus:
    versions = Message.objects.filter(session=snapshot.session, pk__lte=snapshot.newest).order_by("index", "version")
    newest = {message.index: message for message in versions.only("index", "content", "name", "role")}
    return corpus_in(newest.values())


@lru_cache(maxsize=MAX_CACHED_PRESCRIPTIONS)
def _prescription(
    evidence: AlignedEvidence | FailedEvidence, snapshot: SessionSnapshot, config: AlignerConfig
) -> Prescription:
    return EvidenceAligner(config).prescribe(evidence, _corpus(snapshot))
