"""Assigns quotes to the sources they are looked for in: the given ones, or the session they were extracted from."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aligner_core.errors import InvalidTypeError
from aligner_core.formats.reading import Part, Reading
from aligner_core.grounding.quotes import GivenQuote, quotes_of_extraction, read_quotes_given
from aligner_core.grounding.sources import Source, read_sources, sources_of_reading

_HOLDS_SOURCES = frozenset({"messages", "sessionMessages", "chunks"})


class Lookup(NamedTuple):
    """Quotes, and the sources that they are looked for in: an index that a quote gives counts over these."""

    quotes: tuple[GivenQuote, ...]
    sources: tuple[Source, ...]


def read_lookups(quotes: object, sources: object = None) -> tuple[Lookup, ...]:
    """Return the quotes with the sources they are looked for in: those that are given, or that the quotes bring along.

    What was extracted from a session is looked for in this session.

    Raises:
        InvalidTypeError: quotes or sources cannot be read, or none are given and quotes have no session of their own.

    >>> [(len(one.quotes), len(one.sources)) for one in read_lookups(["a", "b"], "one text")]
    [(2, 1)]

    """
    if sources is not None:
        return (Lookup(read_quotes_given(quotes), read_sources(sources)),)
    if isinstance(quotes, Reading):
        return tuple(_lookups_of(quotes))
    given = read_quotes_given(quotes)
    if not isinstance(quotes, Mapping) or not _HOLDS_SOURCES & quotes.keys():
        message = "name the sources to look in: the quotes bring none along"
        raise InvalidTypeError(message)
    return (Lookup(given, read_sources(quotes)),)


def _lookups_of(reading: Reading) -> Iterator[Lookup]:
    """Yield each session that a file holds, with its quotes; other branches of a conversation are left out."""
    parts = [part for part in reading.parts if not part.is_alternate]
    alone = next((part for part in parts if _quotes_of(part) and not _has_words(part)), None)
    if alone is not None or not any(part.session for part in parts):
        where = f" ({alone.where})" if alone is not None and alone.where else ""
        message = f"name the sources to look in: the quotes{where} bring none along"
        raise InvalidTypeError(message)
    held = (part for part in parts if part.session is not None)
    for part, sources in zip(held, sources_of_reading(reading), strict=True):
        yield Lookup(_quotes_of(part), sources)


def _has_words(part: Part) -> bool:
    return part.session is not None and any(message.content for message in part.session.messages)


def _quotes_of(part: Part) -> tuple[GivenQuote, ...]:
    return () if part.extraction is None else quotes_of_extraction(part.extraction)
