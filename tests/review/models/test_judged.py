"""Evidence is judged once for the same words, and again for any others."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, PreparedSource, Speaker
from review.models import judged
from tests.calls import calls_of

SOURCE = "We keep 21 builds of every branch."


def wire_of(quote: str) -> str:
    found = EvidenceAligner().align_quote(quote, SOURCE)
    assert isinstance(found, AlignedEvidence)
    return found.model_dump_json(by_alias=True)


def times_judged(*given: tuple[str, str | PreparedSource]) -> int:
    judged.forget()
    sources = [(wire, PreparedSource(one) if isinstance(one, str) else one) for wire, one in given]
    return calls_of(lambda: [judged.judged(*one) for one in sources])["reclassify"]


def test_judged_tells_the_differences_and_whether_the_message_has_the_words() -> None:
    found = judged.judged(wire_of("We keep 12 builds of every branch."), PreparedSource(SOURCE))

    assert found is not None
    assert [one.kind for one in found.current.differences if one.critical] == ["number"]
    assert found.is_proven


@pytest.mark.parametrize("content", ["We keep 12 builds of every branch.", "We"])
def test_evidence_is_not_proven_by_another_message(content: str) -> None:
    found = judged.judged(wire_of("We keep 21 builds"), PreparedSource(content))

    assert found is not None
    assert not found.is_proven


def test_what_cannot_be_read_is_not_judged() -> None:
    assert judged.judged("{}", PreparedSource(SOURCE)) is None


def test_the_same_evidence_is_judged_once_and_other_evidence_or_words_again() -> None:
    wire, other = wire_of("We keep 21 builds"), wire_of("21 builds of every branch")

    assert times_judged((wire, SOURCE), (wire, SOURCE)) == 1
    assert times_judged((wire, SOURCE), (other, SOURCE), (wire, f"{SOURCE} And more.")) == 3


def test_evidence_is_judged_again_where_other_people_take_part() -> None:
    """A name before a quote is that of who said it, or of another one."""
    wire, dana, omar = wire_of("Omar: We keep 21 builds of every branch."), Speaker("Dana"), Speaker("Omar")
    own, others = PreparedSource(SOURCE, omar, (dana, omar)), PreparedSource(SOURCE, dana, (dana, omar))

    assert times_judged((wire, own), (wire, others), (wire, own)) == 2
    found = judged.judged(wire, others)
    assert found is not None
    assert "speaker" in [one.kind for one in found.current.differences if one.critical]


def test_only_so_many_outcomes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "MAX_KEPT", 1)
    wire = wire_of("We keep 21 builds")

    assert times_judged((wire, SOURCE), (wire, f"{SOURCE} And more."), (wire, SOURCE)) == 3
