"""What is wrong with a quote and which clicks set it right, worked out in its session as it stands now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.db.models import Max

from aligner_core import AlignedEvidence, Corpus, EvidenceAligner, FailedEvidence, PreparedSource, Prescription
from review.models import Message, ReviewSession
from review.selectors.offers import Offer, extension, offers_of
from review.selectors.quotes import QuoteRow

MOST_SESSIONS = 16
"""How many sessions are kept ready to be searched."""
MOST_PRESCRIPTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A session as it stands: messages are only ever added, so the newest one tells whether anything has changed."""

    session: int
    received: datetime
    newest: int


def corpus_of(session: ReviewSession) -> Corpus:
    """Give the messages of a session, ready to be searched."""
    snapshot = _snapshots([session.pk]).get(session.pk)
    return Corpus([]) if snapshot is None else _corpus(snapshot)


def doctored(rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Give rows with their diagnosis and the clicks that set them right; one query, and one a session not yet known."""
    open_to_it = [row for row in rows if _is_open(row)]
    snapshots = _snapshots({row.quote.entry.session_id for row in open_to_it})
    return [_doctored(row, snapshots.get(row.quote.entry.session_id)) if _is_open(row) else row for row in rows]


def _is_open(row: QuoteRow) -> bool:
    """Say whether there can be anything to do: what was found word for word, to the ends of words, stands."""
    evidence = row.evidence
    found = isinstance(evidence, AlignedEvidence) and evidence.match_method != "fuzzy"
    return row.quote.counts and not (found and not row.is_drifted and "cut_word" not in row.warnings)


def _doctored(row: QuoteRow, snapshot: Snapshot | None) -> QuoteRow:
    if snapshot is None:
        return row
    prescription = _prescription(row.evidence, snapshot)
    fixes = (*offers_of(prescription.fixes), *_extension(row.evidence, snapshot))
    return replace(row, diagnosis=prescription.diagnosis, fixes=fixes)


def _extension(evidence: AlignedEvidence | FailedEvidence, snapshot: Snapshot) -> tuple[Offer, ...]:
    if not isinstance(evidence, AlignedEvidence):
        return ()
    source = _corpus(snapshot).sources[evidence.message_index]
    return extension(evidence, source.text) if source.hash == evidence.source_hash else ()


def _snapshots(sessions: Iterable[int]) -> dict[int, Snapshot]:
    named = Message.objects.filter(session__in=sessions).order_by()
    rows = named.values_list("session", "session__created_at").annotate(newest=Max("pk"))
    return {session: Snapshot(session, received, newest) for session, received, newest in rows}


@lru_cache(maxsize=MOST_SESSIONS)
def _corpus(snapshot: Snapshot) -> Corpus:
    versions = Message.objects.filter(session=snapshot.session, pk__lte=snapshot.newest).order_by("index", "version")
    newest = dict(versions.values_list("index", "content"))
    return Corpus([PreparedSource(content) for content in newest.values()])


@lru_cache(maxsize=MOST_PRESCRIPTIONS)
def _prescription(evidence: AlignedEvidence | FailedEvidence, snapshot: Snapshot) -> Prescription:
    return EvidenceAligner().prescribe(evidence, _corpus(snapshot))
