"""What an agent is told of its quotes and claims before it writes a memory."""

import pytest
from pydantic import ValidationError

from aligner_core import AlignedEvidence, EvidenceAligner, Fix, Row
from aligner_core._mcp import checks
from aligner_core._mcp.checks import AskedQuote, CheckedQuote, _checked, check_claim, check_quotes

SOURCES = ["So we agreed: the beta opens on 4 May.", "환불은 구매 후 90일 안에 가능합니다.", "Mina renews the lease."]


def only(quote: str, index: int | None = None, *, strict: bool = False) -> CheckedQuote:
    [checked] = check_quotes([AskedQuote(quote=quote, message_index=index)], SOURCES, strict=strict).quotes
    return checked


@pytest.mark.parametrize(
    ("quote", "index"), [("the beta opens on 4 May", 0), ("구매 후 90일 안에", None), ("Mina  renews the lease", 2)]
)
def test_a_quote_that_stands_there_is_ok(quote: str, index: int | None) -> None:
    checked = only(quote, index)

    assert (checked.ok, checked.why, checked.do, checked.use) == (True, [], "", [])


@pytest.mark.parametrize(
    ("quote", "words", "index"),
    [
        ("the beta opens on 5 May", "the beta opens on 4 May", 0),
        ("구매 후 30일 안에 가능합니다", "구매 후 90일 안에 가능합니다", 1),
    ],
)
def test_a_changed_fact_comes_with_the_words_to_use(quote: str, words: str, index: int) -> None:
    checked = only(quote)

    assert (checked.ok, checked.verdict, checked.changes) == (False, "differs", ["number"])
    assert checked.why
    [use] = checked.use
    assert words in use.quote
    assert only(use.quote, use.message_index).verdict == "verbatim"
    assert use.message_index == index


def test_words_of_another_message_come_with_its_index() -> None:
    checked = only("Mina renews the lease", 0)

    assert (checked.verdict, checked.do) == ("elsewhere", "point it at source 2")
    assert [(one.quote, one.message_index) for one in checked.use] == [("Mina renews the lease", 2)]


def test_an_invented_quote_is_to_be_dropped() -> None:
    checked = only("we cancelled everything for good")

    assert (checked.ok, checked.verdict, checked.use) == (False, "missing", [])
    assert checked.do == "drop it, nobody said it"


def test_a_slip_is_ok_unless_it_is_strict() -> None:
    loose, strict = only("Mina renews teh lease", 2), only("Mina renews teh lease", 2, strict=True)

    assert (loose.ok, loose.use) == (True, [])
    assert (strict.ok, [one.quote for one in strict.use]) == (False, ["Mina renews the lease"])


def test_one_wrong_quote_makes_the_answer_wrong() -> None:
    checked = check_quotes([AskedQuote(quote="Mina renews"), AskedQuote(quote="nobody said so")], SOURCES)

    assert not checked.ok
    assert checked.told == "1 of 2 quotes is not in the sources as quoted."


def test_what_the_budget_does_not_suffice_for_is_never_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_WORK", 100)

    checked = only("the beta opnes on 4 May")

    assert (checked.ok, checked.verdict, checked.use) == (False, "unchecked", [])
    assert checked.do == "read it yourself"


def test_words_that_are_not_ok_themselves_are_not_offered() -> None:
    aligner, text = EvidenceAligner(), "We do not deploy it on Friday."
    cut = aligner.align_quote("deploy it on Friday", text)
    assert isinstance(cut, AlignedEvidence)
    assert not cut.verdict.ok
    row = Row(number=1, quote="a", evidence=cut, ok=False, fix=Fix(kind="use_words", evidence=(cut,)))

    checked = _checked(row)

    assert (checked.use, checked.do) == ([], "read it in its place, and quote more of it")


def test_positions_are_refused() -> None:
    with pytest.raises(ValidationError, match="spanStart"):
        AskedQuote.model_validate({"quote": "a", "spanStart": 3})


def test_the_facts_of_a_claim_are_compared_across_languages() -> None:
    there, other = (
        check_claim("환불은 90일 안에", ["Refunds within 90 days."]),
        check_claim("30일 안에", ["in 90 days"]),
    )

    assert (there.ok, there.told) == (True, "The evidence has every fact of the claim.")
    assert not other.ok
    assert other.told == "The evidence lacks “30일” (number)."
    assert [(one.kind, one.instead) for one in other.missing] == [("number", ["90 days"])]


def test_a_claim_that_nobody_can_judge_is_never_ok() -> None:
    checked = check_claim("Wir treffen uns nie wieder am Bahnhof.", ["We meet at the station."])

    assert (checked.ok, checked.judged, checked.reason) == (False, False, "unknown_language")
    assert checked.told == "Nobody can tell: the claim was not judged to the end (unknown_language)."


def test_a_claim_without_facts_says_so() -> None:
    assert check_claim("The cat sleeps.", ["the cat sleeps"]).told == "The claim states no fact that is compared."
