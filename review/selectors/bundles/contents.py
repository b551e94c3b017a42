"""Read what an audit bundle is to hold: one entry, one session, or the entries that pass a filter."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Sum

from aligner_core import text_hash
from aligner_core.journal import Head, Link
from review.models import Alignment, Chain, Entry, Message, Project, ReviewSession
from review.selectors.journal import chain_links, moment_text
from review.selectors.naming import Record, entry_name, session_name
from review.selectors.sealing import citation_records, retrieval_records
from review.selectors.statements import IS_MANUAL

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to put into a bundle: the entries, the sessions they stand in, and whether all messages of those go along.

    `scope` says in words of the wire what was asked for.
    """

    scope: Mapping[str, object]
    entries: QuerySet[Entry]
    sessions: QuerySet[ReviewSession]
    whole_sessions: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """The records of a bundle, in order; `heads` say where the chains of its events end."""

    policies: Record
    messages: tuple[Record, ...]
    entries: tuple[Record, ...]
    evidence: tuple[Record, ...]
    events: tuple[Record, ...]
    retrievals: tuple[Record, ...]
    citations: tuple[Record, ...]
    heads: tuple[Head, ...]


def wanted_entry(entry: Entry) -> Wanted:
    """Ask for one entry, with the messages that its quotes were looked for and found in."""
    session = entry.session
    scope = {"kind": "entry", **session_name(session), "extraction": entry.extraction.digest}
    return Wanted(
        scope={**scope, "entry": entry.position, "entry_id": entry.entry_id},
        entries=Entry.objects.filter(pk=entry.pk),
        sessions=ReviewSession.objects.filter(pk=session.pk),
        whole_sessions=False,
    )


def wanted_session(session: ReviewSession) -> Wanted:
    """Ask for a session with all of its messages and entries."""
    return Wanted(
        scope={"kind": "session", **session_name(session)},
        entries=Entry.objects.filter(session=session),
        sessions=ReviewSession.objects.filter(pk=session.pk),
        whole_sessions=True,
    )


def wanted_filter(entries: QuerySet[Entry], filters: Mapping[str, str]) -> Wanted:
    """Ask for the entries that passed a filter."""
    chosen = Entry.objects.filter(pk__in=entries.order_by().values("pk"))
    named = dict(filters)
    session = ReviewSession.objects.filter(pk=named.pop("session", None) or 0).select_related("project").first()
    return Wanted(
        scope={"kind": "filter", **named, **(session_name(session) if session else {})},
        entries=chosen,
        sessions=ReviewSession.objects.filter(Exists(chosen.filter(session=OuterRef("pk")))),
        whole_sessions=False,
    )


def sizes_of(wanted: Wanted) -> dict[str, int]:
    """Count what a bundle would hold, without reading it."""
    return {
        "messages": _messages(wanted).count(),
        "entries": wanted.entries.count(),
        "evidence": _alignments(wanted).count(),
        "events": sum(chain.head_seq for chain in chains_of(wanted)),
    }


def characters_of(wanted: Wanted) -> int:
    """Count the characters of the messages that a bundle would hold, which say how large it would be."""
    total: int = _messages(wanted).aggregate(total=Sum("length", default=0))["total"]
    return total


def chains_of(wanted: Wanted) -> QuerySet[Chain]:
    """Give the chains of the sessions, in order."""
    return Chain.objects.filter(session__in=wanted.sessions.order_by().values("pk")).order_by("pk")


def projects_of(wanted: Wanted) -> QuerySet[Project]:
    """Give the projects that what is wanted belongs to."""
    named = wanted.sessions.order_by().values("project")
    return Project.objects.filter(pk__in=named).order_by("slug")


def heads_of(chains: Iterable[Chain]) -> tuple[Head, ...]:
    """Say where chains end."""
    return tuple(Head(chain.name, chain.head_seq, chain.head_hash) for chain in chains)


