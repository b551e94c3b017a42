"""The examples of docs/formats.md are what the product takes."""

import json
import re
from pathlib import Path

from aligner_core import EvidenceAligner, FailureReason
from aligner_core.citations.trace import check_citation_line
from review.payloads import CheckedRetrieval, check_combined, check_extraction, check_session

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "formats.md"
SESSION, EXTRACTION, RETRIEVAL, LINE = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
)


def _methods(session: object, extraction: dict[str, object]) -> list[str]:
    outcomes = EvidenceAligner().align(check_session(session).messages, extraction).outcomes
    return [one.match_method for one in outcomes]


def test_format_example_of_an_extraction_aligns_to_the_example_of_a_session() -> None:
    assert check_extraction(EXTRACTION).notes == ()
    assert _methods(SESSION, EXTRACTION) == ["exact"]


def test_format_example_of_an_import_line_aligns() -> None:
    upload = check_combined(LINE)

    assert upload.extraction is not None
    assert _methods(LINE, LINE["extraction"]) == ["exact"]


def test_format_example_of_a_retrieval_aligns_and_names_its_source() -> None:
    upload = check_combined(RETRIEVAL)

    assert isinstance(upload.session, CheckedRetrieval)
    assert upload.session.notes == ()
    assert upload.extraction is not None
    assert upload.extraction.notes == ()
    [entry] = upload.extraction.entries
    [outcome] = EvidenceAligner().align(upload.session.messages, RETRIEVAL["extraction"]).outcomes
    assert outcome.match_method == "exact"
    checked = check_citation_line(entry.body, RETRIEVAL["chunks"])
    assert (checked.position, [one.status for one in checked.labels]) == ("end", ["real"])


def test_specification_names_every_failure_reason() -> None:
    specification = DOCUMENT.with_name("specification.md").read_text(encoding="utf-8")
    reasons = specification.partition("### 3.7 ")[2].partition("\n### ")[0]

    assert re.findall(r"^\| `(\w+)` \| .* \|$", reasons, re.MULTILINE) == [reason.value for reason in FailureReason]
