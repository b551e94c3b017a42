"""The cascade exact → normalized → fuzzy, over one source or a whole session."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from numbers import Real
from typing import Final

from pydantic import BaseModel

from aligner_core._corpus.batch import align_batch
from aligner_core._corpus.candidates import candidates
from aligner_core._corpus.chunks import placed_in_chunks
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._language.speakers import Speaker
from aligner_core._matching.cascade import PreparedSource, Settings, align_in_source, prepared_messages
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.work_budget import WorkBudget
from aligner_core._repair.diagnosis import Prescription, prescribe
from aligner_core.errors import ConfigError, InvalidValueError, require_sequence, require_type
from aligner_core.evidence.models import MIN_FUZZY_SIMILARITY, AlignedEvidence, FailedEvidence, Place
from aligner_core.evidence.results import (
    AlignedOutcome,
    AlignmentResult,
    AlignResult,
    EntryOutcome,
    FailedOutcome,
    Outcome,
    V1Span,
    with_entry,
)
from aligner_core.formats.claim_rows import name_of, rows_by_claim
from aligner_core.formats.extraction import ParsedExtraction, has_no_index, quotes_of_entry, quotes_of_rows
from aligner_core.formats.quotes import ExtractedQuote, quote_text, read_quote, without_message
from aligner_core.formats.session import parse_session
from aligner_core.ledger.canonical_json import canonical_json, text_hash
from aligner_core.spans import made_of

ENGINE_VERSION: Final = "5"
"""The version of the rules that find quotes and judge their differences.

It is stored with every outcome and raised with every change of a rule."""


@dataclass(frozen=True, slots=True)
class AlignerConfig:
    """How quotes are looked for; the threshold can be raised above 0.85, never lowered.

    Quotes longer than `max_quote_length` are only looked for verbatim or normalized.

    Raises:
        ConfigError: a value is out of range.

    >>> AlignerConfig(fuzzy_threshold=0.5)
    Traceback (most recent call last):
    aligner_core.errors.ConfigError: fuzzy_threshold must lie between 0.85 and 1, not 0.5

    """

    fuzzy_threshold: float = MIN_FUZZY_SIMILARITY
    max_quote_length: int = 2_000
    enable_fuzzy: bool = True

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of the fields, by which an outcome names the configuration it was made with."""
        return text_hash(canonical_json(asdict(self)).decode())

    def __post_init__(self) -> None:
        if not _is_number(self.fuzzy_threshold) or not MIN_FUZZY_SIMILARITY <= self.fuzzy_threshold <= 1:
            message = f"fuzzy_threshold must lie between {MIN_FUZZY_SIMILARITY} and 1, not {self.fuzzy_threshold!r}"
            raise ConfigError(message)
        if not isinstance(self.max_quote_length, int) or self.max_quote_length < 1:
            message = f"max_quote_length must be a whole number of at least 1, not {self.max_quote_length!r}"
            raise ConfigError(message)


