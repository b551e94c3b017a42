"""The quotes that are checked: read from texts, passages, outcomes, extractions or files, each with its entry."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import BaseModel

from aligner_core.aligner import entries_of
from aligner_core.citations.source_line import without_source_lines
from aligner_core.errors import InvalidTypeError
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.formats.extraction import ExtractedEntry, ParsedExtraction
from aligner_core.formats.quoted_passages import QuotedPassage
from aligner_core.formats.quotes import UNPLACED, ExtractedQuote, quote_text, read_quote, without_message
from aligner_core.formats.reading import Counting, Reading

_EXTRACTIONS = ("extraction", "extractedJson")
_HOLDS_ENTRIES = frozenset({"entries", "evidence"})
_NAME_NO_SOURCE = frozenset({Counting.ONE_TEXT, Counting.NO_NUMBERS})
"""The countings with an index that only refers to sources in the same file."""


class CitedAnswer(NamedTuple):
    """A part of an answer that cites quotes: where it stands in its file, and its text."""

    where: str
    text: str


class GivenQuote(NamedTuple):
    """A quote to check, and the entry it belongs to or the part of an answer that cites it, if any."""

    quote: ExtractedQuote
    entry_id: str | None = None
    answer: CitedAnswer | None = None

    @property
    def claims_a_source(self) -> bool:
        """Whether it claims a place, rightly or not; else every source is searched."""
        given = (self.quote.raw_index, self.quote.message_index)
        return given != (None, None) or self.quote.refusal not in {None, FailureReason.INVALID_INDEX}

    @property
    def claimed(self) -> int | str | None:
        """The chunk that it names, or the index that it gives; as a text if it is no index."""
        raw = self.quote.raw_index
        if self.quote.chunk_id:
            return self.quote.chunk_id
        return raw if raw is None or type(raw) is int else quote_text(raw)

    @property
    def to_align(self) -> ExtractedQuote:
        """The quote to look for: in every source unless it claims one."""
        return self.quote if self.claims_a_source else without_message(self.quote)

    def without_index(self) -> "GivenQuote":
        """Return the same quote, claiming no source."""
        given = self.quote.refusal
        refusal = FailureReason.INVALID_INDEX if given is None or given in UNPLACED else given
        unplaced = {"raw_index": None, "chunk_id": "", "message_index": None, "refusal": refusal}
        return self._replace(quote=self.quote.model_copy(update=unplaced))


def read_quotes_given(given: object) -> tuple[GivenQuote, ...]:
    """Return quotes, read from one text, a list of texts or of ``{quote, messageIndex?}``, or an extraction.

    What `quotes_in` finds in prose, and outcomes, are quotes too. Of a file that was read, they are the quotes of all
    its extractions, without an index where the format has none that counts over several sources.

    Raises:
        InvalidTypeError: it is neither.

    >>> [one.quote.text for one in read_quotes_given(["a", {"quote": "b"}])]
    ['a', 'b']

    """
    if isinstance(given, str | AlignedEvidence | FailedEvidence | ExtractedQuote | QuotedPassage):
        return (GivenQuote(_quote(given, "")),)
    if isinstance(given, ParsedExtraction):
        return quotes_of_extraction(given)
    if isinstance(given, Reading):
        return tuple(_of_reading(given))
    plain = given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given
    if isinstance(plain, Mapping):
        return _of_mapping(plain)
    if isinstance(plain, Sequence) and not isinstance(plain, bytes | bytearray):
        return tuple(_of_list(plain))
    message = f"quotes must be a text, a list or an extraction, not {type(given).__name__}"
    raise InvalidTypeError(message)


def _of_mapping(given: Mapping[str, object]) -> tuple[GivenQuote, ...]:
    inner = next((given[name] for name in _EXTRACTIONS if given.get(name) is not None), None)
    if inner is not None:
        return read_quotes_given(inner)
    if _HOLDS_ENTRIES & given.keys():
        return quotes_of_extraction(given)
    if "quote" in given:
        return (GivenQuote(read_quote(given)),)
    message = "quotes have neither `quote`, `evidence` nor `entries`"
    raise InvalidTypeError(message)


def _of_list(given: Sequence[object]) -> Iterator[GivenQuote]:
    """Yield the quotes of a list, in which entries may stand, too."""
    for place, item in enumerate(given):
        plain = _plain(item)
        if isinstance(plain, GivenQuote):
            yield plain
        elif isinstance(plain, Mapping) and "evidence" in plain:
            yield from quotes_of_extraction({"entries": [plain]})
        else:
            yield GivenQuote(_quote(plain, f"quotes[{place}]"))


def quotes_of_extraction(given: ParsedExtraction | Mapping[str, object]) -> tuple[GivenQuote, ...]:
    """Return the quotes of all entries of an extraction, in order; those of answers only where it was parsed."""
    if isinstance(given, ParsedExtraction):
        entries = given.entries
        return tuple(GivenQuote(quote, one.entry_id, _answer_of(one)) for one in entries for quote in one.quotes)
    return tuple(GivenQuote(quote, entry_id) for entry_id, quotes in entries_of(given) for quote in quotes)


def _answer_of(entry: ExtractedEntry) -> CitedAnswer | None:
    """Return the part of an answer that an entry is: the body of an answer, whose title is the question, or its title.

    A citation that only has the name of its chunk says nothing, and neither does the line that names sources.
    """
    is_citation = entry.type == "citation"
    text = entry.title if is_citation else without_source_lines(entry.body or entry.title)
    if (entry.type != "answer" and not is_citation) or any(text == quote.chunk_id for quote in entry.quotes):
        return None
    return CitedAnswer(entry.where, text) if text.strip() else None


def _of_reading(reading: Reading) -> Iterator[GivenQuote]:
    """Yield the quotes of a file but those of other branches of a conversation."""
    taken = (part.extraction for part in reading.parts if part.extraction is not None and not part.is_alternate)
    for given in (one for extraction in taken for one in quotes_of_extraction(extraction)):
        yield given.without_index() if reading.counting in _NAME_NO_SOURCE else given


def _plain(item: object) -> object:
    is_ours = isinstance(item, AlignedEvidence | FailedEvidence | ExtractedQuote | QuotedPassage)
    return item.model_dump(by_alias=True) if isinstance(item, BaseModel) and not is_ours else item


def _quote(item: object, where: str) -> ExtractedQuote:
    """Return one quote; of an outcome, the quote it is about; of a passage of prose, its words."""
    if isinstance(item, ExtractedQuote):
        return item
    if isinstance(item, QuotedPassage):
        return read_quote(item.text, where)
    if isinstance(item, AlignedEvidence | FailedEvidence):
        return read_quote({"quote": item.quote, "messageIndex": item.message_index}, where)
    return read_quote(item, where)
