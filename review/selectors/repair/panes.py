"""Panes in which a person finds the words of a quote: one message, the most similar places, or a search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from aligner_core import Corpus, Diagnosis, PreparedSource, Span, complete_words, fold, text_hash
from aligner_core.evidence import confidence_of, three_digits
from review.aligner import aligner_for
from review.models import Quote
from review.models.sessions import Excerpt, excerpt
from review.presentation.badges import badge
from review.presentation.highlights import Passage, passages
from review.selectors.access import Person, reviewed_projects
from review.selectors.quotes.highlights import highlights_of, is_drawn_in
from review.selectors.quotes.quote_rows import QuoteRow, quote_row
from review.selectors.repair.diagnoses import corpus_of, with_diagnoses

Look = Literal["message", "all", "search"]
MAX_UNFOLDED_CHARS, CONTEXT_CHARS = 4000, 400
MAX_SUGGESTIONS, MAX_SEARCH_HITS = 5, 20


@dataclass(frozen=True, slots=True)
class PaneQuery:
    """The parameters of a pane."""

    look: Look
    index: int | None = None
    search: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class PlaceSuggestion:
    """Words of a message that the quote may refer to, in their context."""

    index: int
    start: int
    end: int
    excerpt: Excerpt
    method: str = ""
    badge: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """One message to select words in, or places to choose from."""

    look: Look
    last: int
    index: int
    search: str = ""
    passages: tuple[Passage, ...] = ()
    hidden_after: int = 0
    length: int = 0
    suggestions: tuple[PlaceSuggestion, ...] = ()

    @property
    def is_folded(self) -> bool:
        """Whether a part of the message is not shown."""
        return self.hidden_after > 0 or any(passage.hidden for passage in self.passages)


@dataclass(frozen=True)
class PaneUpdate:
    """The response with a pane of a quote that is being repaired."""

    row: QuoteRow
    quote: Quote
    pane: Pane
    may_review: bool


def pane_update(quote: Quote, query: PaneQuery, *, user: Person) -> PaneUpdate:
    """Return the requested pane."""
    [row] = with_diagnoses([quote_row(quote)])
    pane = pane_of(row, corpus_of(quote.entry.session), query)
    return PaneUpdate(row, quote, pane, quote.entry.session.project_id in reviewed_projects(user))


def first_query(row: QuoteRow, corpus: Corpus) -> PaneQuery:
    """Return the initial pane: the message that the quote claims, or all messages if that does not help."""
    index = row.current.message_index
    lost = index is None or index >= len(corpus.sources) or row.diagnosis is Diagnosis.PARAPHRASED
    return PaneQuery("all" if lost else "message")


def pane_of(row: QuoteRow, corpus: Corpus, query: PaneQuery) -> Pane:
    """Return a pane with a message, with the places most similar to a quote, or with the hits of a search."""
    last = len(corpus.sources) - 1
    wanted = query.index if query.index is not None else row.current.message_index
    pane = Pane(query.look, last, min(wanted or 0, max(0, last)), query.search)
    if last < 0:
        return pane
    match query.look:
        case "all":
            return replace(pane, suggestions=tuple(_most_similar(row, corpus)))
        case "search":
            return replace(pane, suggestions=tuple(_search_hits(query.search, corpus)))
        case "message":
            return _message(pane, row, corpus, whole=query.whole)


def _message(pane: Pane, row: QuoteRow, corpus: Corpus, *, whole: bool) -> Pane:
    text = corpus.sources[pane.index].text
    drawn = highlights_of(row) if is_drawn_in(row, text, text_hash=text_hash(text)) else []
    places = [one for index, one in drawn if index == pane.index]
    shown, rest = passages(text, places, limit=len(text) if whole else MAX_UNFOLDED_CHARS, around=CONTEXT_CHARS)
    return replace(pane, passages=shown, hidden_after=rest, length=len(text))


def _most_similar(row: QuoteRow, corpus: Corpus) -> Iterator[PlaceSuggestion]:
    aligner = aligner_for(row.quote.entry.session.project)
    for place in aligner.candidates(row.text, corpus, limit=MAX_SUGGESTIONS):
        source, method = corpus.sources[place.message_index], place.match_method
        text = source.text
        start, end = _to_word_ends(source, place.span)
        letters = badge(method, similarity=place.similarity)
        state = "failed" if method == "none" else method
        confidence = three_digits(confidence_of(method, place.similarity))
        shown = excerpt(text, start, end, around=40)
        yield PlaceSuggestion(place.message_index, start, end, shown, state, letters, confidence)


def _to_word_ends(source: PreparedSource, span: Span) -> tuple[int, int]:
    """Extend a span to complete words, without the white space around them, which is what a click selects."""
    whole = complete_words(source, span)
    words = source.text[whole.start : whole.end]
    start = whole.start + len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def _search_hits(words: str, corpus: Corpus) -> Iterator[PlaceSuggestion]:
    """Yield the first place of the words in each message, comparing folded texts."""
    wanted = fold(words)
    for index in sorted(corpus.folded.texts_holding(wanted))[:MAX_SEARCH_HITS]:
        source = corpus.sources[index]
        at = source.folded.text.find(wanted)
        if at != -1:
            start, end = source.folded.source_range(at, at + len(wanted))
            yield PlaceSuggestion(index, start, end, excerpt(source.text, start, end, around=60))
