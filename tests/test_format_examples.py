"""The examples of docs/format.md are what the product takes."""

import json
import re
from pathlib import Path

from aligner_core import EvidenceAligner, FailureReason
from review.payloads import check_combined, check_extraction, check_session

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "format.md"
SESSION, EXTRACTION, LINE = (
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


def test_rules_name_every_failure_reason() -> None:
    rules = DOCUMENT.with_name("rules.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `(\w+)` \| .* \| .* \|$", rules, re.MULTILINE) == [reason.value for reason in FailureReason]
