"""Who chose the words of a quote: by the places of all attempts, whatever was searched, moved or cut since."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aligner_core import fold
from review.domain.quotes import WORDS_CHOSEN
from review.models import Alignment, Quote

COLUMNS = ("quote", "text", "message_index", "span_start", "span_end", "provenance", "actor")
Place = tuple[int, int, int]
"""The index of a message, and a span in it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One attempt: its words, where they were found, and who chose them, None where nobody did."""

    words: str
    place: Place | None
    author: int | None

    def overlaps(self, other: "Tried") -> bool:
        """Return whether both were found in the same message, with at least one character in common."""
        if self.place is None or other.place is None:
            return False
        (index, start, end), (other_index, other_start, other_end) = self.place, other.place
        return index == other_index and start < other_end and other_start < end


def span_authors(quotes: Sequence[Quote]) -> dict[int, set[int]]:
    """Return the people who chose the current words of quotes: their keys, by the key of the quote; one query.

    *quotes* are all quotes of one or more entries, with their current attempts. An author is whoever chose words, in
    any attempt at the quote or at one it was split from, that were found where the current ones are, or in a part of
    it; also before they were searched again, moved or restored, which keeps the words.
    """
    rows = Alignment.objects.filter(quote__in=quotes, actor__isnull=False)
    attempts = defaultdict[int, list[Tried]](list)
    for quote, text, index, start, end, provenance, actor in rows.values_list(*COLUMNS):
        author = actor if provenance in WORDS_CHOSEN else None
        attempts[quote].append(Tried(fold(text), _place(index, start, end), author))
    by_key = {quote.pk: quote for quote in quotes}
    return {quote.pk: set(_authors(quote, by_key, attempts)) for quote in quotes} if attempts else {}


def _authors(quote: Quote, by_key: Mapping[int, Quote], attempts: Mapping[int, Sequence[Tried]]) -> Iterator[int]:
    current = quote.current
    if current is None:
        return
    now = Tried(fold(current.text), _place(current.message_index, current.span_start, current.span_end), None)
    tried = [one for key in _family(quote, by_key) for one in attempts.get(key, ())]
    here = [one for one in tried if one.overlaps(now)]
    kept = {now.words, *(one.words for one in here)}
    yield from (one.author for one in tried if one.author is not None and (one in here or one.words in kept))


def _family(quote: Quote, by_key: Mapping[int, Quote]) -> Iterator[int]:
    """Yield the keys of a quote, and of those that it was split from."""
    whole: Quote | None = quote
    while whole is not None:
        yield whole.pk
        whole = None if whole.split_from_id is None else by_key[whole.split_from_id]


def _place(index: int | None, start: int | None, end: int | None) -> Place | None:
    return None if index is None or start is None or end is None else (index, start, end)
