"""The outcome of aligning words while they are being typed. Nothing is stored."""

from dataclasses import dataclass

from aligner_core import AlignedEvidence, Corpus, Difference, FailedEvidence, measure
from aligner_core.evidence import shortfall, three_digits
from review.aligner import aligner_for
from review.models import ReviewSession
from review.presentation.badges import badge
from review.selectors.repair.diagnoses import corpus_of


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome that an attempt would have: badge, confidence, formula, differences, distance below the threshold."""

    state: str
    badge: str
    confidence: str
    formula: str = ""
    shortfall: str = ""
    elsewhere: int | None = None
    is_ambiguous: bool = False
    is_critical: bool = False
    differences: tuple[Difference, ...] = ()
    """What differs in the words found, or in the closest ones, but for form."""


def trial_of(words: str, index: int, session: ReviewSession) -> Trial | None:
    """Return the outcome of aligning words to a message; None if there are no words or no such message."""
    corpus, aligner = corpus_of(session), aligner_for(session.project)
    if not words.strip() or not 0 <= index < len(corpus.sources):
        return None
    found = aligner.diagnose(words, corpus, index)
    if isinstance(found, AlignedEvidence):
        letters = badge(found.match_method, similarity=found.similarity)
        critical = any(one.critical for one in found.differences)
        formula = _formula(found, corpus) if found.match_method == "fuzzy" else ""
        return Trial(
            found.match_method,
            letters,
            three_digits(found.confidence),
            formula,
            is_ambiguous=found.ambiguous,
            is_critical=critical,
            differences=_beyond_form(found),
        )
    closest = found.closest
    return Trial(
        "failed",
        badge("none", similarity=closest.similarity if closest else None),
        three_digits(found.confidence),
        three_digits(closest.similarity) if closest else "",
        shortfall(closest.similarity, aligner.config.fuzzy_threshold) if closest else "",
        found.found_in[0].message_index if found.found_in else None,
        differences=_beyond_form(found),
    )


def _beyond_form(found: AlignedEvidence | FailedEvidence) -> tuple[Difference, ...]:
    return tuple(one for one in found.differences if one.severity != "form")


def _formula(found: AlignedEvidence, corpus: Corpus) -> str:
    distance, length = measure(found.quote, found.span, corpus.sources[found.message_index].text)
    return f"{three_digits(found.similarity)} = 1 − {distance}/{length}"
