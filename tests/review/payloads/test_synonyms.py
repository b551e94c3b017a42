"""Other ways to write an upload: brought into one form, and nothing of them is lost on the way."""

import pytest

from aligner_core.formats import Run
from review.domain.errors import UploadRefusedError
from review.payloads import check_combined, unified

MESSAGES = ["The cache lives for one hour."]
EXTRACTION = {"evidence": [{"messageIndex": 0, "quote": "one hour"}]}


@pytest.mark.parametrize("payload", [None, [], "text", {"messages": MESSAGES}, {"chunks": [], "extraction": None}])
def test_unified_leaves_everything_else_as_it_is(payload: object) -> None:
    assert unified(payload) == payload


def test_unified_takes_extracted_json_for_the_extraction() -> None:
    given = {"sessionMessages": MESSAGES, "extractedJson": EXTRACTION}

    assert unified(given) == {"sessionMessages": MESSAGES, "extraction": EXTRACTION}


def test_unified_keeps_a_second_extraction_to_be_noted() -> None:
    given = {"messages": MESSAGES, "extraction": EXTRACTION, "extractedJson": {"evidence": []}, "claims": ["x"]}

    assert unified(given) == given
    assert [note.where for note in check_combined(given).session.notes] == ["extractedJson", "claims"]


def test_unified_moves_a_run_beside_the_messages_into_the_extraction() -> None:
    given = {"messages": MESSAGES, "extraction": EXTRACTION, "model": "m", "run": {"runId": "r", "promptVersion": "p"}}

    upload = check_combined(given)

    assert upload.session.notes == ()
    assert upload.extraction is not None
    assert upload.extraction.run == Run(model="m", run_id="r", prompt_version="p")


def test_unified_leaves_what_contradicts_the_run_of_the_extraction() -> None:
    inner = {**EXTRACTION, "run": {"model": "m-1"}, "extractor": "mem"}
    given = {"messages": MESSAGES, "extraction": inner, "model": "m-2", "run": {"extractor": "other", "runId": "r"}}

    upload = check_combined(given)

    assert [note.where for note in upload.session.notes] == ["model", "run"]
    assert upload.extraction is not None
    assert upload.extraction.run == Run(model="m-1", extractor="mem", run_id="r")


def test_unified_leaves_a_run_that_cannot_be_read() -> None:
    given = {"messages": MESSAGES, "extraction": {**EXTRACTION, "run": 7}, "model": "m"}

    assert unified(given) == given


@pytest.mark.parametrize("key", ["sourceContent", "source_content"])
def test_unified_reads_claims_of_version_one(key: str) -> None:
    upload = check_combined({key: MESSAGES[0], "claims": ["one hour", "two hours"], "sessionId": "v1"})

    assert [message.content for message in upload.session.messages] == MESSAGES
    assert upload.extraction is not None
    [entry] = upload.extraction.entries
    assert [(quote.text, quote.message_index) for quote in entry.quotes] == [("one hour", 0), ("two hours", 0)]
    assert (upload.session.notes, upload.extraction.notes) == ((), ())


def test_unified_claims_no_message_where_there_are_several() -> None:
    upload = check_combined({"messages": ["Hello.", *MESSAGES], "claims": ["one hour"]})

    assert upload.extraction is not None
    assert [quote.refusal for quote in upload.extraction.entries[0].quotes] == ["invalid_index"]


def test_unified_is_no_session_without_messages() -> None:
    with pytest.raises(UploadRefusedError):
        check_combined({"claims": ["one hour"]})
