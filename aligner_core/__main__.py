"""The command line: `python -m aligner_core align | trace | check-citations | prompt | schema`."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel
from tqdm import tqdm

from aligner_core.aligner import EvidenceAligner
from aligner_core.bundles import PRODUCT_POLICY, bundle_schema
from aligner_core.citations.trace import build_citation_trace_block, check_citation_line
from aligner_core.errors import ExtractionError, InvalidValueError
from aligner_core.evidence.results import AlignResult
from aligner_core.formats.extraction import ParsedExtraction, parse_extraction
from aligner_core.formats.notes import sentence
from aligner_core.formats.prompts import extractor_prompt, extractor_schema
from aligner_core.formats.session import SessionUpload, parse_session
from aligner_core.retrieval import upload_from_documents

BAD_INPUT = 2
OUTPUT_CLOSED = 141
"""What a shell reports of a program whose reader, such as `head`, closed the pipe: 128 plus SIGPIPE."""
PROGRESS_AFTER = 1.0
"""Seconds after which a run shows a progress bar."""
_SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "answer": extractor_schema,
    "bundle": bundle_schema,
    "audit-bundle": partial(bundle_schema, PRODUCT_POLICY),
}


_Result = TypeVar("_Result")


class _InputError(Exception):
    """A wrong input; its text is a sentence for the person at the keyboard."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 when it ran, 2 when the input was wrong, 141 when nobody reads the output."""
    options = _parser().parse_args(arguments)
    try:
        print(_run(options), flush=True)  # noqa: T201 - this is the command line
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python still flushes on its way out
        return OUTPUT_CLOSED
    except _InputError as error:
        _tell(f"aligner_core: {error}")
        return BAD_INPUT
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m aligner_core", description="Find the quotes of an LLM.")
    commands = parser.add_subparsers(dest="command", required=True)
    align = commands.add_parser("align", help="align an extraction to a session and print the result as JSON")
    align.add_argument("session", type=Path, help="a session: {messages: [...]}")
    align.add_argument("extraction", type=Path, help="an extraction: {entries: [...]} or {evidence: [...]}")
    trace = commands.add_parser("trace", help="print the block that tells a model to name its sources")
    check = commands.add_parser(
        "check-citations", help="check the source line of an answer and print the result as JSON"
    )
    check.add_argument("answer", type=Path, help="an answer: text")
    for command in (trace, check):
        command.add_argument("chunks", type=Path, help="chunks: a list, a retrieval {chunks: [...]}, or documents")
    prompt = commands.add_parser("prompt", help="print the instruction for an extractor")
    prompt.add_argument("--language", choices=("en", "ko"), default="en")
    schema = commands.add_parser("schema", help="print a JSON schema")
    schema.add_argument("--of", choices=tuple(_SCHEMAS), default="answer")
    return parser


def _run(options: argparse.Namespace) -> str:
    match options.command:
        case "align":
            result = _align(*_parsed(options.session, options.extraction))
            return _dumped(result)
        case "trace":
            return _printable(_of_chunks(options.chunks, build_citation_trace_block))
        case "check-citations":
            answer = _text(options.answer)
            return _dumped(_of_chunks(options.chunks, partial(check_citation_line, answer)))
        case "prompt":
            return extractor_prompt(options.language).rstrip()
        case _:
            return json.dumps(_SCHEMAS[options.of](), ensure_ascii=False, indent=2)


def _parsed(session_path: Path, extraction_path: Path) -> tuple[SessionUpload, ParsedExtraction]:
    path = session_path
    try:
        session = parse_session(_read(path))
        path = extraction_path
        extraction = parse_extraction(_read(path))
    except ExtractionError as error:
        message = f"{path}: {error}"
        raise _InputError(message) from error
    for note in (*session.notes, *extraction.notes):
        _tell(sentence(note.code, note.where, note.params))
    return session, extraction


def _align(session: SessionUpload, extraction: ParsedExtraction) -> AlignResult:
    total = sum(len(entry.quotes) for entry in extraction.entries)
    with tqdm(total=total, unit=" quotes", delay=PROGRESS_AFTER, file=sys.stderr) as bar:
        return EvidenceAligner().align(session.messages, extraction, on_quote=bar.update)


def _of_chunks(path: Path, ask: Callable[[Sequence[Mapping[str, Any]]], _Result]) -> _Result:
    """Return the answer of a function on the chunks in a file."""
    given = _read(path)
    upload = upload_from_documents(given) or given
    chunks = upload.get("chunks") if isinstance(upload, Mapping) else upload
    if not isinstance(chunks, list) or not all(isinstance(chunk, Mapping) for chunk in chunks):
        message = f"{path}: {sentence('not_a_retrieval', 'chunks', {})}"
        raise _InputError(message)
    try:
        return ask(chunks)
    except InvalidValueError as error:
        message = f"{path}: {error}."
        raise _InputError(message) from error


def _read(path: Path) -> object:
    try:
        return json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        message = f"{path} is not JSON: {error}."
    raise _InputError(message)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8 text: {error}."
    raise _InputError(message)


def _dumped(result: BaseModel) -> str:
    return _printable(json.dumps(result.model_dump(by_alias=True), ensure_ascii=False, indent=2))


def _tell(text: str) -> None:
    print(_printable(text), file=sys.stderr)  # noqa: T201 - this is the command line


def _printable(text: str) -> str:
    """Return a text with escapes for lone surrogates, which cannot be printed otherwise."""
    return text.encode("utf-8", "backslashreplace").decode()


if __name__ == "__main__":
    sys.exit(main())
