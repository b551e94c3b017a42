"""The command line: `python -m aligner_core align | prompt | schema`."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from aligner_core.aligner import EvidenceAligner
from aligner_core.errors import ExtractionError
from aligner_core.extraction import extractor_schema, parse_extraction, parse_session
from aligner_core.prompts import extractor_prompt

BAD_INPUT = 2


class _InputError(Exception):
    """One sentence for the person at the keyboard."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it worked, 2 when the input was wrong."""
    options = _parser().parse_args(arguments)
    try:
        print(_run(options))  # noqa: T201 - this is the command line
    except _InputError as error:
        print(f"aligner_core: {error}", file=sys.stderr)  # noqa: T201 - this is the command line
        return BAD_INPUT
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m aligner_core", description="Find an LLM's quotes in their messages."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    align = commands.add_parser("align", help="align an extraction to a session and print the result as JSON")
    align.add_argument("session", type=Path, help="a session: {messages: [...]}")
    align.add_argument(
        "extraction", type=Path, help="what an extractor made of it: {entries: [...]} or {evidence: [...]}"
    )
    prompt = commands.add_parser("prompt", help="print the instruction for an extractor")
    prompt.add_argument("--language", choices=("en", "ko"), default="en")
    commands.add_parser("schema", help="print the JSON schema of an extractor's answer")
    return parser


def _run(options: argparse.Namespace) -> str:
    match options.command:
        case "align":
            return _align(options.session, options.extraction)
        case "prompt":
            return extractor_prompt(options.language).rstrip()
        case _:
            return json.dumps(extractor_schema(), ensure_ascii=False, indent=2)


def _align(session_path: Path, extraction_path: Path) -> str:
    session, extraction = _read(session_path), _read(extraction_path)
    try:
        upload = parse_session(session)
        parse_extraction(extraction)
    except ExtractionError as error:
        message = f"{error} (a session is {{messages: [...]}}, an extraction {{entries: [...]}} or {{evidence: [...]}})"
        raise _InputError(message) from error
    result = EvidenceAligner().align(upload.messages, extraction)
    return _printable(json.dumps(result.model_dump(by_alias=True, mode="python"), ensure_ascii=False, indent=2))


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
    except (ValueError, RecursionError) as error:
        message = f"{path} is no JSON: {error}"
    raise _InputError(message)


def _printable(text: str) -> str:
    """Write lone surrogates as escapes; nothing else can print them."""
    return text.encode("utf-8", "backslashreplace").decode()


if __name__ == "__main__":
    sys.exit(main())
