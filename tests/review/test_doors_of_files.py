"""A file is the same by every door: the page, the command, the library and the API find equal sessions and quotes."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from aligner_core._command.main import main
from aligner_core.formats import Reading, read, read_stream
from review.models import UploadDraft, UploadPart
from review.payloads.files import read_or_mapped, reader_notes
from review.services.ingest.dropped import dropped, keep_files
from tests.aligner_core.formats.files import CASES
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db
FILES = sorted(CASES.iterdir())


def uploads(reading: Reading) -> list[dict[str, Any]]:
    """Return what is read in our own form, as JSON has it."""
    held: list[dict[str, Any]] = json.loads(json.dumps([part.upload for part in reading.parts if part.upload]))
    return held


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_the_same_by_every_door(path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = path.read_bytes()
    by_library = read(data, name=path.name)
    expected = uploads(by_library)
    taken = [part.upload for part in by_library.parts if part.upload and not part.is_alternate]

    draft = UploadDraft(project=make_project(), created_by=make_user())
    kept = keep_files(draft, [(path.name, data)])
    by_page = [json.loads(part.text) for part in UploadPart.objects.filter(file__draft=draft).order_by("place")]
    by_api = read_or_mapped(data, name=path.name).reading
    out = tmp_path / "out.jsonl"
    code = main(["convert", str(path), "-o", str(out)])
    told = capsys.readouterr().err
    streamed = read_stream(io.BytesIO(data), name=path.name)

    assert kept.unread == ()
    assert by_page == expected
    assert by_api == by_library
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == json.loads(json.dumps(taken))
    assert code == any(note.is_left_out for note in by_library.notes)
    assert [part.upload for part in streamed.parts if part.upload] == [
        part.upload for part in by_library.parts if part.upload
    ]
    [source] = dropped(draft).sources
    assert (source.format, source.counting) == (by_library.format, by_library.counting)
    assert source.notes == reader_notes(by_library.notes)
    assert by_library.counting.sentence in told
