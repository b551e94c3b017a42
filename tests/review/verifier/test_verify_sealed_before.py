"""What was sealed before the journal covered who said a message: it verifies, and what it does not cover is said.

The file is one that the release before migration 0015 sealed; it is never made anew.
"""

import io
import json
import zipfile
from pathlib import Path

import pytest

from review.verifier import verify
from tests.forging import Files, forged

SEALED = Path(__file__).parent / "cases" / "sealed_before_0015.zip"


@pytest.fixture
def files() -> Files:
    with zipfile.ZipFile(io.BytesIO(SEALED.read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_an_older_bundle_verifies_and_says_what_it_does_not_cover(capsys: pytest.CaptureFixture[str]) -> None:
    code = verify.main([str(SEALED)])

    uncovered, *rest = capsys.readouterr().out.splitlines()
    assert code == 0
    assert uncovered == "UNCOVERED  messages.jsonl: role, name and timestamp of 3 messages of older events"
    assert rest[0] == "Everything here was checked and holds."


def test_an_older_bundle_still_covers_the_texts(files: Files) -> None:
    def lie(records: list[dict[str, object]]) -> None:
        records[-1].update(content="Made up.", content_hash=verify.sha256("Made up."), length=8)

    found = [what for kind, where, what in verify.check(forged(files, "messages.jsonl", lie)) if kind == "wrong"]

    assert "its text, speaker or time is not the one in the journal" in found


def test_an_older_bundle_does_not_cover_the_speakers(files: Files) -> None:
    """The reason for digests: this lie was never found, and cannot be found in bundles of that time."""
    made = forged(files, "messages.jsonl", lambda records: records[0].update(role="boss"))
    key = json.loads(made["manifest.json"])["key_id"]

    assert [issue.kind for issue in verify.check(made, wanted_key=key)] == ["uncovered"]
