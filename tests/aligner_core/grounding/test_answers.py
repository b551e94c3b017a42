"""The sentences of an answer against the words that they cite."""

import json
from pathlib import Path

import pytest

from aligner_core import Report, check, explain
from aligner_core.formats import Reading, read
from aligner_core.formats.reading import Counting
from aligner_core.grounding import to_html, to_json

POLICY = "You can return the item within 90 days of delivery. Opened software is excluded. 반품은 90일 안에 해 주세요."
CITED = "You can return the item within 90 days of delivery."


def anthropic(*blocks: tuple[str, list[str]]) -> Reading:
    """Return what is read of an answer in blocks, each with the words that it cites of the policy."""
    source = {"type": "text", "data": POLICY}
    content = [
        {
            "type": "text",
            "text": text,
            "citations": [{"type": "page_location", "cited_text": one, "document_index": 0} for one in cited],
        }
        for text, cited in blocks
    ]
    asked = {"role": "user", "content": [{"type": "document", "source": source, "title": "returns.md"}]}
    return read(json.dumps([asked, {"role": "assistant", "content": content}]))


def rag(*entries: dict[str, object]) -> Reading:
    """Return what is read of a retrieval with entries."""
    chunks = [{"chunkId": "returns.md#1", "title": "returns.md", "content": POLICY}]
    return read(json.dumps({"query": "How long?", "chunks": chunks, "extraction": {"entries": list(entries)}}))


def judged(report: Report) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Return each sentence's answer, with the facts that its quotes lack and what they have instead."""
    return [
        (row.judgement.answer, [(fact.text, [one.text for one in fact.instead]) for fact in row.facts])
        for row in report.answers
    ]


def test_an_answer_that_contradicts_its_own_citation_is_not_ok() -> None:
    report = check(anthropic(("You have 30 days to return it.", [CITED])))

    assert all(report.rows)
    assert judged(report) == [("no", [("30 days", ["90 days"])])]
    assert not report
    [row] = report.answers
    [fact] = row.facts
    assert (row.sentence[fact.start : fact.end], row.quotes) == ("30 days", (1,))
    assert (fact.instead[0].quote, fact.instead[0].source) == (1, "returns.md")


@pytest.mark.parametrize(
    ("text", "cited", "answers"),
    [
        pytest.param("It can go back for 90 days.", [CITED], ["yes"], id="the same value"),
        pytest.param("Sure! Grace can always help: 90 days.", [CITED], ["yes", "yes"], id="names and words"),
        pytest.param("1. You have 90 days [2].", [CITED], ["yes"], id="marks of lists and of citations"),
        pytest.param("There are two rules. 90 days.", [CITED], ["yes", "yes"], id="a number word alone"),
        pytest.param("You have 90 days and 12 hours.", [CITED], ["no"], id="a value more"),
        pytest.param("You cannot return the item.", [CITED], ["no"], id="a denial more"),
        pytest.param("You have 90 days. Then 30 days more.", [CITED], ["yes", "no"], id="the second sentence"),
        pytest.param("30일 안에 반품하세요.", ["반품은 90일 안에 해 주세요."], ["no"], id="Korean"),
        pytest.param("90일 안에 반품하세요.", ["반품은 90일 안에 해 주세요."], ["yes"], id="the same in Korean"),
        pytest.param("Rückgabe ist nicht nach dem Tag möglich.", [CITED], ["unjudged"], id="another language"),
        pytest.param("Dafür haben Sie 30 Tage und nicht mehr.", [CITED], ["no"], id="a value in another language"),
        pytest.param("You have 90 days.", ["Opened software is excluded.", CITED], ["yes"], id="in the second quote"),
        pytest.param("You have 30 days.", ["You get 30 days."], ["yes"], id="words that no source has"),
    ],
)
def test_check_compares_each_sentence_with_what_it_cites(text: str, cited: list[str], answers: list[str]) -> None:
    report = check(anthropic((text, cited)))

    assert [row.judgement.answer for row in report.answers] == answers
    assert report.ok == (all(report.rows) and set(answers) == {"yes"})


def test_check_counts_sentences_over_all_answers() -> None:
    report = check(anthropic(("90 days. 30 days.", [CITED, CITED]), ("Opened software is not.", ["Opened software"])))

    assert [(row.number, row.quotes, row.ok) for row in report.answers] == [
        (1, (1, 2), True),
        (2, (1, 2), False),
        (3, (3,), False),
    ]


CASES = [line.split("\t") for line in (Path(__file__).parent / "cited_answers.tsv").read_text("utf-8").splitlines()]
"""Sentences of answers with what they cite, written before the rule: language, whether it says the same, kind, both."""


