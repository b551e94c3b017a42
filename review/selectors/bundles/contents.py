"""What an audit bundle holds: one entry, one session, or the entries that match a filter."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Sum

from aligner_core import text_hash
from aligner_core.formats import Run
from aligner_core.ledger import Head, Link
from review.domain.events import EvidenceAligned
from review.models import Alignment, Chain, Entry, Event, Message, Project, ReviewSession
from review.models.events import moment_text
from review.selectors.audit.chain_links import chain_links
from review.selectors.bundles.records import (
    Record,
    citation_records,
    claim_fields,
    entry_reference,
    extraction_records,
    made_with,
    retrieval_records,
    second_person_records,
    session_reference,
    switches_record,
)
from review.selectors.promotion.blocks import promotion_block
from review.selectors.promotion.statements import IS_MANUAL
from review.selectors.quotes.quote_rows import human_choices, with_choices

ROWS_PER_FETCH = 500


@dataclass(frozen=True, slots=True)
class BundleScope:
    """What goes into a bundle: entries, their sessions, and whether all messages of those sessions are included.

    `description` is the scope as the manifest states it.
    """

    description: Mapping[str, object]
    entries: QuerySet[Entry]
    sessions: QuerySet[ReviewSession]
    whole_sessions: bool


@dataclass(frozen=True, slots=True)
class BundleContents:
    """The records of a bundle, in order; `heads` are the ends of the chains of its events."""

    policies: Record
    messages: tuple[Record, ...]
    entries: tuple[Record, ...]
    evidence: tuple[Record, ...]
    events: tuple[Record, ...]
    retrievals: tuple[Record, ...]
    citations: tuple[Record, ...]
    extractions: tuple[Record, ...]
    heads: tuple[Head, ...]


def entry_scope(entry: Entry) -> BundleScope:
    """Return the scope of one entry, with the messages that its quotes were searched and found in."""
    session = entry.session
    return BundleScope(
        description={"kind": "entry", **entry_reference(entry)},
        entries=Entry.objects.filter(pk=entry.pk),
        sessions=ReviewSession.objects.filter(pk=session.pk),
        whole_sessions=False,
    )


def session_scope(session: ReviewSession) -> BundleScope:
    """Return the scope of a session with all its messages and entries."""
    return BundleScope(
        description={"kind": "session", **session_reference(session)},
        entries=Entry.objects.filter(session=session),
        sessions=ReviewSession.objects.filter(pk=session.pk),
        whole_sessions=True,
    )


def filter_scope(entries: QuerySet[Entry], filters: Mapping[str, str]) -> BundleScope:
    """Return the scope of the entries that match a filter."""
    chosen = Entry.objects.filter(pk__in=entries.order_by().values("pk"))
    named = dict(filters)
    session = ReviewSession.objects.filter(pk=named.pop("session", None) or 0).select_related("project").first()
    return BundleScope(
        description={"kind": "filter", **named, **(session_reference(session) if session else {})},
        entries=chosen,
        sessions=ReviewSession.objects.filter(Exists(chosen.filter(session=OuterRef("pk")))),
        whole_sessions=False,
    )


def sizes_of(scope: BundleScope) -> dict[str, int]:
    """Return how many records of each kind a bundle would hold, without reading them."""
    return {
        "messages": _messages(scope).count(),
        "entries": scope.entries.count(),
        "evidence": _alignments(scope).count(),
        "events": sum(chain.head_seq for chain in chains_of(scope)),
    }


def characters_of(scope: BundleScope) -> int:
    """Return the total length of the messages that a bundle would hold, which decides how large it is."""
    total: int = _messages(scope).aggregate(total=Sum("length", default=0))["total"]
    return total


def chains_of(scope: BundleScope) -> QuerySet[Chain]:
    """Return the chains of the sessions, in order."""
    return Chain.objects.filter(session__in=scope.sessions.order_by().values("pk")).order_by("pk")


def projects_of(scope: BundleScope) -> QuerySet[Project]:
    """Return the projects that the scope covers."""
    named = scope.sessions.order_by().values("project")
    return Project.objects.filter(pk__in=named).order_by("slug")


def heads_of(chains: Iterable[Chain]) -> tuple[Head, ...]:
    """Return the heads of chains."""
    return tuple(Head(chain.name, chain.head_seq, chain.head_hash) for chain in chains)


def read_contents(scope: BundleScope) -> BundleContents:
    """Return all records of a bundle; the heads are read first, to detect a chain that grows in the meantime."""
    chains = list(chains_of(scope))
    manual = frozenset(scope.entries.order_by().filter(IS_MANUAL).values_list("pk", flat=True))
    return BundleContents(
        policies={project.slug: _policy(project) for project in projects_of(scope)},
        messages=tuple(_message(message) for message in _messages(scope).iterator(chunk_size=ROWS_PER_FETCH)),
        entries=tuple(
            _entry(one, is_manual=one.pk in manual) for one in _entries(scope).iterator(chunk_size=ROWS_PER_FETCH)
        ),
        evidence=tuple(map(_attempt, _whole_alignments(scope))),
        events=tuple(_event(link) for chain in chains for link in chain_links(chain) if link.seq <= chain.head_seq),
        retrievals=tuple(retrieval_records(scope.sessions)),
        citations=tuple(citation_records(scope.entries)),
        extractions=tuple(extraction_records(scope.sessions)) if scope.whole_sessions else (),
        heads=heads_of(chains),
    )


def _messages(scope: BundleScope) -> QuerySet[Message]:
    messages = Message.objects.filter(session__in=scope.sessions.order_by().values("pk"))
    if not scope.whole_sessions:
        cited = Alignment.objects.filter(message=OuterRef("pk"), quote__entry__in=scope.entries.order_by())
        messages = messages.filter(Exists(cited))
    return messages.select_related("session__project").order_by("session", "index", "version")


def _entries(scope: BundleScope) -> QuerySet[Entry]:
    people = ("added_by", "verified_by", "certified_by", "rejected_by")
    entries = scope.entries.select_related("session__project", "extraction", "claim", *people)
    decided = Event.objects.exclude(event_type=EvidenceAligned.event_type).order_by("seq").only("event_id", "entry")
    entries = entries.prefetch_related("claimversions__actor", "claimconfirmations__actor", Prefetch("events", decided))
    return entries.defer("extraction__canonical", "extraction__notes").order_by("session", "pk")


def _alignments(scope: BundleScope) -> QuerySet[Alignment]:
    attempts = Alignment.objects.filter(quote__entry__in=scope.entries.order_by())
    return attempts.order_by("quote__entry__session", "quote__entry", "quote__position", "attempt")


def _whole_alignments(scope: BundleScope) -> Iterator[Alignment]:
    """Yield the attempts with all that their records state.

    Their keys are found first: a planner that does not reorder so many joins would read every attempt of the store.
    """
    keys = list(_alignments(scope).values_list("pk", flat=True))
    joined = with_choices(Alignment.objects.all()).select_related(
        "message", "quote__split_from", "quote__added_by", "quote__entry__session__project", "quote__entry__extraction"
    )
    whole = joined.defer("quote__entry__extraction__canonical", "quote__entry__extraction__notes")
    for start in range(0, len(keys), ROWS_PER_FETCH):
        part = keys[start : start + ROWS_PER_FETCH]
        found = whole.in_bulk(part)
        yield from (found[key] for key in part)


def _policy(project: Project) -> Record:
    return {
        "claim_facts": "wait" if project.claim_facts else "show",
        "explain_sources": project.explain_sources,
        "separate_span_author": project.separate_span_author,
        "fuzzy_threshold": project.fuzzy_threshold,
        "max_quote_length": project.max_quote_length,
        "stale_after_days": project.stale_after_days,
        "two_reviewers": project.two_reviewers,
    }


def _message(message: Message) -> Record:
    return {
        **session_reference(message.session),
        "message_index": message.index,
        "version": message.version,
        "role": message.role,
        "name": message.name,
        "timestamp": message.timestamp,
        "content": message.content,
        "content_hash": message.content_hash,
        "length": message.length,
    }


def _entry(entry: Entry, *, is_manual: bool) -> Record:
    block = promotion_block(entry)
    decided = {
        f"{word}_{what}": value
        for word in ("added", "verified", "certified", "rejected")
        for what, value in (("at", getattr(entry, f"{word}_at")), ("by", getattr(entry, f"{word}_by")))
    }
    return {
        **entry_reference(entry),
        "type": entry.type,
        **claim_fields(entry),
        "stage": entry.stage,
        "evidence_aligned": entry.evidence_aligned,
        "promotionBlocked": block.blocked,
        "promotionBlockReason": block.reason,
        "failedQuotes": list(block.failed_quotes),
        "run": (Run() if entry.extraction is None else entry.extraction.run).model_dump(mode="json", by_alias=True),
        "is_manual": is_manual,
        "switches_when_verified": switches_record(entry),
        "verified_with": entry.verified_with,
        "second_persons": second_person_records(entry),
        "rejected_reason": entry.rejected_reason,
        "events": [event.event_id for event in entry.events.all()],
        **{key: None if value is None else _as_text(value) for key, value in decided.items()},
    }


def _as_text(value: Any) -> str:  # noqa: ANN401 - a time or a person
    return value.get_username() if hasattr(value, "get_username") else moment_text(value)


def _attempt(alignment: Alignment) -> Record:
    quote, message = alignment.quote, alignment.message
    words = None
    if message is not None and alignment.aligned:
        words = message.content[alignment.span_start : alignment.span_end]
    return {
        **entry_reference(quote.entry),
        "quote": quote.position,
        "split_from": quote.split_from.position if quote.split_from else None,
        "added_by": quote.added_by.get_username() if quote.added_by else None,
        "standing": quote.standing,
        "withdrawn_reason": quote.withdrawn_reason,
        "attempt": alignment.attempt,
        "is_current": quote.current_id == alignment.pk,
        "provenance": alignment.provenance,
        "critical": sorted({str(one.kind) for one in alignment.critical_differences}),
        "actor": alignment.actor.get_username() if alignment.actor else None,
        "chosen_by": [{"provenance": one.provenance, "actor": one.person} for one in human_choices(alignment)],
        "created_at": moment_text(alignment.created_at),
        "made_with": made_with(alignment),
        "message_version": message.version if message is not None else None,
        "words": words,
        "words_hash": None if words is None else text_hash(words),
        "outcome": json.loads(alignment.evidence_json),
    }


def _event(link: Link) -> Record:
    return {**link._asdict(), "payload": json.loads(link.payload)}
