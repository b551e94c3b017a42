"""What the session reader shows anew after something was done to a quote: nothing that did not change."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from review.highlights import Highlight
from review.models import Message, Quote, ReviewSession
from review.selectors.access import Person
from review.selectors.mapping import places_of
from review.selectors.mixes import Mix, mix_of
from review.selectors.placing import highlights_of
from review.selectors.quotes import QuoteRow, quote_row, with_current
from review.selectors.rail import differing_in
from review.selectors.reader import Asked, Part, part_of
from review.selectors.windows import Ahead, Window, heights_of, window_at, windows_ahead


@dataclass(frozen=True, slots=True)
class Reread:
    """The windows that a change touches: those on the page with their messages, of the others what they are about."""

    session: ReviewSession
    parts: tuple[Part, ...]
    ahead: tuple[Ahead, ...]
    indexes: frozenset[int]
    mix: Mix
    differing: int


def reread(row: QuoteRow, *, asked: Asked, read: frozenset[int], user: Person) -> Reread:
    """Read again what shows a quote, as *row* tells it was before and as it is now; *read* windows are on the page."""
    session = row.quote.entry.session
    quotes = Quote.objects.filter(entry__session=session)
    now = [quote_row(one) for one in with_current(quotes).filter(Q(pk=row.quote.pk) | Q(split_from=row.quote.pk))]
    total, differing = session.messages.filter(version=1).count(), differing_in(quotes, user)
    indexes = frozenset(index for one in (row, *now) for index in _indexes(one, total))
    touched = {window_at(index, total) for index in indexes}
    on_page = sorted((one for one in touched if one.first in read), key=lambda one: one.first)
    wanted = Asked(quote=row.quote.pk, full=asked.full)
    return Reread(
        session=session,
        parts=tuple(part_of(session, one, asked=wanted, differing=differing, sought=_nothing) for one in on_page),
        ahead=_ahead(session, quotes, touched.difference(on_page)),
        indexes=indexes,
        mix=mix_of(quotes),
        differing=len(differing),
    )


def _ahead(session: ReviewSession, quotes: QuerySet[Quote], unread: set[Window]) -> tuple[Ahead, ...]:
    """Give what windows that are not on the page are about; most changes touch none."""
    if not unread:
        return ()
    listed = windows_ahead(heights_of(session), list(places_of(quotes)))
    return tuple(one for one in listed if one.window in unread)


def _indexes(row: QuoteRow, total: int) -> list[int]:
    """Name the messages that show a quote: where it claims to stand, else the end, and where it is drawn."""
    claimed = row.current.message_index
    return [total if claimed is None else claimed, *(index for index, _ in highlights_of(row))]


def _nothing(message: Message) -> list[Highlight]:  # noqa: ARG001 - nobody looks for words here
    return []