class EvidenceAligner:
    """Finds quotes in the messages they came from.

    >>> found = EvidenceAligner().align_quote("JSONB를 JSON으로", "DuckDB의 JSONB를 JSON으로 변경")
    >>> (found.match_method, found.span_start, found.span_end)
    ('exact', 8, 21)
    """

    def __init__(self, config: AlignerConfig | None = None) -> None:
        self.config = AlignerConfig() if config is None else config
        require_type(self.config, AlignerConfig, "config")
        self._settings = settings_of(self.config)

    def prepare(self, source: str) -> PreparedSource:
        """Return a source that is folded and hashed once, when first needed, to look for many quotes in it.

        Raises:
            InvalidTypeError: *source* is not a string.

        """
        return PreparedSource(source)

    def align_quote(self, quote: str, source: str | PreparedSource) -> AlignedEvidence | FailedEvidence:
        """Return where a quote is in one source, as message 0, or that it is not there.

        A failure is `not_found` unless the quote cannot be looked for; `diagnose` gives the reason.

        Raises:
            InvalidTypeError: *source* is neither a string nor a prepared source.

        >>> EvidenceAligner().align_quote("words that are not there", "a source").failure_reason.value
        'not_found'

        """
        found = align_in_source(quote, _prepared(source), self._settings)
        if isinstance(found, AlignedEvidence):
            return found
        return FailedEvidence(message_index=0, quote=quote_text(quote), failure_reason=found)

    def diagnose(
        self,
        quote: str,
        sources: Sequence[str | PreparedSource] | Corpus,
        claimed_index: int | None,
        *,
        in_any: bool = False,
        budget: WorkBudget | None = None,
    ) -> AlignedEvidence | FailedEvidence:
        """Return where a quote is in the message it claims, or why it is not there.

        A failed or fuzzy outcome also lists the other messages that have the quote, and the words closest to it. With
        *in_any* a quote that claims no message is looked for in every one, as those of an extraction with
        ``"index": "none"``. *budget* is as in `align`, for a batch of this one quote.

        Raises:
            InvalidTypeError: *sources* is not a corpus, and not a sequence of strings or prepared sources.

        >>> outcome = EvidenceAligner().diagnose("cache lives", ["hello", "the cache lives"], 0)
        >>> outcome.failure_reason.value, outcome.found_in[0].message_index
        ('wrong_message', 1)

        """
        read = read_quote({"quote": quote, "messageIndex": claimed_index})
        given = without_message(read) if in_any else read
        [outcome] = align_batch([given], _corpus(sources), self._settings, budget=budget)
        return outcome

    def prescribe(
        self, outcome: AlignedEvidence | FailedEvidence, sources: Sequence[str | PreparedSource] | Corpus
    ) -> Prescription:
        """Return what is wrong with a quote that failed or differs, and the fixes that work, the likeliest first.

        Raises:
            InvalidTypeError: *outcome* is not evidence, or *sources* is not as in `diagnose`.

        >>> aligner, sources = EvidenceAligner(), ["hello", "the cache lives"]
        >>> found = aligner.prescribe(aligner.diagnose("cache lives", sources, 0), sources)
        >>> found.diagnosis.value, found.fixes[0].kind
        ('off_by_one_index', 'move')

        """
        require_type(outcome, (AlignedEvidence, FailedEvidence), "outcome")
        return prescribe(outcome, _corpus(sources), self._settings)

    def candidates(
        self, quote: str, sources: Sequence[str | PreparedSource] | Corpus, *, limit: int = 5
    ) -> tuple[Place, ...]:
        """Return the places most similar to a quote, one per message: first where it aligns, then where it nearly does.

        Raises:
            InvalidTypeError: *quote* is not a string, or *sources* is not as in `diagnose`.
            InvalidValueError: *limit* is negative.

        """
        require_type(quote, str, "quote")
        if not isinstance(limit, int) or limit < 0:
            message = f"limit must be a whole number of at least 0, not {limit!r}"
            raise InvalidValueError(message)
        return candidates(quote, CorpusSearch(_corpus(sources), self._settings, Budget()), limit=limit)

    def align(
        self,
        session_messages: Sequence[str | BaseModel | Mapping[str, object]] | Corpus,
        extraction: ParsedExtraction | BaseModel | Mapping[str, object],
        *,
        chunk_ids: Sequence[str] = (),
        budget: WorkBudget | None = None,
        on_quote: Callable[[], object] | None = None,
    ) -> AlignResult:
        """Align every quote of an extraction to the messages of its session, which may be prepared as a corpus.

        A malformed item becomes a failed outcome and does not affect the others. A quote without an index is looked for
        in every message if the extraction has ``"index": "none"``. *chunk_ids* are the ids of the messages in their
        order, where they are chunks: a quote with a `chunkId` is looked for in that chunk. *budget* bounds the work of
        all quotes together, and records for which of them it did not suffice. *on_quote* is called after each quote, to
        show progress.

        Raises:
            ExtractionError: the messages cannot be read.

        >>> quote = {"messageIndex": 0, "quote": "cache lives"}
        >>> result = EvidenceAligner().align(["the cache lives on"], {"evidence": [quote, {"quote": 3}]})
        >>> result.aligned_evidence[0].span, [one.failure_reason.value for one in result.failures]
        (Span(start=4, end=15), ['invalid_quote'])

        """
        corpus = session_messages if isinstance(session_messages, Corpus) else _read(session_messages)
        entries = list(entries_of(extraction))
        given = list(placed_in_chunks([quote for _, quotes in entries for quote in quotes], chunk_ids, corpus))
        outcomes = iter(list(align_batch(given, corpus, self._settings, budget=budget, on_quote=on_quote)))
        return _result(
            [_entry(entry_id, [with_entry(next(outcomes), entry_id) for _ in quotes]) for entry_id, quotes in entries]
        )

    def align_claims(self, claims: Sequence[str], source_content: str) -> AlignmentResult:
        """Align claims to one source; the result has the form of the first version.

        Raises:
            InvalidTypeError: *claims* is not a sequence, or *source_content* is not a string.

        """
        require_sequence(claims, object, "claims")
        source = PreparedSource(source_content)
        outcomes = [self.align_quote(one, source) for one in claims]
        spans = [_v1_span(one, source_content) for one in outcomes if isinstance(one, AlignedEvidence)]
        missing = tuple(one.quote for one in outcomes if isinstance(one, FailedEvidence))
        return AlignmentResult(
            is_aligned=bool(claims) and not missing,
            confidence=sum(span.confidence for span in spans) / len(claims) if claims else 0.0,
            spans=tuple(spans),
            missing_claims=missing,
        )


