"""What a check of a claim answers: facts with their places, what stands instead, and what is not judged."""

import pytest

from aligner_core import ClaimFact, ClaimReport, FactPlace, Judgement, Unjudged, check_claim
from aligner_core._claims.check import MAX_CLAIM_CHARS, MAX_EVIDENCE_CHARS, MAX_FACTS, MAX_PLACES
from aligner_core.errors import InvalidTypeError, InvalidValueError


def facts(report: ClaimReport) -> list[tuple[str, str, int | None]]:
    """Return kind, text and place of every fact."""
    return [(fact.kind, fact.text, fact.where) for fact in report.facts]


def test_check_claim_locates_each_fact() -> None:
    evidence = ["Priya checks the export.", "It never takes more than 90 minutes."]

    report = check_claim("Priya's export doesn't take over 1.5 hours", evidence)

    assert facts(report) == [("name", "Priya", 0), ("negation", "doesn't", 1), ("number", "1.5 hours", 1)]
    assert [fact.place.text for fact in report.facts if fact.place] == ["Priya", "never", "90 minutes"]
    assert (report.ok, report.judged, report.reason, report.language) == (True, True, None, "en")
    assert report


def test_check_claim_reports_what_stands_instead_and_elsewhere() -> None:
    evidence = ["환불은 90일 안에 됩니다. 수수료는 3,000원이에요."]
    session = ["안녕하세요", "교환은 30일 안에 됩니다."]

    report = check_claim("환불은 30일 안에 된다", evidence, elsewhere=session)

    assert report.missing == (
        ClaimFact(
            kind="number",
            text="30일",
            start=4,
            end=7,
            found=False,
            instead=(
                FactPlace(where=0, start=4, end=7, text="90일"),
                FactPlace(where=0, start=21, end=27, text="3,000원"),
            ),
            elsewhere=(FactPlace(where=1, start=4, end=7, text="30일"),),
        ),
    )
    assert not report


def test_check_claim_says_unit_where_only_the_unit_is_another() -> None:
    report = check_claim("The export takes 90 seconds", ["The export takes 90 minutes"])

    assert [(fact.kind, fact.text) for fact in report.missing] == [("unit", "90 seconds")]


def test_check_claim_reports_a_negation_that_the_claim_lacks() -> None:
    report = check_claim("We ship the importer on Friday.", ["We do not ship the importer on Friday."])

    (fact,) = report.missing
    assert (fact.kind, fact.text) == ("negation", "We ship the importer on Friday")
    assert [place.text for place in fact.instead] == ["not"]


def test_check_claim_lets_another_text_affirm_what_one_denies() -> None:
    evidence = ["We do not ship the importer on Friday.", "We ship the importer on Friday after all."]

    assert check_claim("We ship the importer on Friday.", evidence).ok


def test_check_claim_asks_for_nothing_that_the_claim_lacks() -> None:
    assert check_claim("The audio is deleted", ["Only 30 of all audio files must be deleted by Priya on Friday"])


def test_check_claim_of_nothing_is_ok() -> None:
    assert check_claim("", []) == ClaimReport(ok=True, judged=True)


def test_check_claim_without_evidence_finds_nothing() -> None:
    assert [fact.text for fact in check_claim("Priya pays 30 dollars", []).missing] == ["Priya", "30 dollars"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Die Rückgabe ist nicht nach dem 30. Tag möglich und kostet 12 Euro", ["Returns cost 12 euros."]),
        ("Maanantaina ei toimiteta mitään, 12 euroa", ["No deliveries, 12 euros."]),
    ],
)
def test_check_claim_judges_values_alone_where_the_language_of_the_claim_is_not_judged(
    claim: str, evidence: list[str]
) -> None:
    report = check_claim(claim, evidence)

    assert (report.ok, report.judged, report.reason) == (False, False, "unknown_language")
    assert {fact.kind for fact in report.facts} <= {"number", "amount", "date"}
    assert not report


def test_check_claim_misses_no_words_where_the_evidence_is_in_a_language_that_is_not_judged() -> None:
    report = check_claim("Grace must not pay 15 euros", ["Grace darf die 12 Euro nicht zahlen, das ist so."])

    assert (report.ok, report.judged, report.reason) == (False, False, "unknown_language")
    assert [(fact.text, fact.found) for fact in report.facts] == [("Grace", True), ("15 euros", False)]


