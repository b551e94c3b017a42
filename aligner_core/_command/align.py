"""`align`: every quote of an extraction, with its outcome."""

import argparse
from pathlib import Path

from aligner_core._command.files import InputError, progress, read_json, show_json, tell
from aligner_core.aligner import EvidenceAligner
from aligner_core.errors import ExtractionError
from aligner_core.formats.extraction import ParsedExtraction, parse_extraction
from aligner_core.formats.notes import sentence
from aligner_core.formats.session import SessionUpload, parse_session

SUMMARY = "align an extraction to a session and print the result as JSON"
EXAMPLES = """\
examples:
  evidence-review align session.json extraction.json
  evidence-review align session.json - < extraction.json | jq .failedQuotes

exit code: 0 when it ran, whatever it found (`check` says by its exit code), 2 when a file cannot be read
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("session", type=Path, help="a session: {messages: [...]}")
    parser.add_argument("extraction", type=Path, help="an extraction: {entries: [...]} or {evidence: [...]}")


def run(options: argparse.Namespace) -> int:
    """Print the result."""
    session, extraction = _parsed(options.session, options.extraction)
    total = sum(len(entry.quotes) for entry in extraction.entries)
    with progress(total) as bar:
        result = EvidenceAligner().align(session.messages, extraction, on_quote=bar.update)
    show_json(result)
    return 0


def _parsed(session_path: Path, extraction_path: Path) -> tuple[SessionUpload, ParsedExtraction]:
    path = session_path
    try:
        session = parse_session(read_json(path))
        path = extraction_path
        extraction = parse_extraction(read_json(path))
    except ExtractionError as error:
        message = f"{path}: {error}"
        raise InputError(message) from error
    for note in (*session.notes, *extraction.notes):
        tell(sentence(note.code, note.where, note.params))
    return session, extraction
