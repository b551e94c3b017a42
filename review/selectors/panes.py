"""Where a person looks for the words of a quote: in one message, among the places most alike, or by searching."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from aligner_core import Corpus, Diagnosis, EvidenceAligner, Span, fold, text_hash
from aligner_core.fixes import whole_words
from review.badges import badge
from review.highlights import Stretch, stretches
from review.selectors.excerpts import Excerpt, excerpt
from review.selectors.placing import highlights_of, is_drawn_in
from review.selectors.quotes import QuoteRow

Look = Literal["message", "all", "search"]
LONG, AROUND = 4000, 400
MOST_SPOTS, MOST_HITS = 5, 20


@dataclass(frozen=True, slots=True)
class Asked:
    """What a pane is asked to show."""

    look: Look
    index: int | None = None
    query: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Words of some message that could be meant, with what stands around them."""

    index: int
    start: int
    end: int
    excerpt: Excerpt
    method: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """One message to select words in, or places to choose from."""

    look: Look
    last: int
    index: int
    query: str = ""
    stretches: tuple[Stretch, ...] = ()
    hidden_after: int = 0
    length: int = 0
    spots: tuple[Spot, ...] = ()

    @property
    def is_folded(self) -> bool:
        """Say whether a part of the message is not shown."""
        return self.hidden_after > 0 or any(stretch.hidden for stretch in self.stretches)


def first_look(row: QuoteRow, corpus: Corpus) -> Asked:
    """Choose what to show first: the message that is named, or all of them when it does not help."""
    index = row.current.message_index
    lost = index is None or index >= len(corpus.sources) or row.diagnosis is Diagnosis.PARAPHRASED
    return Asked("all" if lost else "message")


def pane_of(row: QuoteRow, corpus: Corpus, asked: Asked) -> Pane:
    """Show a message, the places most like a quote, or those that hold what somebody searches for."""
    last = len(corpus.sources) - 1
    wanted = asked.index if asked.index is not None else row.current.message_index
    pane = Pane(asked.look, last, min(wanted or 0, max(0, last)), asked.query)
    if last < 0:
        return pane
    match asked.look:
        case "all":
            return replace(pane, spots=tuple(_alike(row.text, corpus)))
        case "search":
            return replace(pane, spots=tuple(_holding(asked.query, corpus)))
        case "message":
            return _message(pane, row, corpus, whole=asked.whole)


def _message(pane: Pane, row: QuoteRow, corpus: Corpus, *, whole: bool) -> Pane:
    text = corpus.sources[pane.index].text
    drawn = highlights_of(row) if is_drawn_in(row, text, text_hash=text_hash(text)) else []
    places = [one for index, one in drawn if index == pane.index]
    shown, rest = stretches(text, places, limit=len(text) if whole else LONG, around=AROUND)
    return replace(pane, stretches=shown, hidden_after=rest, length=len(text))


def _alike(words: str, corpus: Corpus) -> Iterator[Spot]:
    for place in EvidenceAligner().candidates(words, corpus, limit=MOST_SPOTS):
        text, method = corpus.sources[place.message_index].text, place.match_method
        start, end = _whole(text, place.span)
        letters = badge(method, similarity=place.similarity)
        state = "failed" if method == "none" else method
        yield Spot(place.message_index, start, end, excerpt(text, start, end, around=40), state, letters)


def _whole(text: str, span: Span) -> tuple[int, int]:
    """Take a place to the ends of its words, without the blanks around them: this is what a click would select."""
    whole = whole_words(text, span)
    words = text[whole.start : whole.end]
    start = whole.start + len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def _holding(words: str, corpus: Corpus) -> Iterator[Spot]:
    """Find words in all messages as a quote is found, but for what differs only in how it is written."""
    wanted = fold(words)
    for index in sorted(corpus.folded.holding(wanted))[:MOST_HITS]:
        source = corpus.sources[index]
        at = source.folded.text.find(wanted)
        if at != -1:
            start, end = source.folded.source_range(at, at + len(wanted))
            yield Spot(index, start, end, excerpt(source.text, start, end, around=60))
