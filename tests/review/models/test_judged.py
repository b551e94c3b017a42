"""Evidence is judged once for the same words, and again for any others."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner
from review.models import judged
from tests.calls import calls_of

SOURCE = "We keep 21 builds of every branch."


def wire_of(quote: str) -> str:
    found = EvidenceAligner().align_quote(quote, SOURCE)
    assert isinstance(found, AlignedEvidence)
    return found.model_dump_json(by_alias=True)


def times_judged(*given: tuple[str, str]) -> int:
    judged.forget()
    return calls_of(lambda: [judged.judged(*one) for one in given])["reclassify"]


def test_judged_tells_the_differences_and_whether_the_message_has_the_words() -> None:
    found = judged.judged(wire_of("We keep 12 builds of every branch."), SOURCE)

    assert found is not None
    assert [one.kind for one in found.current.differences if one.critical] == ["number"]
    assert found.is_proven


@pytest.mark.parametrize("content", ["We keep 12 builds of every branch.", "We"])
def test_evidence_is_not_proven_by_another_message(content: str) -> None:
    found = judged.judged(wire_of("We keep 21 builds"), content)

    assert found is not None
    assert not found.is_proven


def test_what_cannot_be_read_is_not_judged() -> None:
    assert judged.judged("{}", SOURCE) is None


def test_the_same_evidence_is_judged_once_and_other_evidence_or_words_again() -> None:
    wire, other = wire_of("We keep 21 builds"), wire_of("21 builds of every branch")

    assert times_judged((wire, SOURCE), (wire, SOURCE)) == 1
    assert times_judged((wire, SOURCE), (other, SOURCE), (wire, f"{SOURCE} And more.")) == 3


def test_only_so_many_outcomes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "MAX_KEPT", 1)
    wire = wire_of("We keep 21 builds")

    assert times_judged((wire, SOURCE), (wire, f"{SOURCE} And more."), (wire, SOURCE)) == 3
