import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, resolve_ambiguity
from review.models import Provenance
from review.presentation.badges import PROVENANCE_SIGNS, badge, occurrence_badge


def test_every_provenance_of_a_person_has_a_sign_of_its_own() -> None:
    assert set(PROVENANCE_SIGNS) == set(Provenance) - {Provenance.SYSTEM}
    assert len(set(PROVENANCE_SIGNS.values())) == len(PROVENANCE_SIGNS)


@pytest.mark.parametrize(
    ("method", "similarity", "letters"),
    [
        ("exact", 1.0, "E="),
        ("normalized", 1.0, "N≈"),
        ("fuzzy", 0.914, "F~.91"),
        ("fuzzy", 0.977, "F~.94"),
        ("none", None, "✗"),
        ("none", 0.84, "✗.84"),
    ],
)
def test_badge_shows_the_method_in_letters(method: str, similarity: float | None, letters: str) -> None:
    assert badge(method, similarity=similarity) == letters


def test_occurrence_badge_counts_the_places() -> None:
    found = EvidenceAligner().align_quote("done", "done, done and done")

    assert isinstance(found, AlignedEvidence)
    assert occurrence_badge(found) == "◆1/3"
    assert occurrence_badge(resolve_ambiguity(found, found.alternatives[1].span, "done, done and done")) == "◆3/3"
