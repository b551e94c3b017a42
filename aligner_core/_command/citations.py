"""`trace` and `check-citations`: the source line of an answer."""

import argparse
import math
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
  evidence-review trace chunks.json --stale-after-days 30 --top 3
"""
NOT_OK = 1
MAX_DAYS = 100_000
CHECK_SUMMARY = "check the sources that an answer names, and print the result as JSON"
CHECK_EXAMPLES = """\
examples:
  evidence-review check-citations answer.txt chunks.json
  evidence-review check-citations - chunks.json < answer.txt | jq .staleUnmentioned

exit code: 0 when they are ok, 1 when they are not, 2 when a file cannot be read
"""
_Result = TypeVar("_Result")


def add_trace_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `trace` takes."""
    _add_chunks(parser)
    add_stale_argument(parser)
    parser.add_argument("--top", type=_days, metavar="COUNT", help="how many sources get a date (default: 5)")
    parser.add_argument("--time-zone", metavar="NAME", help="of these dates (default: UTC)")


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `check-citations` takes."""
    parser.add_argument("answer", type=Path, help="an answer: text")
    _add_chunks(parser)
    add_stale_argument(parser)


def _add_chunks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chunks", type=Path, help="chunks: a list, a retrieval {chunks: [...]}, or documents")


def add_stale_argument(parser: argparse.ArgumentParser) -> None:
    """Add the age from which a source is stale."""
    parser.add_argument(
        "--stale-after-days", type=_days, metavar="DAYS", help="an older source is stale (default: 180; 0: none is)"
    )


def trace_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a trace that the arguments name."""
    days = options.stale_after_days
    named = {"staleAfterDays": math.inf if days == 0 else days, "provenanceTopCount": getattr(options, "top", None)}
    zone = getattr(options, "time_zone", None)
    return {key: value for key, value in {**named, "timeZone": zone}.items() if value is not None}


def run_trace(options: argparse.Namespace) -> int:
    """Print the block."""
    show(_of_chunks(options.chunks, partial(build_citation_trace_block, options=trace_options(options))))
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Print the result of checking the source line; return whether it is ok."""
    check = partial(check_citation_line, read_text(options.answer), options=trace_options(options))
    checked = _of_chunks(options.chunks, check)
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


def _days(text: str) -> int:
    """Return a count of days or of sources; argparse prints the error."""
    if text.isascii() and text.isdigit() and int(text) <= MAX_DAYS:
        return int(text)
    message = f"{text} is no number from 0 to {MAX_DAYS}"
    raise argparse.ArgumentTypeError(message)
