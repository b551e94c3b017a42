"""Whether quotes stand in sources and say there what they say: one call, safe by default (specification 6)."""

from collections.abc import Callable, Sequence

from aligner_core._corpus.anywhere import FoundAnywhere, align_anywhere, closest_anywhere
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.failure_reasons import align_or_explain
from aligner_core._corpus.search import CorpusSearch
from aligner_core._repair.diagnosis import Prescription, prescribe
from aligner_core.aligner import AlignerConfig, settings_of
from aligner_core.evidence.models import FailedEvidence
from aligner_core.evidence.verdicts import Verdict
from aligner_core.grounding.quotes import GivenQuote, read_quotes_given
from aligner_core.grounding.report import Report, Row, place_of
from aligner_core.grounding.sources import Source, read_sources

Quotes = object
"""One text, a list of texts, of ``{quote, messageIndex?}`` or of passages of prose, or an extraction."""
Sources = object
"""One text, or a list of texts, messages or documents; or what holds them, as a session or a retrieval."""


def check(
    quotes: Quotes, sources: Sources, *, strict: bool = False, on_quote: Callable[[], object] | None = None
) -> Report:
    """Return for each quote whether it stands in the sources and says there what it says, and how to mend it.

    *quotes* is one text, a list of texts or of ``{quote, messageIndex?}``, an extraction, or what `quotes_in` finds in
    prose. *sources* is one text, or a list of texts, messages or documents, such as those of LangChain and LlamaIndex.
    A quote is looked for in the source that it claims, counted from 0, and in all of them if it claims none. With
    *strict*, slips of the keyboard are not ok. *on_quote* is called after each quote, to show progress.

    Raises:
        InvalidTypeError: *quotes* or *sources* are nothing of that kind, or a source has no text.

    >>> report = check("You have 30 days.", "You have 90 days.")
    >>> report.ok, report.rows[0].verdict.value, report.rows[0].text
    (False, 'differs', 'You have 90 days.')
    >>> report.rows[0].differences[0].kind, report.rows[0].fix.evidence[0].quote
    ('number', 'You have 90 days.')

    """
    given, texts = read_quotes_given(quotes), read_sources(sources)
    search = CorpusSearch(Corpus([source.text for source in texts]), settings_of(AlignerConfig()))
    rows: list[Row] = []
    for number, one in enumerate(given, start=1):
        rows.append(_row(number, one, search, sources=texts, strict=strict))
        if on_quote is not None:
            on_quote()
    return Report(rows=tuple(rows), sources=texts, strict=strict)


def _row(number: int, given: GivenQuote, search: CorpusSearch, *, sources: Sequence[Source], strict: bool) -> Row:
    found = _found(given, search)
    verdict, place, prescribed = found.outcome.verdict, place_of(found.outcome), _prescribed(found, search)
    return Row(
        number=number,
        evidence=found.outcome,
        ok=verdict.ok and not (strict and verdict is Verdict.SLIP),
        source=None if place is None else sources[place.message_index].name,
        claimed=given.claimed,
        also_in=found.also_in,
        diagnosis=prescribed.diagnosis,
        fix=next(iter(prescribed.fixes), None),
        entry_id=given.entry_id,
    )


def _found(given: GivenQuote, search: CorpusSearch) -> FoundAnywhere:
    """Return the outcome where a quote claims to be, or anywhere; of a missing one with the closest words of all."""
    if not given.claims_a_source:
        return align_anywhere(given.quote, search.corpus, search.settings)
    outcome = align_or_explain(given.quote, search.corpus, search.settings)
    if isinstance(outcome, FailedEvidence) and outcome.verdict is Verdict.MISSING and outcome.closest is None:
        outcome = outcome.model_copy(update={"closest": closest_anywhere(outcome.quote, search)})
    return FoundAnywhere(outcome)


def _prescribed(found: FoundAnywhere, search: CorpusSearch) -> Prescription:
    """Return what is wrong with a quote, and its fixes; nothing where no word differs."""
    if found.outcome.verdict in {Verdict.VERBATIM, Verdict.EQUAL}:
        return Prescription(diagnosis=None)
    return prescribe(found.outcome, search.corpus, search.settings)
