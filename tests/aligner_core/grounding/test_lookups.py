"""Quotes that bring their sources along: what was extracted from a session is looked for in that session."""

import json
from typing import Any

import pytest

from aligner_core import InvalidTypeError, Report, check, explain
from aligner_core.formats import Reading, read
from aligner_core.grounding import to_html, to_json
from aligner_core.grounding.lookups import read_lookups

TEXT = "You can return the item within 90 days."
QUOTE = {"messageIndex": 0, "quote": "within 90 days"}


def session(name: str, *messages: str, quotes: list[dict[str, Any]]) -> dict[str, Any]:
    return {"sessionId": name, "messages": list(messages), "extraction": {"evidence": quotes}}


def reading(*values: object) -> Reading:
    return read("\n".join(json.dumps(value) for value in values))


TWO = reading(
    session("a", "Hello.", TEXT, quotes=[{"messageIndex": 1, "quote": "within 90 days"}]),
    session("b", "It takes 30 days.", quotes=[{"messageIndex": 0, "quote": "It takes 30 days."}, QUOTE]),
)
DOCUMENT = {
    "document_id": "d",
    "text": TEXT,
    "extractions": [{"extraction_class": "period", "extraction_text": "90 days"}],
}
CITED = [
    {"role": "user", "content": [{"type": "document", "source": {"type": "text", "data": TEXT}, "title": "policy"}]},
    {
        "role": "assistant",
        "content": [
            {
                "type": "text",
                "text": "Three months.",
                "citations": [{"type": "char_location", "cited_text": "within 90 days", "document_index": 0}],
            }
        ],
    },
]


def rows(report: Report) -> list[tuple[str, int | str | None, str | None, int | None]]:
    return [(row.verdict.value, row.claimed, row.source, row.source_index) for row in report.rows]


def test_check_looks_for_quotes_in_the_session_they_were_extracted_from() -> None:
    report = check(TWO)

    assert rows(report) == [
        ("verbatim", 1, "a: message 1", 1),
        ("verbatim", 0, "b", 2),
        ("missing", 0, None, None),
    ]
    assert [source.name for source in report.sources] == ["a: message 0", "a: message 1", "b"]
    assert [row.number for row in report.rows] == [1, 2, 3]


def test_check_says_of_several_sessions_what_it_says_of_each() -> None:
    """Report, terminal, page and JSON name the sources of the session, whatever their number in the file."""
    wrong = session("b", "Hello.", "It takes 30 days.", quotes=[{"messageIndex": 0, "quote": "It takes 30 days."}])
    far = session("c", "Hello.", quotes=[{"messageIndex": 7, "quote": "Nobody said this at all."}])

    report = check(reading(session("a", TEXT, quotes=[QUOTE]), wrong, far))
    wire = json.loads(to_json(report))["rows"]

    assert rows(report)[1:] == [("elsewhere", 0, "b: message 1", 2), ("missing", 7, None, None)]
    assert (wire[1]["sourceIndex"], wire[1]["fix"]["quotes"][0]["sourceIndex"]) == (2, 2)
    assert wire[1]["fix"]["quotes"][0]["source"] == "b: message 1"
    assert "quote 2 says b: message 0, stands in b: message 1" in explain(report)
    assert "quote 3 says source 7 of 0–0, is in no source" in explain(report)
    assert "says b: message 0, stands in b: message 1" in to_html(report)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        pytest.param(reading(session("a", TEXT, quotes=[QUOTE])), ["message 0"], id="one session needs no name"),
        pytest.param(reading(DOCUMENT), ["message 0"], id="a text of LangExtract"),
        pytest.param(reading(DOCUMENT, DOCUMENT), ["d (0)", "d (1)"], id="sessions of one name"),
        pytest.param(reading({"messages": [TEXT]}, {"messages": ["b"]}), ["line 1", "line 2"], id="sessions by place"),
        pytest.param(reading(CITED), ["session 0: message 0", "session 0: message 1", "policy"], id="with documents"),
        pytest.param(reading({"query": "?", "chunks": [{"chunkId": "c", "title": "A", "content": TEXT}]}), ["A"]),
    ],
)
def test_read_lookups_names_the_sources_of_a_file(given: Reading, names: list[str]) -> None:
    assert [source.name for one in read_lookups(given) for source in one.sources] == names


def test_check_looks_for_citations_in_the_documents_and_not_in_the_answer() -> None:
    report = check(reading(CITED))

    assert [(row.verdict.value, row.claimed, row.source) for row in report.rows] == [("verbatim", 0, "policy")]


def test_check_leaves_out_other_branches_of_a_conversation() -> None:
    first, second = reading(session("a", TEXT, quotes=[QUOTE])), reading(session("b", "Other.", quotes=[QUOTE]))
    branch = second.parts[0].model_copy(update={"is_alternate": True})
    both = first.model_copy(update={"parts": (*first.parts, branch)})

    assert rows(check(both)) == [("verbatim", 0, "message 0", 0)]
    assert [source.text for source in check("90 days", both).sources] == [TEXT]
    assert len(check(both, TEXT).rows) == 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            reading({"evidence": [QUOTE]}), [("elsewhere", 0, "source 1", 1)], id="an index counts over the sources"
        ),
        pytest.param(
            reading({**DOCUMENT, "text": "None."}), [("verbatim", None, "source 1", 1)], id="but not of one text"
        ),
        pytest.param(
            read('quote,claim\nwithin 90 days,x\n"",y'),
            [("verbatim", None, "source 1", 1), ("unchecked", None, None, None)],
            id="nor of no number",
        ),
        pytest.param(
            reading({"index": "none", "evidence": [{"quote": "90 days"}, QUOTE]}),
            [("verbatim", None, "source 1", 1), ("elsewhere", 0, "source 1", 1)],
            id="an index in spite of none",
        ),
    ],
)
def test_check_looks_for_the_quotes_of_a_file_in_the_sources_given(given: Reading, expected: object) -> None:
    assert rows(check(given, ["Hello.", TEXT])) == expected


def test_check_takes_a_file_as_sources() -> None:
    assert rows(check("within 90 days", TWO)) == [("verbatim", None, "a: message 1", 1)]


@pytest.mark.parametrize("name", ["messages", "sessionMessages"])
def test_check_takes_a_session_with_its_extraction(name: str) -> None:
    assert check({name: [TEXT], "extraction": {"evidence": [QUOTE]}}).ok


def test_check_of_memories_has_nothing_to_check() -> None:
    memories = reading({"results": [{"id": "m", "memory": "Returns take 90 days"}]})

    assert (check(memories, TEXT).ok, check(memories, TEXT).rows) == (False, ())


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("words", ""),
        (["words"], ""),
        ({"evidence": [QUOTE]}, ""),
        (reading({"evidence": [QUOTE]}), ""),
        (reading({"results": [{"id": "m", "memory": "m"}]}), ""),
        (reading(DOCUMENT, {"document_id": "e", "extractions": DOCUMENT["extractions"]}), "line 2"),
    ],
)
def test_check_asks_for_the_sources_that_quotes_do_not_bring(given: object, place: str) -> None:
    with pytest.raises(InvalidTypeError, match=f"name the sources to look in: .*{place}"):
        check(given)
