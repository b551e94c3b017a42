"""The cascade exact → normalized → fuzzy, over one source or a whole session."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pydantic import BaseModel

from aligner_core.alignments import FUZZY_BAR, AlignedEvidence, FailedEvidence, Place
from aligner_core.candidates import candidates
from aligner_core.claims import ExtractedQuote, claim, quote_text
from aligner_core.corpus import Corpus
from aligner_core.diagnosis import diagnose
from aligner_core.doctor import Prescription, prescribe
from aligner_core.extraction import ParsedExtraction, claims_in
from aligner_core.matching import PreparedSource, Settings, align_to
from aligner_core.results import (
    AlignedOutcome,
    AlignmentResult,
    AlignResult,
    EntryOutcome,
    FailedOutcome,
    Outcome,
    V1Span,
    outcome,
)
from aligner_core.rows import Budget
from aligner_core.search import Search
from aligner_core.sessions import parse_session


@dataclass(frozen=True, slots=True)
class AlignerConfig:
    """How quotes are looked for; the threshold can be raised above 0.85, never lowered."""

    fuzzy_threshold: float = FUZZY_BAR
    max_quote_length: int = 500
    enable_fuzzy: bool = True

    def __post_init__(self) -> None:
        if not FUZZY_BAR <= self.fuzzy_threshold <= 1:
            message = f"fuzzy_threshold must lie between {FUZZY_BAR} and 1, not {self.fuzzy_threshold}"
            raise ValueError(message)
        if self.max_quote_length < 1:
            message = f"max_quote_length must be at least 1, not {self.max_quote_length}"
            raise ValueError(message)


class EvidenceAligner:
    """Finds quotes in the messages they came from.

    >>> found = EvidenceAligner().align_quote("JSONB를 JSON으로", "DuckDB의 JSONB를 JSON으로 변경")
    >>> (found.match_method, found.span_start, found.span_end)
    ('exact', 8, 21)
    """

    def __init__(self, config: AlignerConfig | None = None) -> None:
        self.config = config or AlignerConfig()
        self._settings = Settings(
            worst=1 - Fraction(str(self.config.fuzzy_threshold)),
            longest=self.config.max_quote_length,
            fuzzy=self.config.enable_fuzzy,
        )

    def prepare(self, source: str) -> PreparedSource:
        """Give a source that is folded and hashed once, when first needed, however many quotes are looked for in it."""
        return PreparedSource(source)

    def align_quote(self, quote: str, source: str | PreparedSource) -> AlignedEvidence | FailedEvidence:
        """Look for a quote in one source; decide only whether it is there (a failure says `not_found`, seldom more)."""
        found = align_to(quote, _prepared(source), self._settings)
        if isinstance(found, AlignedEvidence):
            return found
        return FailedEvidence(message_index=0, quote=quote_text(quote), failure_reason=found)

    def diagnose(
        self, quote: str, sources: Sequence[str | PreparedSource] | Corpus, claimed_index: int | None
    ) -> AlignedEvidence | FailedEvidence:
        """Look for a quote in the message it claims, and say of a failed or fuzzy one where else it stands."""
        given = claim({"quote": quote, "messageIndex": claimed_index})
        return diagnose(given, _corpus(sources), self._settings)

    def prescribe(
        self, outcome: AlignedEvidence | FailedEvidence, sources: Sequence[str | PreparedSource] | Corpus
    ) -> Prescription:
        """Say what is wrong with a quote that failed or differs, and which fixes of it work, the likeliest first."""
        return prescribe(outcome, _corpus(sources), self._settings)

    def candidates(
        self, quote: str, sources: Sequence[str | PreparedSource] | Corpus, *, limit: int = 5
    ) -> tuple[Place, ...]:
        """Give the places that are most like a quote, one a message: where it aligns, then where it nearly does."""
        return candidates(quote, Search(_corpus(sources), self._settings, Budget()), limit=limit)

    def align(
        self,
        session_messages: Sequence[str | BaseModel | Mapping[str, object]],
        extraction: ParsedExtraction | BaseModel | Mapping[str, object],
        *,
        on_quote: Callable[[], object] | None = None,
    ) -> AlignResult:
        """Align every quote of an extraction; a malformed item becomes a failed outcome and loses nothing else.

        *on_quote* is called after each quote, for whoever shows how far it is.
        """
        corpus = Corpus([PreparedSource(message.content) for message in parse_session(session_messages).messages])
        entries: list[EntryOutcome] = []
        for entry_id, quotes in _claims(extraction):
            outcomes: list[Outcome] = []
            for quote in quotes:
                outcomes.append(outcome(diagnose(quote, corpus, self._settings), entry_id))
                if on_quote is not None:
                    on_quote()
            entries.append(_entry(entry_id, outcomes))
        return _result(entries)

    def align_claims(self, claims: Sequence[str], source_content: str) -> AlignmentResult:
        """Align claims to one source, in the form of the first version."""
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


def _corpus(sources: Sequence[str | PreparedSource] | Corpus) -> Corpus:
    return sources if isinstance(sources, Corpus) else Corpus([_prepared(source) for source in sources])


def _prepared(source: str | PreparedSource) -> PreparedSource:
    return source if isinstance(source, PreparedSource) else PreparedSource(source)


def _claims(extraction: object) -> Iterator[tuple[str | None, Sequence[ExtractedQuote]]]:
    """Yield every entry's quotes, however malformed its other fields are."""
    if isinstance(extraction, ParsedExtraction):
        yield from ((entry.entry_id, entry.quotes) for entry in extraction.entries)
        return
    given = _plain(extraction)
    whole = given if isinstance(given, Mapping) else {"evidence": given}
    entries = whole.get("entries", [whole])
    for item in entries if isinstance(entries, list | tuple) else [entries]:
        entry = _plain(item)
        fields = entry if isinstance(entry, Mapping) else {"evidence": [{"quote": entry}]}
        name = fields.get("entryId")
        yield (name if isinstance(name, str) else None), claims_in(fields.get("evidence"))


def _plain(item: object) -> object:
    return item.model_dump(by_alias=True) if isinstance(item, BaseModel) else item


def _entry(entry_id: str | None, outcomes: Sequence[Outcome]) -> EntryOutcome:
    aligned = bool(outcomes) and all(isinstance(one, AlignedOutcome) for one in outcomes)
    return EntryOutcome(entry_id=entry_id, evidence_aligned=aligned, outcomes=tuple(outcomes))


def _result(entries: Sequence[EntryOutcome]) -> AlignResult:
    outcomes = [one for entry in entries for one in entry.outcomes]
    failures = tuple(one for one in outcomes if isinstance(one, FailedOutcome))
    found = [one for one in outcomes if isinstance(one, AlignedOutcome)]
    return AlignResult(
        evidence_aligned=bool(outcomes) and not failures,
        aligned_evidence=tuple(one.without_entry() for one in found),
        failed_quotes=tuple(one.quote for one in failures),
        outcomes=tuple(outcomes),
        failures=failures,
        entries=tuple(entries),
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
