"""Entries as programs get them: with the block of their promotion, and every quote with its outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q

from review.models import Entry, Message, Project, Quote
from review.selectors.access import Person
from review.selectors.entries.entry_list import found_places
from review.selectors.keyset import Cursor, KeysetPage, page_of
from review.selectors.promotion.blocks import PromotionBlock, promotion_blocks
from review.selectors.promotion.claim_facts import Mark, claim_facts
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, with_current

PEOPLE = ("added_by", "verified_by", "certified_by", "rejected_by")


@dataclass(frozen=True, slots=True)
class StatedEntry:
    """An entry, what blocks it, and its quotes in order; `texts` are the messages that their places are in, if read.

    `marks` are what is wrong with its claim, None where nobody asked.
    """

    entry: Entry
    block: PromotionBlock
    quotes: tuple[QuoteRow, ...]
    texts: Mapping[tuple[int, int], str]
    marks: tuple[Mark, ...] | None = None


def stated_entry(
    project: Project, key: int, *, with_texts: bool = False, with_marks: bool = False
) -> StatedEntry | None:
    """Return one entry of a project, *with_marks* of what is wrong with its claim; None if there is none in it."""
    found = next(iter(stated_entries(project, [key], with_texts=with_texts)), None)
    if found is None or not with_marks:
        return found
    facts = claim_facts(found.entry, [row.quote for row in found.quotes])
    return replace(found, marks=() if facts is None else facts.marks)


def stated_entries(project: Project, keys: Sequence[int], *, with_texts: bool = False) -> list[StatedEntry]:
    """Return entries of a project in this order, without those that are not in it; the number of queries is constant.

    *with_texts* are the messages of the places in outcomes read, to count positions otherwise.
    """
    rows = Entry.objects.filter(pk__in=keys, session__project=project)
    found = {
        one.pk: one
        for one in rows.select_related("session__project", "claim", "extraction", *PEOPLE).defer(
            "extraction__canonical", "extraction__notes"
        )
    }
    quotes = list(
        with_current(Quote.objects.filter(entry__in=found))
        .select_related("current__message")
        .order_by("entry_id", "position")
    )
    blocks = promotion_blocks(list(found.values()), quotes)
    texts = _texts(quotes) if with_texts else {}
    by_entry: dict[int, list[QuoteRow]] = {key: [] for key in found}
    for quote in quotes:
        by_entry[quote.entry_id].append(quote_row(quote))
    return [StatedEntry(found[key], blocks[key], tuple(by_entry[key]), texts) for key in keys if key in found]


def stated_quote(project: Project, key: int) -> QuoteRow | None:
    """Return a quote of a project with its entry; None if there is no such quote in it."""
    quotes = with_current(Quote.objects.filter(pk=key, entry__session__project=project))
    quote = quotes.select_related("current__message").first()
    return None if quote is None or quote.current is None else quote_row(quote)


def texts_of(rows: Sequence[QuoteRow]) -> Mapping[tuple[int, int], str]:
    """Return the messages that the places in the outcomes of quotes are in, by session and index."""
    return _texts([row.quote for row in rows])


@dataclass(frozen=True, slots=True)
class EntryPick:
    """What narrows a list of entries: the filters of its page, their type, and whether the evidence lacks anything."""

    filters: Mapping[str, str]
    type: str = ""
    blocked: bool | None = None

    def left_out(self) -> Q | None:
        """Return the condition on marks of the entries that are left out beyond the filters; None if there are none."""
        entries = Entry.objects.filter(pk=OuterRef("entry"))
        conditions = [Q(Exists(entries.exclude(type=self.type)))] if self.type else []
        if self.blocked is not None:
            others = entries.filter(missing="") if self.blocked else entries.exclude(missing="")
            conditions.append(Q(Exists(others)))
        return reduce(or_, conditions) if conditions else None


def entry_keys(user: Person, pick: EntryPick, cursor: Cursor | None, *, limit: int) -> KeysetPage:
    """Return the places of a page of entries, found as the list of entries finds them."""
    fetch, _count = found_places(user, pick.filters, but=pick.left_out())
    return page_of(fetch, cursor, size=limit)


def _texts(quotes: Sequence[Quote]) -> dict[tuple[int, int], str]:
    """Return the texts of all messages that the outcomes of quotes have places in, by session and index."""
    wanted: dict[int, set[int]] = {}
    for quote in quotes:
        if quote.current is None:
            continue
        evidence = quote.current.evidence
        places = [*evidence.found_in, getattr(evidence, "closest", None)]
        indexes = {place.message_index for place in places if place is not None}
        wanted.setdefault(quote.entry.session_id, set()).update(indexes)
    found: dict[tuple[int, int], str] = {}
    for session, indexes in wanted.items():
        rows = Message.objects.filter(session=session, index__in=indexes).order_by("version")
        found |= {(session, index): content for index, content in rows.values_list("index", "content")}
    return found
