"""Other ways to write an upload: brought into one form, and nothing of them is lost on the way."""

from typing import Any

import pytest

from aligner_core.formats import unified

MESSAGES = ["The cache lives for one hour."]
EXTRACTION: dict[str, Any] = {"evidence": [{"messageIndex": 0, "quote": "one hour"}]}


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="a list"),
        pytest.param({"messages": MESSAGES}, id="a session alone"),
        pytest.param({"messages": MESSAGES, "extraction": EXTRACTION, "claims": ["x"]}, id="a second extraction"),
        pytest.param({"messages": MESSAGES, "extraction": {**EXTRACTION, "run": 7}, "model": "m"}, id="no run"),
        pytest.param({"chunks": [], "answer": "One hour."}, id="an answer by nobody"),
        pytest.param({"chunks": [], "answer": " ", "model": "m"}, id="no answer"),
        pytest.param({"chunks": [], "answer": 3, "model": "m"}, id="an answer that is no text"),
        pytest.param({"messages": MESSAGES, "answer": "One hour.", "model": "m"}, id="an answer without chunks"),
    ],
)
def test_unified_leaves_everything_else_as_it_is(given: object) -> None:
    assert unified(given) == given


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        pytest.param(
            {"sessionMessages": MESSAGES, "extractedJson": EXTRACTION},
            {"sessionMessages": MESSAGES, "extraction": EXTRACTION},
            id="extractedJson",
        ),
        pytest.param(
            {"chunks": [], "answer": "One hour.", "model": "m", "run": {"runId": "r"}},
            {"chunks": [], "answer": "One hour.", "extraction": {"evidence": [], "run": {"model": "m", "runId": "r"}}},
            id="the run of an answer",
        ),
        pytest.param(
            {"source_content": MESSAGES[0], "claims": ["one hour"]},
            {"messages": MESSAGES, "extraction": {"evidence": [{"quote": "one hour", "messageIndex": 0}]}},
            id="the claims of version 1",
        ),
        pytest.param(
            {"messages": ["Hello.", *MESSAGES], "claims": ["one hour"]},
            {"messages": ["Hello.", *MESSAGES], "extraction": {"evidence": [{"quote": "one hour"}]}},
            id="claims of several messages",
        ),
        pytest.param(
            {"messages": MESSAGES, "extraction": EXTRACTION, "model": "m", "run": {"runId": "r", "x": 1}},
            {"messages": MESSAGES, "extraction": {**EXTRACTION, "run": {"model": "m", "runId": "r", "x": 1}}},
            id="a run beside the messages",
        ),
        pytest.param(
            {
                "messages": MESSAGES,
                "extraction": {**EXTRACTION, "run": {"runId": "s"}},
                "run": {"runId": "r", "model": "m"},
            },
            {
                "messages": MESSAGES,
                "extraction": {**EXTRACTION, "run": {"runId": "s", "model": "m"}},
                "run": {"runId": "r"},
            },
            id="a run that says otherwise",
        ),
    ],
)
def test_unified_brings_synonyms_into_one_form(given: object, wanted: object) -> None:
    assert unified(given) == wanted