def read_contents(wanted: Wanted) -> Contents:
    """Read all of a bundle's records, the heads of the chains first: one that moved meanwhile shows in them."""
    chains = list(chains_of(wanted))
    manual = frozenset(wanted.entries.order_by().filter(IS_MANUAL).values_list("pk", flat=True))
    return Contents(
        policies={project.slug: _policy(project) for project in projects_of(wanted)},
        messages=tuple(_message(message) for message in _messages(wanted).iterator(chunk_size=CHUNK)),
        entries=tuple(_entry(one, is_manual=one.pk in manual) for one in _entries(wanted).iterator(chunk_size=CHUNK)),
        evidence=tuple(_attempt(alignment) for alignment in _alignments(wanted).iterator(chunk_size=CHUNK)),
        events=tuple(_event(link) for chain in chains for link in chain_links(chain) if link.seq <= chain.head_seq),
        retrievals=tuple(retrieval_records(wanted.sessions)),
        citations=tuple(citation_records(wanted.entries)),
        heads=heads_of(chains),
    )


def _messages(wanted: Wanted) -> QuerySet[Message]:
    messages = Message.objects.filter(session__in=wanted.sessions.order_by().values("pk"))
    if not wanted.whole_sessions:
        cited = Alignment.objects.filter(message=OuterRef("pk"), quote__entry__in=wanted.entries.order_by())
        messages = messages.filter(Exists(cited))
    return messages.select_related("session__project").order_by("session", "index", "version")


def _entries(wanted: Wanted) -> QuerySet[Entry]:
    people = ("verified_by", "certified_by", "rejected_by")
    entries = wanted.entries.select_related("session__project", "extraction", *people)
    return entries.defer("extraction__canonical", "extraction__notes").order_by("session", "pk")


def _alignments(wanted: Wanted) -> QuerySet[Alignment]:
    attempts = Alignment.objects.filter(quote__entry__in=wanted.entries.order_by())
    joined = attempts.select_related(
        "message", "actor", "quote__split_from", "quote__entry__session__project", "quote__entry__extraction"
    )
    whole_upload = ("quote__entry__extraction__canonical", "quote__entry__extraction__notes")
    ordered = joined.order_by("quote__entry__session", "quote__entry", "quote__position", "attempt")
    return ordered.defer(*whole_upload)


def _policy(project: Project) -> Record:
    return {
        "explain_sources": project.explain_sources,
        "separate_span_author": project.separate_span_author,
        "stale_after_days": project.stale_after_days,
        "two_reviewers": project.two_reviewers,
    }


def _message(message: Message) -> Record:
    return {
        **session_name(message.session),
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
    decided = {
        f"{word}_{what}": value
        for word in ("verified", "certified", "rejected")
        for what, value in (("at", getattr(entry, f"{word}_at")), ("by", getattr(entry, f"{word}_by")))
    }
    return {
        **entry_name(entry),
        "type": entry.type,
        "title": entry.title,
        "body": entry.body,
        "stage": entry.stage,
        "evidence_aligned": entry.evidence_aligned,
        "is_manual": is_manual,
        "rejected_reason": entry.rejected_reason,
        **{key: None if value is None else _said(value) for key, value in decided.items()},
    }


def _said(value: Any) -> str:  # noqa: ANN401 - a moment, or who decided
    return value.get_username() if hasattr(value, "get_username") else moment_text(value)


def _attempt(alignment: Alignment) -> Record:
    quote, message = alignment.quote, alignment.message
    words = None
    if message is not None and alignment.aligned:
        words = message.content[alignment.span_start : alignment.span_end]
    return {
        **entry_name(quote.entry),
        "quote": quote.position,
        "split_from": quote.split_from.position if quote.split_from else None,
        "standing": quote.standing,
        "withdrawn_reason": quote.withdrawn_reason,
        "attempt": alignment.attempt,
        "is_current": quote.current_id == alignment.pk,
        "provenance": alignment.provenance,
        "actor": alignment.actor.get_username() if alignment.actor else None,
        "created_at": moment_text(alignment.created_at),
        "message_version": message.version if message is not None else None,
        "words": words,
        "words_hash": None if words is None else text_hash(words),
        "outcome": json.loads(alignment.evidence_json),
    }


def _event(link: Link) -> Record:
    return {**link._asdict(), "payload": json.loads(link.payload)}
