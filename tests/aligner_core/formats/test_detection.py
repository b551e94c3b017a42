"""No reader takes a file of another format: each is asked about every case of every other, by itself."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from aligner_core.formats.reading import Reader, RowVariant, TextRead, TextReader
from aligner_core.formats.registry import READERS, TEXT_READERS
from tests.aligner_core.formats.files import CASES
from tests.aligner_core.formats.mutations import format_of

AFTER = {
    "anthropic": {"exchange"},
    "extraction": {"own_export", "session"},
    "openai_chat": {"anthropic", "exchange", "mem0", "own_export"},
    "session": {"anthropic", "discord", "gemini_cli", "mem0", "openai_chat"},
    "transcript": {"kakaotalk", "otter", "subrip", "webvtt", "whatsapp"},
}
"""The formats whose shape holds others', so that the readers of these must come before."""
JSON = [path for path in sorted(CASES.iterdir()) if path.suffix in {".json", ".jsonl", ".af"}]
TEXTS = [
    path for path in sorted(CASES.iterdir()) if path.suffix in {".txt", ".md", ".csv", ".tsv", ".vtt", ".srt", ".ann"}
]


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_readers_of_json_take_no_file_of_another_format(reader: Reader) -> None:
    taken = {format_of(path.name) for path in JSON if _fits(reader, path)} - {reader.name}

    assert taken <= AFTER.get(reader.name, set())
    assert all(_place(name) < _place(reader.name) for name in taken)


@pytest.mark.parametrize("reader", TEXT_READERS, ids=lambda reader: reader.name)
def test_readers_of_texts_take_no_file_of_another_format(reader: TextReader) -> None:
    texts = {path.name: path.read_text(encoding="utf-8-sig") for path in TEXTS}
    names = {known.name for known in TEXT_READERS}
    taken = {
        format_of(name)
        for name, text in texts.items()
        if format_of(name) in names and isinstance(reader.read(text, ""), TextRead)
    } - {reader.name}

    assert taken <= AFTER.get(reader.name, set())
    assert all(_place(name) < _place(reader.name) for name in taken)


def _place(name: str) -> int:
    return [*(one.name for one in READERS), *(one.name for one in TEXT_READERS)].index(name)


def _fits(reader: Reader, path: Path) -> bool:
    whole, rows = _values(path)
    return any(
        any(map(variant.shape.fits, rows)) or (whole is not None and variant.shape.fits(whole))
        for variant in reader.variants
        if rows or not isinstance(variant, RowVariant) or whole is not None
    )


def _values(path: Path) -> tuple[object, list[object]]:
    """Return the value of a file, and its rows."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".jsonl":
        return None, list(_rows(text))
    value = json.loads(text)
    return value, value if isinstance(value, list) else []


def _rows(text: str) -> Iterator[object]:
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue
