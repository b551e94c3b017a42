"""One quote against one source: the first step of exact → normalized → fuzzy that succeeds wins.

Normalized are the same words folded, and then the same after rewriting what says the same in another form.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from aligner_core._differences.beside import Beside
from aligner_core._differences.classify import differences
from aligner_core._differences.edges import edge_differences
from aligner_core._differences.hedging import hedge_in_sentence
from aligner_core._differences.letter_case import case_differences
from aligner_core._language.detection import MAX_CHARS_READ, Languages, languages_of
from aligner_core._language.speakers import NOBODY, Participants, Speaker, participants_of
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.exact import occurrences
from aligner_core._matching.fuzzy import BudgetExhausted, best_window
from aligner_core._matching.tie_breaking import BestMatch, MatchWindow
from aligner_core._matching.warnings import warnings_for
from aligner_core._rewriting.decorations import names_speaker, speaker_before
from aligner_core._rewriting.equal import Equal, rewrites_in, rewrites_of
from aligner_core._rewriting.search import Rewritable, find_equal
from aligner_core._text.ellipses import without_end_ellipses
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS, MIN_REWRITTEN_CHARS, may_be_meant_at
from aligner_core.errors import require_type
from aligner_core.evidence.differences import Alternative, Difference, Rewrite
from aligner_core.evidence.models import MAX_ALTERNATIVES, AlignedEvidence, FailureReason, Method
from aligner_core.formats.quotes import is_blank
from aligner_core.ledger.canonical_json import text_hash

MAX_LISTED = 1 + MAX_ALTERNATIVES
"""Places that a match lists: the one it is aligned to and its alternatives."""

REWRITING_COST, REWRITTEN_CHARS_PER_UNIT = 500, 16
"""Work units that looking for a rewritten quote costs, and characters of the source for one more."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the steps: the greatest ratio of edits accepted, and which quotes the fuzzy step takes."""

    max_ratio: Fraction
    max_quote_length: int
    enable_fuzzy: bool


class PreparedSource:
    """A source text that is folded and hashed once, when first needed, however many quotes are looked for in it.

    *speaker* is who said it, and *everyone* all who take part in the session: a name before a quote then says whose
    words they are.

    Raises:
        InvalidTypeError: the text is not a string.

    """

    def __init__(self, text: str, speaker: Speaker = NOBODY, everyone: Iterable[Speaker] = ()) -> None:
        require_type(text, str, "source")
        self.text, self.speaker, self.everyone = text, speaker, tuple(everyone)

    @cached_property
    def participants(self) -> Participants:
        """By which words the one who said it is called, and the others."""
        return participants_of(self.speaker, self.everyone)

    @cached_property
    def folded(self) -> NormalizedText:
        """The folded text, and the way back from it to the source."""
        return NormalizedText(self.text)

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the text."""
        return text_hash(self.text)

    @cached_property
    def rewritable(self) -> Rewritable:
        """The folded text with what it is matched by where a quote is rewritten."""
        return Rewritable(self.folded, self.language, self.participants.names)

    @property
    def language(self) -> str | None:
        """The ISO 639-1 code of the language of the message; None when it is not known."""
        return self._languages.judging

    @property
    def language_beside(self) -> str | None:
        """The code of the language by which the text beside a hit is read: of more of them the negations are known."""
        return self._languages.beside

    @cached_property
    def _languages(self) -> Languages:
        is_short = len(self.text) <= MAX_CHARS_READ
        return languages_of(self.folded.text if is_short else fold(self.text[:MAX_CHARS_READ]))

    def beside(self, start: int, end: int, *, similar: str = "") -> Beside:
        """Return the text beside the words at [start, end), which may be only *similar* to a folded quote."""
        return Beside(self.text, start, end, self.language_beside, similar=similar)


def prepared_messages(messages: Iterable[tuple[str, Speaker]]) -> list[PreparedSource]:
    """Return the messages of one session, each with who said it, as prepared sources.

    Raises:
        InvalidTypeError: a text is not a string.

    >>> [dana, omar] = prepared_messages([("hello", Speaker("Dana", "user")), ("hi", Speaker("Omar", "user"))])
    >>> sorted(omar.participants.others)
    ['dana']

    """
    given = list(messages)
    everyone = tuple(dict.fromkeys(speaker for _, speaker in given if speaker.shown))
    return [PreparedSource(text, speaker, everyone) for text, speaker in given]


class PreparedQuote:
    """A quote that is folded once, when first needed, however many sources it is looked for in.

    `cut` is the same quote without the ellipses at its ends, itself where it has none.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.length = len(text.strip())

    @cached_property
    def folded(self) -> str:
        """The folded text."""
        return fold(self.text)

    @cached_property
    def cut(self) -> "PreparedQuote":
        """The quote without the ellipses at its ends."""
        words = without_end_ellipses(self.text)
        return self if words == self.text else PreparedQuote(words)

    def may_be_at(self, text: str, start: int, end: int) -> bool:
        """Return whether the quote may be meant at [start, end) of a text: a very short one not inside of a word.

        A Korean particle may follow it there.
        """
        return may_be_meant_at(self.length, text, start, end)


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """A match of one step: the source range it is aligned to, then the others, at most MAX_LISTED in all.

    *count* is how many there are. A fuzzy match also has its ratio of edits, and its window in the folded source, where
    differences are judged. A rewritten one has what was rewritten at each range.
    """

    method: Method
    ranges: Sequence[Range]
    count: int
    ratio: Fraction = Fraction(0)
    window: MatchWindow | None = None
    equals: Sequence[Equal] = ()

    @property
    def similarity(self) -> float:
        """The similarity ``1 - d / max(m, L)`` (specification 3.4), rounded once."""
        return float(1 - self.ratio)