def test_check_claim_takes_a_short_claim_for_english_where_its_evidence_is() -> None:
    report = check_claim("Children may come alone", ["The children must not come alone to the pool."])

    assert (report.language, report.judged, report.ok) == ("en", True, False)


def test_check_claim_judges_names_by_themselves_without_a_language() -> None:
    report = check_claim("Andes Cafe", ["Can I get a table at the Andes Berlin?"])

    assert (report.judged, [fact.text for fact in report.missing]) == (True, ["Andes Cafe"])


def test_check_claim_reads_as_far_as_its_limits() -> None:
    long_claim, long_text = "x " * MAX_CLAIM_CHARS + "42", "y " * MAX_EVIDENCE_CHARS + "42"

    assert check_claim(long_claim, []).reason == "too_long"
    assert [fact.found for fact in check_claim("42", [long_text]).facts] == [False]
    assert check_claim("42", [long_text]).reason == "too_long"
    assert check_claim("42", ["y" * MAX_EVIDENCE_CHARS, "42"]).reason == "too_long"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        pytest.param("x " * MAX_CLAIM_CHARS, "x", id="too long a claim"),
        pytest.param("x", "x " * MAX_EVIDENCE_CHARS, id="too long a text"),
        pytest.param(" ".join(map(str, range(10, 11 + MAX_FACTS))), " ".join(map(str, range(1_000))), id="many facts"),
        pytest.param("We ship. Wir liefern die Ware nicht.", "We ship. Wir liefern die Ware.", id="a German sentence"),
        pytest.param("We ship.", "We ship. Wir haben das ja nicht so gesagt, und es ist gut.", id="German evidence"),
        pytest.param(
            "We ship. " * 400 + "Die Ware ist nicht da und es tut uns leid.", "We ship.", id="German at the end"
        ),
        pytest.param("We ship.", "We ship. " * 400 + "Die Ware ist nicht da und es tut uns leid.", id="late German"),
        pytest.param("There is n\u043e refund", "There is a refund", id="a Cyrillic letter"),
        pytest.param("There is \u043d\u043e refund", "There is a refund", id="a Cyrillic word"),
        pytest.param("There is a refund", "There is n\u043e refund", id="a Cyrillic letter in the evidence"),
    ],
)
def test_check_claim_never_takes_what_was_not_judged_for_a_yes(claim: str, evidence: str) -> None:
    report = check_claim(claim, [evidence])

    assert (report.ok, bool(report), report.judged) == (False, False, False)
    assert report.judgement.answer == "unjudged"
    assert report.judgement.reason == report.reason is not None


def test_check_claim_ends_where_it_takes_more_work_than_is_allowed() -> None:
    claim = "우리는 배포하지 않는다. " * 140

    report = check_claim(claim, ["우리는 배포한다. " * 9_000])

    assert (report.ok, report.reason) == (False, "budget")


def test_check_claim_judges_yes_and_no() -> None:
    assert check_claim("It takes 30 days", ["It takes 30 days."]).judgement == Judgement("yes")
    assert check_claim("It takes 30 days", ["It takes 90 days."]).judgement == Judgement("no")
    assert check_claim("x " * MAX_CLAIM_CHARS, []).judgement == Judgement("unjudged", Unjudged.TOO_LONG)


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("\n" * 10_001 + "It costs 900 euros.", id="line ends"),
        pytest.param("\u3164" * 10_001 + "It costs 900 euros.", id="fillers"),
        pytest.param("It costs 9\u3164\u200b00 eu\x01ros.", id="hidden signs in its words"),
        pytest.param("It costs " + "\u200b" * 20_000 + "900 euros.", id="zero-width spaces"),
        pytest.param("Dear all,\nIt costs 900 euros\nSee you", id="lines without full stops"),
        pytest.param("그리고 이것은 회의에서 이야기한 내용입니다. It costs 900 euros.", id="a Korean sentence"),
    ],
)
def test_check_claim_folds_white_space_and_hidden_signs_first(claim: str) -> None:
    report = check_claim(claim, ["It costs 7 euros."])

    assert (report.ok, report.judged) == (False, True)
    assert [fact.kind for fact in report.missing if fact.kind == "amount"] == ["amount"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("We do\u200bnot ship", "We ship"),
        ("We ship", "We do\u200bnot ship"),
        ("Everyone must pay. 그리고 이것은 회의에서 이야기한 내용입니다.", "Some may pay."),
        ("설탕을 넣는다 감사합니다", "설탕은 넣지 않습니다. 감사합니다."),
        ("The fee is due\nwe do not refund it", "The fee is due. We refund it."),
        ("The works are on" + "\u3000" * 50 + "Station Road", "The works are on Harbour Road"),
    ],
)
def test_check_claim_reads_what_hidden_signs_lines_and_languages_part(claim: str, evidence: str) -> None:
    assert check_claim(claim, [evidence]).judgement.answer == "no"


