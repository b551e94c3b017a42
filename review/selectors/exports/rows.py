"""Quotes and messages in the form that exports of the core take, read a part at a time."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from aligner_core.exports import MessageRow, QuoteRow
from review.models import Alignment, Entry, Message, Quote, ReviewSession, Standing
from review.models.sessions import has_newer_version
from review.selectors.bundles.contents import BundleScope

ROWS_PER_FETCH = 500
ADDED = "added"
"""What stands in the place of its extraction in the name of an entry that a person added."""


@dataclass(frozen=True, slots=True)
class SessionRows:
    """A session with its messages, each with the quotes about it: the newest versions, then older ones with quotes."""

    session: ReviewSession
    messages: tuple[MessageRow, ...]
    older: tuple[MessageRow, ...]


def quote_rows(scope: BundleScope) -> Iterator[QuoteRow]:
    """Yield the quotes that count of each entry in scope, in order: one query, its rows read a part at a time."""
    yield from _quotes_of(scope.entries)


def session_rows(scope: BundleScope) -> Iterator[SessionRows]:
    """Yield the sessions in scope, one in memory at a time."""
    for session in scope.sessions.select_related("project").order_by("pk").iterator(chunk_size=ROWS_PER_FETCH):
        quotes = defaultdict[tuple[int | None, int], list[QuoteRow]](list)
        for row in _quotes_of(scope.entries.filter(session=session)):
            quotes[row.outcome.message_index, row.version].append(row)
        newest, older = list[MessageRow](), list[MessageRow]()
        for message in Message.objects.filter(session=session).annotate(is_old=has_newer_version()).order_by("index"):
            about = quotes.get((message.index, message.version), [])
            if not vars(message)["is_old"]:
                newest.append(_message_row(session, message, about))
            elif about:
                older.append(_message_row(session, message, about))
        yield SessionRows(session, tuple(newest), tuple(older))


def entry_types(scope: BundleScope) -> list[str]:
    """Return the types of the entries in scope."""
    return sorted(scope.entries.order_by().values_list("type", flat=True).distinct())


def entry_name(entry: Entry) -> str:
    """Return the name of an entry within its session: its extraction, or that people added it, and its position."""
    return f"{entry.extraction.digest[:16] if entry.extraction else ADDED}:{entry.position}"


def _quotes_of(entries: QuerySet[Entry]) -> Iterator[QuoteRow]:
    counting = Quote.objects.filter(standing=Standing.COUNTS, current__isnull=False)
    quotes = Prefetch("quotes", counting.select_related("current__message").order_by("position"))
    people = ("rejected_by", "certified_by", "verified_by")
    rows = entries.select_related("session__project", "extraction", "claim", *people).prefetch_related(quotes)
    whole = rows.defer("extraction__canonical", "extraction__notes").order_by("session", "pk")
    for entry in whole.iterator(chunk_size=ROWS_PER_FETCH):
        for quote in entry.quotes.all():
            if quote.current is not None:
                yield _row(entry, quote.position, quote.current)


def _row(entry: Entry, position: int, current: Alignment) -> QuoteRow:
    message = current.message
    return QuoteRow(
        project=entry.session.project.slug,
        session=entry.session.session_id,
        entry=entry_name(entry),
        position=position,
        title=entry.claim_title,
        body=entry.claim_body,
        type=entry.type,
        stage=entry.stage,
        outcome=current.evidence,
        source=None if message is None else message.content,
        speaker="" if message is None else message.name or message.role,
        version=1 if message is None else message.version,
        verdict=_verdict(entry),
    )


def _verdict(entry: Entry) -> str:
    """Return who decided on an entry, and on which day; empty as long as nobody has."""
    decided = ((entry.rejected_by, entry.rejected_at), (entry.certified_by, entry.certified_at))
    by = (*decided, (entry.verified_by, entry.verified_at))
    return next((f"{person.get_username()}, {at:%Y-%m-%d}" for person, at in by if person is not None and at), "")


def _message_row(session: ReviewSession, message: Message, quotes: list[QuoteRow]) -> MessageRow:
    return MessageRow(
        session=session.session_id,
        index=message.index,
        text=message.content,
        speaker=message.name or message.role,
        version=message.version,
        quotes=tuple(quotes),
    )
