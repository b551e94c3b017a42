"""`trace` and `check-citations`: the source line of an answer."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from aligner_core._command.files import InputError, read_json, read_text, show, show_json
from aligner_core.citations.trace import build_citation_trace_block, check_citation_line
from aligner_core.errors import InvalidValueError
from aligner_core.formats.notes import sentence
from aligner_core.retrieval import upload_from_documents

TRACE_SUMMARY = "print the block that tells a model to name its sources"
TRACE_EXAMPLES = """\
examples:
  evidence-review trace chunks.json >> system-prompt.txt
"""
NOT_OK = 1
CHECK_SUMMARY = "check the source line of an answer and print the result as JSON"
CHECK_EXAMPLES = """\
examples:
  evidence-review check-citations answer.txt chunks.json
  evidence-review check-citations - chunks.json < answer.txt | jq .staleUnmentioned

exit code: 0 when the line is ok, 1 when it is not, 2 when a file cannot be read
"""
_Result = TypeVar("_Result")


def add_trace_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `trace` takes."""
    parser.add_argument("chunks", type=Path, help="chunks: a list, a retrieval {chunks: [...]}, or documents")


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `check-citations` takes."""
    parser.add_argument("answer", type=Path, help="an answer: text")
    add_trace_arguments(parser)


def run_trace(options: argparse.Namespace) -> int:
    """Print the block."""
    show(_of_chunks(options.chunks, build_citation_trace_block))
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Print the result of checking the source line; return whether it is ok."""
    checked = _of_chunks(options.chunks, partial(check_citation_line, read_text(options.answer)))
    show_json(checked)
    return 0 if checked.ok else NOT_OK


def _of_chunks(path: Path, ask: Callable[[Sequence[Mapping[str, Any]]], _Result]) -> _Result:
    """Return the answer of a function on the chunks in a file."""
    given = read_json(path)
    upload = upload_from_documents(given) or given
    chunks = upload.get("chunks") if isinstance(upload, Mapping) else upload
    if not isinstance(chunks, list) or not all(isinstance(chunk, Mapping) for chunk in chunks):
        message = f"{path}: {sentence('not_a_retrieval', 'chunks', {})}"
        raise InputError(message)
    try:
        return ask(chunks)
    except InvalidValueError as error:
        message = f"{path}: {error}."
        raise InputError(message) from error