def test_check_claim_needs_no_language_for_the_words_of_its_evidence() -> None:
    claim = "Die Rückgabe ist nicht nach dem 30. Tag möglich."

    assert check_claim(claim, ["etwas", f" {claim}\n"])
    assert not check_claim(claim, [f"Es stimmt nicht: {claim}"])


def test_check_claim_says_whether_all_texts_elsewhere_were_read() -> None:
    texts = ["x" * MAX_EVIDENCE_CHARS, "30 days"]

    assert not check_claim("30 days", ["90 days"], elsewhere=texts).elsewhere_read
    assert check_claim("30 days", ["90 days"], elsewhere=texts[1:]).elsewhere_read


@pytest.mark.parametrize("text", ["안녕하세요.", "네, 알겠습니다.", "Okay, sounds good.", "Please read the notes."])
def test_check_claim_finds_no_fact_in_a_text_about_nothing_of_it(text: str) -> None:
    """A greeting is no obligation, a yes no number, and an okay about something else no permission."""
    claims = {
        "The lawn must be watered in the evening": "You should water the lawn in the evening.",
        "The hose can stay outside": "The hose has to be rolled up and must not stay outside.",
        "반마다 공기청정기를 4대 놓는다": "모든 반에 공기청정기를 두 대씩 놓습니다.",
    }

    assert [claim for claim, words in claims.items() if check_claim(claim, [words, text])] == []


def test_check_claim_looks_for_so_many_facts() -> None:
    report = check_claim(" ".join(map(str, range(10, 11 + MAX_FACTS))), [])

    assert (len(report.facts), report.reason) == (MAX_FACTS, "too_many_facts")


def test_check_claim_limits_the_places_it_reports() -> None:
    report = check_claim("it takes 5 days", ["it takes 1 day, 2 days, 3 days, 4 days"], elsewhere=["5 days"] * 5)

    (fact,) = report.missing
    assert (len(fact.instead), len(fact.elsewhere)) == (MAX_PLACES, MAX_PLACES)


def test_check_claim_goes_on_the_wire_in_camel_case_and_back() -> None:
    report = check_claim("It takes 30 days", ["It takes 90 days"], elsewhere=["30 days"])

    wire = report.model_dump(by_alias=True)

    assert wire["facts"][0]["instead"] == [{"where": 0, "start": 9, "end": 16, "text": "90 days"}]
    assert ClaimReport.from_wire(wire) == report


@pytest.mark.parametrize(("claim", "evidence"), [(1, []), ("a", "b"), ("a", [1]), ("a", None)])
def test_check_claim_refuses_what_is_no_text(claim: str, evidence: list[str]) -> None:
    with pytest.raises(InvalidTypeError):
        check_claim(claim, evidence)


PLACE = FactPlace(where=0, start=1, end=2, text="b")


@pytest.mark.parametrize(
    "fields",
    [
        {"found": True},
        {"found": True, "where": 1, "place": PLACE},
        {"found": False, "where": 0, "place": PLACE},
        {"found": True, "where": 0, "place": PLACE, "instead": (PLACE,)},
        {"found": True, "where": 0, "place": PLACE, "elsewhere": (PLACE,)},
        {"found": False, "end": 0},
    ],
)
def test_a_fact_is_found_where_it_stands(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidValueError):
        ClaimFact(**{"kind": "number", "text": "1", "start": 0, "end": 1, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"ok": False, "judged": True},
        {"ok": True, "judged": False},
        {"ok": False, "judged": False},
        {"ok": True, "judged": False, "reason": "budget"},
        {"ok": False, "judged": True, "reason": "budget"},
    ],
)
def test_a_report_says_what_it_holds(fields: dict[str, bool]) -> None:
    with pytest.raises(InvalidValueError):
        ClaimReport(**fields)


def test_places_and_facts_have_spans() -> None:
    report = check_claim("ask Grace", ["Grace"])

    assert report.facts[0].place is not None
    assert (report.facts[0].span.end, report.facts[0].place.span.start) == (9, 0)


def test_a_place_covers_text() -> None:
    with pytest.raises(InvalidValueError):
        FactPlace(where=0, start=2, end=2, text="")
