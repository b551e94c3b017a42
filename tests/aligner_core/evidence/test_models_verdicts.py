"""What may be done with a quote, in one word (specification 6)."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from aligner_core import (
    AlignedEvidence,
    EvidenceAligner,
    FailedEvidence,
    FailureReason,
    Place,
    PreparedSource,
    reclassify,
    text_hash,
)
from aligner_core.evidence.differences import Difference, DifferenceKind, Severity
from aligner_core.evidence.models import UNSEARCHED, Method, Verdict, verdict_of_alignment, verdict_of_failure
from aligner_core.evidence.results import AlignedOutcome, FailedOutcome, with_entry

SOURCE = "We keep the raw text of every event for 30 days. Nothing is deleted."
ALIGNER = EvidenceAligner()


def one(severity: Severity, kind: DifferenceKind = "word") -> Difference:
    return Difference(kind=kind, quote_text="a", source_text="b", severity=severity)


def place(text: str = "text", *, method: str = "exact") -> Place:
    return Place.model_validate(
        {"messageIndex": 1, "spanStart": 0, "spanEnd": 4, "text": text, "similarity": 1.0, "matchMethod": method}
    )


def failed(closest: Place | None = None, found_in: tuple[Place, ...] = ()) -> FailedEvidence:
    return FailedEvidence(
        quote="text", failure_reason=FailureReason.NOT_FOUND, closest=closest, found_in=found_in, message_index=0
    )


def test_verdicts_are_those_of_the_specification() -> None:
    assert [str(verdict) for verdict in Verdict] == [
        "unchecked",
        "elsewhere",
        "missing",
        "differs",
        "slip",
        "equal",
        "verbatim",
    ]
    assert [verdict.ok for verdict in Verdict] == [False, False, False, False, True, True, True]


@pytest.mark.parametrize(
    ("method", "differences", "verdict"),
    [
        pytest.param("exact", [], "verbatim", id="exact, nothing at its edges"),
        pytest.param("normalized", [], "equal", id="normalized"),
        pytest.param("fuzzy", [], "equal", id="fuzzy, nothing differs"),
        pytest.param("fuzzy", [one("form"), one("form")], "equal", id="fuzzy, form alone"),
        pytest.param("fuzzy", [one("form"), one("slip")], "slip", id="fuzzy, a slip"),
        pytest.param("fuzzy", [one("slip"), one("critical")], "differs", id="fuzzy, something critical"),
        pytest.param("exact", [one("critical", "negation")], "differs", id="exact, a negation beside it"),
        pytest.param("normalized", [one("critical", "number")], "differs", id="normalized, a number cut in two"),
        pytest.param("fuzzy", [one("critical", "unjudged")], "unchecked", id="nothing but what is not judged"),
        pytest.param("fuzzy", [one("critical", "unjudged"), one("form")], "unchecked", id="and form"),
        pytest.param("fuzzy", [one("critical", "unjudged"), one("slip")], "unchecked", id="and a slip"),
        pytest.param("fuzzy", [one("critical", "unjudged"), one("critical")], "differs", id="and something critical"),
    ],
)
def test_verdict_of_alignment_is_the_first_that_applies(
    method: Method, differences: list[Difference], verdict: str
) -> None:
    assert verdict_of_alignment(method, differences) == verdict_of_alignment(method, iter(differences)) == verdict


@pytest.mark.parametrize("reason", list(FailureReason))
def test_verdict_of_failure_is_by_its_reason(reason: FailureReason) -> None:
    unplaced = {"invalid_index", "index_out_of_range", "unknown_source"}
    searched = {*unplaced, "wrong_message", "below_threshold", "not_found"}

    assert verdict_of_failure(reason, ()) == ("missing" if reason in searched else "unchecked")
    assert verdict_of_failure(reason, [place()]) == "elsewhere"
    assert verdict_of_failure(reason, [], [one("critical")]) == ("differs" if reason in searched else "unchecked")
    assert verdict_of_failure(reason, [place()], [one("critical")]) == "elsewhere"


@pytest.mark.parametrize("harmless", [one("form"), one("slip"), one("critical", "unjudged")])
def test_verdict_of_a_near_miss_that_changes_no_known_fact_is_missing(harmless: Difference) -> None:
    assert verdict_of_failure(FailureReason.BELOW_THRESHOLD, [], [harmless]) == "missing"


def test_reasons_that_nobody_searched_for_are_reasons() -> None:
    assert sorted(UNSEARCHED - {str(reason) for reason in FailureReason}) == []


@pytest.mark.parametrize(
    ("quote", "source", "verdict"),
    [
        pytest.param("keep the raw text", SOURCE, "verbatim", id="to the letter"),
        pytest.param("KEEP the  raw text", SOURCE, "equal", id="in capitals"),
        pytest.param("keep the raw text, of every event", SOURCE, "equal", id="a comma"),
        pytest.param("keep the raw txet of every event", SOURCE, "slip", id="a slip"),
        pytest.param("keep the raw text of every event for 90 days", SOURCE, "differs", id="a number"),
        pytest.param("is deleted.", SOURCE, "differs", id="a negation before it"),
        pytest.param(
            "die Datenbnak wird heute verschoben", "die Datenbank wird heute verschoben", "unchecked", id="German"
        ),
        pytest.param("nothing of the sort", SOURCE, "missing", id="not there"),
        pytest.param("", SOURCE, "unchecked", id="no quote"),
    ],
)
def test_align_quote_gives_a_verdict_that_if_can_ask(quote: str, source: str, verdict: str) -> None:
    found = ALIGNER.align_quote(quote, source)

    assert found.verdict == verdict
    assert bool(found) is found.verdict.ok


def test_diagnose_gives_the_verdict_elsewhere() -> None:
    found = ALIGNER.diagnose("keep the raw text", ["Yes.", SOURCE], 0)

    assert found.verdict is Verdict.ELSEWHERE
    assert not found
    assert found.text == "keep the raw text"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        pytest.param(ALIGNER.align_quote("raw text", SOURCE), "raw text", id="exact"),
        pytest.param(ALIGNER.align_quote("we KEEP the", SOURCE), "We keep the", id="normalized"),
        pytest.param(ALIGNER.align_quote("keep the raw txet of", SOURCE), "keep the raw text of", id="fuzzy"),
        pytest.param(ALIGNER.align_quote("nothing of the sort", SOURCE), None, id="failed"),
        pytest.param(failed(), None, id="nowhere"),
        pytest.param(failed(closest=place("near", method="none")), "near", id="the closest words"),
        pytest.param(failed(found_in=(place("there"), place("too"))), "there", id="in other messages"),
        pytest.param(failed(closest=place("near", method="none"), found_in=(place("there"),)), "there", id="both"),
    ],
)
def test_text_of_an_outcome_is_that_of_its_source(found: AlignedEvidence | FailedEvidence, text: str | None) -> None:
    assert found.text == text


def fuzzy() -> AlignedEvidence:
    found = ALIGNER.align_quote("keep the raw txet of", SOURCE)
    assert isinstance(found, AlignedEvidence)
    return found


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(lambda found: found, id="itself"),
        pytest.param(lambda found: found.model_copy(update={"message_index": 3}), id="a copy"),
        pytest.param(lambda found: found.model_copy(deep=True), id="a deep copy"),
        pytest.param(lambda found: with_entry(found, "e1"), id="with an entry"),
        pytest.param(lambda found: with_entry(found, "e1").without_entry(), id="with an entry, and without"),
        pytest.param(lambda found: found.with_text(found.text), id="with its text"),
        pytest.param(lambda found: reclassify(found, SOURCE), id="classified again"),
        pytest.param(lambda found: reclassify(found, PreparedSource(SOURCE)), id="classified again, prepared"),
    ],
)
def test_text_of_an_outcome_stays(way: Callable[[AlignedEvidence], AlignedEvidence]) -> None:
    assert way(fuzzy()).text == "keep the raw text of"


def test_text_of_an_outcome_is_none_once_it_was_read_from_its_wire_form() -> None:
    found = fuzzy()
    read = AlignedEvidence.model_validate(found.model_dump(by_alias=True))

    assert (read.text, read.with_text("other").text) == (None, "other")
    assert "text" not in found.model_dump(by_alias=True)
    assert AlignedEvidence.model_validate(exact_wire()).text == "raw text"


def exact_wire() -> dict[str, Any]:
    return ALIGNER.align_quote("raw text", SOURCE).model_dump(by_alias=True)


def test_outcomes_are_equal_and_hash_alike_whatever_text_they_show() -> None:
    found = fuzzy()
    other = found.with_text("something else")
    read = AlignedEvidence.model_validate(found.model_dump())

    assert found == other == read
    assert hash(found) == hash(other) == hash(read)
    assert len({found, other, read}) == 1


def test_outcomes_differ_by_what_they_state_and_by_their_kind() -> None:
    found = fuzzy()

    assert found != found.model_copy(update={"message_index": 1})
    assert found != with_entry(found, None)
    assert with_entry(found, "a") != with_entry(found, "b")
    assert found != "keep the raw text of"
    assert with_entry(found, "a").without_entry() == found


def test_outcomes_of_failures_keep_what_they_state() -> None:
    failed = ALIGNER.diagnose("keep the raw text", ["Yes.", SOURCE], 0)
    assert isinstance(failed, FailedEvidence)

    outcome = with_entry(failed, "e1")

    assert isinstance(outcome, FailedOutcome)
    assert (outcome.entry_id, outcome.verdict, outcome.text) == ("e1", failed.verdict, failed.text)
    assert outcome.without_entry() == failed
    assert hash(outcome.without_entry()) == hash(failed)
    assert isinstance(with_entry(fuzzy(), None), AlignedOutcome)


def test_every_severity_has_a_verdict() -> None:
    assert {severity: verdict_of_alignment("fuzzy", [one(severity)]) for severity in get_args(Severity)} == {
        "form": "equal",
        "slip": "slip",
        "critical": "differs",
    }
    assert text_hash(SOURCE) == fuzzy().source_hash
