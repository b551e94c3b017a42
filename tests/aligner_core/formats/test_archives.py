"""Archives: bounded, never written, broken ones refused."""

import io
import zipfile
from collections.abc import Callable, Mapping

import pytest

from aligner_core.formats import FormatError, read, read_stream
from aligner_core.formats.decoding import MAX_FILE_BYTES
from tests.aligner_core.formats.files import CASES, Pipe, noted, turns

CONVERSATIONS = (CASES / "claude--conversations.json").read_bytes()


def archive(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("folder", ["", "export/", "../../", "/"])
def test_archive_is_read_from_any_folder_and_never_written(folder: str) -> None:
    assert len(turns(read(archive({f"{folder}conversations.json": CONVERSATIONS, "__MACOSX/._x.json": b"x"})))) == 2


def test_archive_of_one_file_is_read() -> None:
    reading = read(archive({"notes/talk.txt": b"A: a\nB: b\nA: c", "photo.jpg": b"x", "folder/": b""}))

    assert (reading.format, reading.rule) == (
        "transcript",
        "Transcript (text or Markdown): lines `Speaker: words` (a guess), in `notes/talk.txt` of the archive",
    )
    assert noted(reading)[0] == ("left_out", "", ("file of the archive", 1))


def encrypted(data: bytes) -> bytes:
    """Return an archive that says that its first file is encrypted."""
    place = data.index(b"PK\x01\x02")
    return data[: place + 8] + b"\x01" + data[place + 9 :]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"PK\x03\x04", "archive_unreadable", id="cut off"),
        pytest.param(archive({"a.jpg": b"x"}), "nothing_in_archive", id="nothing to read"),
        pytest.param(archive({"a.json": b"{}", "b.json": b"{}"}), "nothing_in_archive", id="two files"),
        pytest.param(archive({"a.json": b"[]"}, zipfile.ZIP_BZIP2), "archive_unreadable", id="another compression"),
        pytest.param(encrypted(archive({"a.json": b"[]"})), "archive_unreadable", id="locked"),
        pytest.param(archive({"a.json": b" " * (MAX_FILE_BYTES + 1)}), "file_too_large", id="a bomb"),
        pytest.param(
            archive({"conversations-1.json": CONVERSATIONS, "conversations-2.json": b'["a"]'}),
            "files_differ",
            id="two formats",
        ),
    ],
)
@pytest.mark.parametrize(
    "door",
    [
        pytest.param(read, id="at once"),
        pytest.param(lambda data: list(read_stream(io.BytesIO(data)).parts), id="streamed"),
        pytest.param(lambda data: list(read_stream(Pipe(data)).parts), id="piped"),
    ],
)
def test_archive_is_refused(data: bytes, code: str, door: Callable[[bytes], object]) -> None:
    with pytest.raises(FormatError) as caught:
        door(data)

    assert caught.value.code == code


def test_archive_is_read_from_where_a_file_stands() -> None:
    file = io.BytesIO(b"before " + archive({"conversations.json": CONVERSATIONS}))
    file.seek(len("before "))

    assert len(list(read_stream(file).parts)) == 2


def test_archive_is_unpacked_no_further_than_it_is_read() -> None:
    """One part of the first of two files is read: the second is broken, and nobody meets it before its turn."""
    conversation = CONVERSATIONS.strip().removeprefix(b"[").removesuffix(b"]")
    many = b"[" + b",".join([conversation] * 500) + b"]"
    data = archive({"conversations-1.json": many, "conversations-2.json": b"[{"})

    stream = read_stream(io.BytesIO(data))

    assert next(stream.parts).where == "conversations-1.json: [0]"
    with pytest.raises(FormatError, match=r"conversations-2\.json: "):
        list(stream.parts)


def test_archive_is_bounded_over_all_its_files() -> None:
    half = b'["' + b"a" * (MAX_FILE_BYTES * 2 // 3) + b'"]'

    with pytest.raises(FormatError, match=r"conversations-2\.json: Too large"):
        read(archive({"conversations-1.json": half, "conversations-2.json": half}))