def align_in_source(
    quote: object, source: PreparedSource, settings: Settings, *, index: int = 0, budget: Budget | None = None
) -> AlignedEvidence | FailureReason:
    """Return the aligned evidence of *quote* in *source*, which is message *index*, or why there is none."""
    if quote is None or (isinstance(quote, str) and is_blank(quote)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(quote, str):
        return FailureReason.INVALID_QUOTE
    prepared = PreparedQuote(quote)
    found = find_quote(prepared, source, settings, budget=budget)
    return found if isinstance(found, FailureReason) else _evidence(prepared, source, found, index=index)


def find_quote(
    quote: PreparedQuote, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> QuoteMatch | FailureReason:
    """Return where a quote that is not blank aligns, and by which step, or why not; differences are not judged."""
    found = find_literal(quote, source) or find_rewritten(quote, source, settings, budget=budget)
    return found or find_fuzzy(quote, source, settings, budget=budget)


def find_literal(quote: PreparedQuote, source: PreparedSource) -> QuoteMatch | None:
    """Return where a source has a quote verbatim: as it is or folded, or so without the ellipses at its ends."""
    found = _exact(quote, source.text) or _normalized(quote, source.folded)
    return found if found or quote.cut is quote else find_literal(quote.cut, source)


def find_rewritten(
    quote: PreparedQuote, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> QuoteMatch | FailureReason | None:
    """Return where a source says what a quote says that it does not have verbatim, after rewriting what is form.

    None where it does not; a reason where the budget does not suffice.
    """
    quote = quote.cut
    if not settings.enable_fuzzy or not MIN_REWRITTEN_CHARS <= quote.length <= settings.max_quote_length:
        return None
    if budget is not None and not budget.spend(REWRITING_COST + len(source.text) // REWRITTEN_CHARS_PER_UNIT):
        return FailureReason.BUDGET_EXCEEDED
    folded = source.folded
    ranges, equals = list[Range](), list[Equal]()
    for one in find_equal(quote.text, quote.folded, source.rewritable):
        start, end = folded.source_range(one.start, one.end)
        if quote.may_be_at(source.text, start, end):
            ranges.append((start, end))
            equals.append(one)
    if not ranges:
        return None
    return QuoteMatch("normalized", ranges[:MAX_LISTED], len(ranges), equals=tuple(equals[:MAX_LISTED]))


def says_the_same(quote: str, source: PreparedSource, window: tuple[int, int]) -> bool:
    """Return whether the words at a window of a folded source say what a quote says, after rewriting what is form."""
    cut = PreparedQuote(quote).cut
    return any((one.start, one.end) == window for one in find_equal(cut.text, cut.folded, source.rewritable))


def find_fuzzy(
    quote: PreparedQuote, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> QuoteMatch | FailureReason:
    """Return where a source has words similar enough to a quote it does not have verbatim, or why not.

    A short quote that only stands inside of longer words is not found (specification 3.9).
    """
    quote = quote.cut
    if quote.length > settings.max_quote_length:
        return FailureReason.QUOTE_TOO_LONG
    if quote.length < MIN_FUZZY_CHARS or not settings.enable_fuzzy:
        return FailureReason.NOT_FOUND
    folded = source.folded
    match best_window(quote.folded, folded, max_ratio=settings.max_ratio, budget=budget or Budget()):
        case BestMatch(MatchWindow(distance=0), _):
            return FailureReason.NOT_FOUND
        case BestMatch(window, others):
            listed = (window, *others[: MAX_LISTED - 1])
            ranges = [folded.source_range(place.start, place.end) for place in listed]
            return QuoteMatch("fuzzy", ranges, 1 + len(others), edit_ratio(window, len(quote.folded)), window)
        case BudgetExhausted():
            return FailureReason.BUDGET_EXCEEDED
        case _:
            return FailureReason.NOT_FOUND


def edit_ratio(window: MatchWindow, quote_length: int) -> Fraction:
    """Return the ratio of edits between a window and a folded quote: ``d / max(m, L)``."""
    return Fraction(window.distance, max(quote_length, window.end - window.start))


def _exact(quote: PreparedQuote, source: str) -> QuoteMatch | None:
    size = len(quote.text)
    starts = [start for start in occurrences(quote.text, source) if quote.may_be_at(source, start, start + size)]
    ranges = [(start, start + size) for start in starts[:MAX_LISTED]]
    return QuoteMatch("exact", ranges, len(starts)) if starts else None


def _normalized(quote: PreparedQuote, source: NormalizedText) -> QuoteMatch | None:
    """Return every occurrence that begins and ends between original characters."""
    size = len(quote.folded)
    starts = [
        start
        for start in occurrences(quote.folded, source.text)
        if source.is_boundary(start)
        and source.is_boundary(start + size)
        and quote.may_be_at(source.text, start, start + size)
    ]
    ranges = [source.source_range(start, start + size) for start in starts[:MAX_LISTED]]
    return QuoteMatch("normalized", ranges, len(starts)) if starts else None


def differences_at(
    quote: str, source: PreparedSource, beside: Beside, window: tuple[int, int] | None
) -> tuple[Difference, ...]:
    """Return the differences between a quote and words of its source, and those of the text beside that reverse them.

    *window* is the place in the folded source, for a fuzzy quote; the words of the others are the same but for letter
    case, width and white space.
    """
    inside = differences_inside(quote, source, beside.words, window)
    return (*_speaker_differences(quote, source, beside.words), *inside, *edge_differences(beside))


def _speaker_differences(quote: str, source: PreparedSource, words: str) -> Iterator[Difference]:
    """Yield a critical difference where a quote names another participant than the one who said its words."""
    name = speaker_before(fold(quote)) if source.participants.others and names_speaker(quote) else ""
    if name in source.participants.others and name != speaker_before(fold(words)):
        yield Difference(kind="speaker", quote_text=name, source_text=source.speaker.shown, severity="critical")


def differences_inside(
    quote: str, source: PreparedSource, words: str, window: tuple[int, int] | None
) -> tuple[Difference, ...]:
    """Return the differences between a quote and words of its source, without those of the text beside them."""
    if quote == words or (quote := without_end_ellipses(quote)) == words:
        return ()
    inside = differences(quote, source.folded, window, source.language) if window else ()
    return (*inside, *case_differences(quote, words, source.language_beside))


def _evidence(quote: PreparedQuote, source: PreparedSource, match: QuoteMatch, *, index: int) -> AlignedEvidence:
    (start, end), *others = match.ranges
    window = match.window
    beside = source.beside(start, end, similar=quote.cut.folded if window else "")
    hedge = hedge_in_sentence(beside)
    rewrites = [rewrites_of(one, source.folded.text) for one in match.equals]
    judged = differences_at(quote.text, source, beside, (window.start, window.end) if window else None)
    return AlignedEvidence(
        message_index=index,
        quote=quote.text,
        span_start=start,
        span_end=end,
        match_method=match.method,
        similarity=match.similarity,
        source_hash=source.hash,
        ambiguous=bool(others),
        alternatives=tuple(_alternatives(others, rewrites[1:])),
        alternative_count=match.count - 1,
        differences=(*(rewrites_in(quote.cut.folded, rewrites[0]) if rewrites else ()), *judged),
        warnings=tuple(warnings_for(quote.text, beside, hedge)),
        hedge=hedge,
    ).with_text(beside.words)


def _alternatives(ranges: Sequence[Range], rewrites: Sequence[tuple[Rewrite, ...]]) -> Iterator[Alternative]:
    for at, (start, end) in enumerate(ranges):
        own = rewrites[at] if rewrites else ()
        yield Alternative(span_start=start, span_end=end, rewrites=own)
