"""Checks whether quotes are in their sources with no fact changed: one call, safe by default (specification 6)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from aligner_core._corpus.anywhere import closest_anywhere
from aligner_core._corpus.batch import align_batch
from aligner_core._corpus.chunks import placed_in_chunks
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._language.markup import without_certain_markup
from aligner_core._language.speakers import Speaker
from aligner_core._matching.cascade import prepared_messages
from aligner_core._matching.work_budget import WorkBudget
from aligner_core.aligner import AlignerConfig, settings_of
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason, Verdict
from aligner_core.formats.quotes import ExtractedQuote
from aligner_core.grounding.answers import answer_rows
from aligner_core.grounding.lookups import Lookup, read_lookups
from aligner_core.grounding.quotes import GivenQuote
from aligner_core.grounding.remedy import Remedy
from aligner_core.grounding.report import AnswerRow, Report, Row, mended_later, place_of
from aligner_core.grounding.sources import Source

Quotes = object
"""One text, a list of texts, of ``{quote, messageIndex?}`` or of passages of prose, an extraction, or a `Reading`."""
Sources = object
"""One text, or a list of texts, messages or documents; or what holds them, as a session, a retrieval or a `Reading`."""
Outcome = AlignedEvidence | FailedEvidence
_SETTINGS = settings_of(AlignerConfig())
_WITHOUT_CHANGE = frozenset({Verdict.VERBATIM, Verdict.EQUAL})
"""The verdicts of quotes of which no word differs: nothing is to be mended."""


def check(
    quotes: Quotes,
    sources: Sources = None,
    *,
    strict: bool = False,
    budget: WorkBudget | None = None,
    on_quote: Callable[[], object] | None = None,
) -> Report:
    """Return for each quote whether it is in the sources with no fact changed, and how to mend it.

    *quotes* is one text, a list of texts or of ``{quote, messageIndex?}``, an extraction, what `quotes_in` finds in
    prose, or what `formats.read` made of a file. *sources* is one text, or a list of texts, messages or documents, such
    as those of LangChain and LlamaIndex, or a file that was read. They may be left out where *quotes* bring them along,
    as a session with its extraction: what was extracted from a session is then looked for in that session.

    A quote is looked for in the source that it claims, counted from 0, and in all of them if it claims none. With
    *strict*, misspelled words are not ok. *budget* bounds the work of all quotes together: what it does not
    suffice for is `unchecked`, and no fix takes from what verdicts need. *on_quote* is called after each quote, to show
    progress. Where a file has an answer with the words that it cites, each of its sentences is compared with these.

    Raises:
        InvalidTypeError: *quotes* or *sources* are nothing of that kind, a source has no text, or there are no sources.

    >>> report = check("You have 30 days.", "You have 90 days.")
    >>> report.ok, report.rows[0].verdict.value, report.rows[0].text
    (False, 'differs', 'You have 90 days.')
    >>> report.rows[0].differences[0].kind, report.rows[0].fix.evidence[0].quote
    ('number', 'You have 90 days.')

    """
    rows, all_sources, answers = list[Row](), list[Source](), list[AnswerRow]()
    last: Remedy | None = None
    for lookup, search, outcomes in _looked_up(read_lookups(quotes, sources), budget):
        own = list[Row]()
        for given, found in zip(lookup.quotes, outcomes, strict=True):
            outcome = _with_closest(given, found, search)
            row = _row(given, outcome, lookup, strict=strict, before=(len(rows) + len(own), len(all_sources)))
            if outcome.verdict not in _WITHOUT_CHANGE:
                remedy = Remedy(outcome, search, after=last)
                row, last = mended_later(row, remedy), None if budget is None else remedy
            own.append(row)
            if on_quote is not None:
                on_quote()
        rows += own
        all_sources += lookup.sources
        answers += answer_rows(lookup.quotes, own, before=len(answers))
    return Report(rows=tuple(rows), sources=tuple(all_sources), strict=strict, answers=tuple(answers))


class _Found(NamedTuple):
    """A session with its quotes, and the outcome of each."""

    lookup: Lookup
    search: CorpusSearch
    outcomes: Iterable[Outcome]


def _looked_up(lookups: Sequence[Lookup], budget: WorkBudget | None) -> list[_Found]:
    """Return the outcomes of the quotes of each session; within a budget, all are found before the first is mended."""
    found, before, unfinished = list[_Found](), 0, list[int]()
    for given in lookups:
        said = prepared_messages((one.text, Speaker(one.speaker, one.role)) for one in given.sources)
        search = CorpusSearch(Corpus(said), _SETTINGS, batch=budget)
        lookup = _placed(given, search.corpus)
        quotes = [one.to_align for one in lookup.quotes]
        outcomes: Iterable[Outcome] = align_batch(quotes, search.corpus, _SETTINGS, budget=budget)
        outcomes = outcomes if budget is None else list(outcomes)
        ended = set() if budget is None else set(budget.unfinished)
        outcomes = _mended(quotes, outcomes, search)
        if budget is not None:
            outcomes = list(outcomes)
            unfinished += (before + place for place in sorted(ended) if not outcomes[place].verdict.ok)
            budget.unfinished[:] = unfinished
        found.append(_Found(lookup, search, outcomes))
        before += len(quotes)
    return found


def _placed(lookup: Lookup, corpus: Corpus) -> Lookup:
    """Return quotes that name a chunk with the source that is this chunk; where none is a chunk, they name nothing."""
    ids = [source.chunk_id for source in lookup.sources]
    if not any(ids):
        is_unknown = FailureReason.UNKNOWN_SOURCE
        quotes = [one.without_index() if one.quote.refusal is is_unknown else one for one in lookup.quotes]
        return lookup._replace(quotes=tuple(quotes))
    placed = placed_in_chunks([one.quote for one in lookup.quotes], ids, corpus)
    return lookup._replace(
        quotes=tuple(one._replace(quote=quote) for one, quote in zip(lookup.quotes, placed, strict=True))
    )


def _mended(quotes: Sequence[ExtractedQuote], outcomes: Iterable[Outcome], search: CorpusSearch) -> Iterator[Outcome]:
    for quote, outcome in zip(quotes, outcomes, strict=True):
        yield _without_markup(quote, outcome, search)


def _without_markup(quote: ExtractedQuote, outcome: Outcome, search: CorpusSearch) -> Outcome:
    """Return the outcome of a quote, or of its words without markup if only these match a source.

    A name before the words that is another participant's is no markup.
    """
    is_told = outcome.verdict.ok or any(one.kind == "speaker" for one in outcome.differences)
    words = quote.text if is_told else without_certain_markup(quote.text)
    if words == quote.text:
        return outcome
    bare = quote.model_copy(update={"text": words})
    [found] = align_batch([bare], search.corpus, search.settings, budget=search.batch)
    return found if found.verdict.ok else outcome


def _with_closest(given: GivenQuote, outcome: Outcome, search: CorpusSearch) -> Outcome:
    """Return the outcome of a quote; of one that is in no source, with the closest words of all of them."""
    if not given.claims_a_source or not isinstance(outcome, FailedEvidence) or outcome.verdict is not Verdict.MISSING:
        return outcome
    return search.with_closest(outcome, outcome.closest or closest_anywhere(outcome.quote, search))


def _row(given: GivenQuote, outcome: Outcome, lookup: Lookup, *, strict: bool, before: tuple[int, int]) -> Row:
    """Return the row of a quote without its remedy; *before* it are so many rows and sources of other lookups."""
    verdict, place = outcome.verdict, place_of(outcome)
    is_anywhere = not given.claims_a_source and isinstance(outcome, AlignedEvidence)
    return Row(
        number=before[0] + 1,
        quote=given.quote.text,
        evidence=outcome,
        ok=verdict.ok and not (strict and verdict is Verdict.SLIP),
        source=None if place is None else lookup.sources[place.message_index].name,
        claimed=given.claimed,
        also_in=outcome.found_in if is_anywhere else (),
        entry_id=given.entry_id,
        sources=lookup.sources,
        first_source=before[1],
    )