def settings_of(config: AlignerConfig) -> Settings:
    """Return a configuration in the form that the steps of the cascade need."""
    return Settings(
        max_ratio=1 - Fraction(str(config.fuzzy_threshold)),
        max_quote_length=config.max_quote_length,
        enable_fuzzy=config.enable_fuzzy,
    )


def _corpus(sources: Sequence[str | PreparedSource] | Corpus) -> Corpus:
    return sources if isinstance(sources, Corpus) else Corpus(sources)


def _read(session_messages: Sequence[str | BaseModel | Mapping[str, object]]) -> Corpus:
    is_empty = isinstance(session_messages, list | tuple) and not session_messages
    messages = () if is_empty else parse_session(session_messages).messages
    return Corpus(prepared_messages((one.content, Speaker(one.name, one.role)) for one in messages))


def _prepared(source: str | PreparedSource) -> PreparedSource:
    require_type(source, (str, PreparedSource), "source")
    return source if isinstance(source, PreparedSource) else PreparedSource(source)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def entries_of(extraction: object) -> Iterator[tuple[str | None, Sequence[ExtractedQuote]]]:
    """Yield id and quotes of every entry, however malformed its other fields are."""
    if isinstance(extraction, ParsedExtraction):
        yield from ((entry.entry_id, entry.quotes) for entry in extraction.entries)
        return
    given = _plain(extraction)
    whole = given if isinstance(given, Mapping) else {"evidence": given}
    groups = [] if "entries" in whole else rows_by_claim(whole.get("evidence"))
    for name, quotes in map(quotes_of_rows, groups) if groups else _of_entries(whole.get("entries", [whole])):
        yield name, tuple(map(without_message, quotes)) if has_no_index(whole) else quotes


def _of_entries(entries: object) -> Iterator[tuple[str | None, Sequence[ExtractedQuote]]]:
    for item in entries if isinstance(entries, list | tuple) else [entries]:
        entry = _plain(item)
        fields = entry if isinstance(entry, Mapping) else {"evidence": [{"quote": entry}]}
        yield name_of(fields), quotes_of_entry(fields, "")


def _plain(item: object) -> object:
    return item.model_dump(by_alias=True) if isinstance(item, BaseModel) else item


def _entry(entry_id: str | None, outcomes: Sequence[Outcome]) -> EntryOutcome:
    aligned = bool(outcomes) and all(isinstance(one, AlignedOutcome) for one in outcomes)
    return made_of(EntryOutcome, {"entry_id": entry_id, "evidence_aligned": aligned, "outcomes": tuple(outcomes)})


def _result(entries: Sequence[EntryOutcome]) -> AlignResult:
    outcomes = [one for entry in entries for one in entry.outcomes]
    failures = tuple(one for one in outcomes if isinstance(one, FailedOutcome))
    found = [one for one in outcomes if isinstance(one, AlignedOutcome)]
    return made_of(
        AlignResult,
        {
            "evidence_aligned": bool(outcomes) and not failures,
            "aligned_evidence": tuple(one.without_entry() for one in found),
            "failed_quotes": tuple(one.quote for one in failures),
            "outcomes": tuple(outcomes),
            "failures": failures,
            "entries": tuple(entries),
        },
    )


def _v1_span(evidence: AlignedEvidence, source: str) -> V1Span:
    return V1Span(
        start=evidence.span_start,
        end=evidence.span_end,
        confidence=evidence.confidence,
        match_type=evidence.match_method,
        original_quote=evidence.quote,
        aligned_text=source[evidence.span_start : evidence.span_end],
    )
