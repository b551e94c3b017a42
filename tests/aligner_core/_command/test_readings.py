"""Files as the commands read them: whole, and yet larger than what is read at once."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from aligner_core._command.files import InputError
from aligner_core._command.readings import read_bytes
from aligner_core.formats.decoding import MAX_FILE_BYTES

TALKS = [
    {"uuid": name, "chat_messages": [{"sender": "human", "text": "a" * (MAX_FILE_BYTES * 2 // 3)}]} for name in "ab"
]


def zipped(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", data)
        archive.writestr("users.json", "[]")
    return made.getvalue()


@pytest.mark.parametrize("is_zipped", [False, True])
def test_read_bytes_takes_more_than_is_read_at_once(*, is_zipped: bool) -> None:
    data = json.dumps(TALKS).encode()

    reading = read_bytes(zipped(data) if is_zipped else data, Path("a"))

    assert len(data) > MAX_FILE_BYTES
    assert [session.session_id for session in reading.sessions] == ["a", "b"]
    assert [note.code for note in reading.notes] == ["left_out"] * is_zipped


def test_read_bytes_refuses_one_value_that_is_larger() -> None:
    with pytest.raises(InputError, match=r"^a: Too large: at most 20971520 bytes are read at once\."):
        read_bytes(json.dumps(TALKS[0] | {"more": "a" * MAX_FILE_BYTES}).encode(), Path("a"))
