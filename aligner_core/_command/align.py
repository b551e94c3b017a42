"""`align`: every quote of an extraction, with its outcome."""

import argparse
from pathlib import Path
from typing import TypeVar

from aligner_core._command.files import STDIN, InputError, name_of, progress, show_json
from aligner_core._command.readings import add_map_argument, mapping_of, print_reading, read_file
from aligner_core.aligner import EvidenceAligner
from aligner_core.formats.extraction import ParsedExtraction
from aligner_core.formats.mapping import FieldMapping
from aligner_core.formats.reading import Part

SUMMARY = "align an extraction to a session and print the result as JSON"
EXAMPLES = """\
SESSION and EXTRACTION are files of any format that is known (`convert --help` names some): our own, or what an
assistant, an API or a framework writes. EXTRACTION may be left out where SESSION has one.

examples:
  evidence-review align session.json extraction.json
  evidence-review align upload.json
  evidence-review align conversation.jsonl quotes.csv
  evidence-review align conversation.jsonl facts.jsonl --map claim=fact,quote=said,message=msg
  evidence-review align session.json - < extraction.json | jq .failedQuotes

exit code: 0 when it ran, whatever it found (`check` says by its exit code), 2 when a file cannot be read
"""
_One = TypeVar("_One")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("session", metavar="SESSION", type=Path, help="a session, as {messages: [...]}")
    parser.add_argument(
        "extraction",
        metavar="EXTRACTION",
        type=Path,
        nargs="?",
        help="an extraction, as {entries: [...]} or {evidence: [...]}; without it, that of SESSION",
    )
    add_map_argument(parser, "EXTRACTION, or SESSION where that is alone,")


def run(options: argparse.Namespace) -> int:
    """Print the result."""
    part, extraction = _read(options.session, options.extraction, mapping_of(options.map))
    messages = part.session.messages if part.session else ()
    total = sum(len(entry.quotes) for entry in extraction.entries)
    with progress(total) as bar:
        result = EvidenceAligner().align(messages, extraction, chunk_ids=part.chunk_ids, on_quote=bar.update)
    show_json(result)
    return 0


def _read(
    session_path: Path, extraction_path: Path | None, mapping: FieldMapping | None
) -> tuple[Part, ParsedExtraction]:
    """Return the part of a file that is its only session, and the extraction."""
    if session_path == extraction_path == STDIN:
        message = 'only one of the files can be "-", standard input.'
        raise InputError(message)
    reading = read_file(session_path, mapping if extraction_path is None else None)
    print_reading(session_path, reading)
    held = tuple(part for part in reading.parts if part.session is not None and not part.is_alternate)
    session = _one(held, "session", session_path)
    if extraction_path is not None:
        reading = read_file(extraction_path, mapping)
        print_reading(extraction_path, reading)
    return session, _one(reading.extractions, "extraction", extraction_path or session_path)


def _one(held: tuple[_One, ...], kind: str, path: Path) -> _One:
    """Return the only session or extraction of a file."""
    if len(held) != 1:
        several = f"holds {len(held)} {kind}s: `convert --to jsonl` writes each on a line of its own"
        message = f"{name_of(path)} {several if held else f'holds no {kind}'}."
        raise InputError(message)
    return held[0]