def test_thirty_answers_that_contradict_what_they_cite_are_found() -> None:
    missed = [answer for _, same, _, answer, cited in CASES if same == "no" and not _no_fact(answer, cited)]

    assert len(CASES) == 60
    assert missed == []


def test_few_answers_that_say_what_they_cite_are_marked() -> None:
    marked = [answer for _, same, _, answer, cited in CASES if same == "yes" and _no_fact(answer, cited)]

    assert len(marked) <= 2


def _no_fact(answer: str, cited: str) -> bool:
    """Return whether a sentence of an answer is not what it cites."""
    source = {"type": "text", "data": cited}
    block = {"type": "page_location", "cited_text": cited, "document_index": 0}
    asked = {"role": "user", "content": [{"type": "document", "source": source, "title": "page"}]}
    told = {"role": "assistant", "content": [{"type": "text", "text": answer, "citations": [block]}]}
    return not all(check(read(json.dumps([asked, told]))).answers)


QUOTE = {"quote": CITED, "chunkId": "returns.md#1"}


@pytest.mark.parametrize(
    ("entry", "answers"),
    [
        pytest.param({"type": "answer", "title": "30 days?", "body": "Yes, 90 days."}, ["yes"], id="not the question"),
        pytest.param({"type": "answer", "title": "You have 30 days."}, ["no"], id="a title alone"),
        pytest.param(
            {"type": "answer", "title": "?", "body": "90 days.\n\nSource: returns 2024.md, page 3"},
            ["yes"],
            id="sources",
        ),
        pytest.param({"type": "answer", "title": "?", "body": "Source: a 2.md"}, [], id="nothing but sources"),
        pytest.param({"type": "citation", "title": "returns.md#1", "body": "score: 3"}, [], id="a chunk that is named"),
        pytest.param({"type": "fact", "title": "You have 30 days."}, [], id="a claim is no answer"),
    ],
)
def test_check_reads_answers_of_retrievals(entry: dict[str, object], answers: list[str]) -> None:
    report = check(rag(entry | {"evidence": [QUOTE]}))

    assert [row.judgement.answer for row in report.answers] == answers


def test_retrieved_evidence_is_no_answer() -> None:
    reading = read('[{"chunk_id": "c-30 days", "relevance": "high", "quoted_text": "within 90 days", "method": "k"}]')

    assert reading.counting is Counting.CHUNK_IDS
    assert check(reading, POLICY).answers == ()


def test_explain_names_both_places() -> None:
    report = check(anthropic(("It is 30 days.", [CITED]), ("Das ist ja schön und gut so, und wir sagen das.", [CITED])))

    text = explain(report)

    assert text.splitlines()[0] == (
        "All 2 quotes are in the sources. 1 of 2 cited sentences says something else than its quotes, and 1 could not "
        "be judged."
    )
    assert "✗ answer     sentence 1 cites quote 1\n    says     It is [30 days].\n" in text
    assert "number: “30 days” in the answer, “90 days” in quote 1, returns.md" in text
    assert "? answer     sentence 2 cites quote 2\n" in text
    assert "not judged: in its language only numbers, dates and identifiers are compared" in text
    assert "… and 1 more cited sentences that are not ok" in explain(report, limit=1)


def test_headline_of_answers() -> None:
    both = anthropic(("It is 30 days.", [CITED]), ("It is 31 days.", [CITED]))
    unjudged = anthropic(("Das ist ja schön und gut so, und wir sagen das.", [CITED]))

    assert "2 of 2 cited sentences say something else than their quotes." in explain(check(both))
    assert "1 of 1 cited sentences could not be judged." in explain(check(unjudged))


def test_to_json_has_a_row_for_each_sentence() -> None:
    wire = json.loads(to_json(check(anthropic(("It is 30 days.", [CITED])))))

    assert wire["ok"] is False
    assert wire["answers"] == [
        {
            "number": 1,
            "sentence": "It is 30 days.",
            "quotes": [1],
            "ok": False,
            "answer": "no",
            "reason": None,
            "facts": [
                {
                    "kind": "number",
                    "text": "30 days",
                    "start": 6,
                    "end": 13,
                    "instead": [{"quote": 1, "text": "90 days", "source": "returns.md"}],
                }
            ],
        }
    ]


def test_to_html_lists_sentences_that_are_not_what_they_cite() -> None:
    wrong = to_html(check(anthropic(("It is <b>30 days</b>.", [CITED]))))
    fine = to_html(check(anthropic(("It is 90 days.", [CITED]))))

    assert '<h2>Not what it cites <span class="c">1</span></h2>' in wrong
    assert "It is &lt;b&gt;30 days&lt;/b&gt;." in wrong
    assert "“90 days” in quote 1, returns.md" in wrong
    assert "the answer does not say what they say" in wrong
    assert "Not what it cites" not in fine
    assert "no cited sentence has another value" in fine
