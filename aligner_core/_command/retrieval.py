"""`search` and `context`: chunks searched for evidence, and the context that a model answers from."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from aligner_core._command.files import InputError, name_of, read_json, show, show_json
from aligner_core.errors import ExtractionError, InvalidTypeError, InvalidValueError, MissingExtraError
from aligner_core.retrieval import (
    BM25Retriever,
    RetrievalUpload,
    SearchRAGOutput,
    answer_context,
    context_headings,
    parse_retrieval,
    search,
)

DEFAULT_LIMIT, MAX_LIMIT = 3, 100
SEARCH_SUMMARY = "search chunks for a question, and print the evidence as JSON"
SEARCH_EXAMPLES = """\
CHUNKS is a retrieval {query, chunks: [...]}, a list of its chunks, or documents of LangChain or LlamaIndex. Searched is
by category, else by the words of the question, else by one of its keywords; `events` says what was tried.

examples:
  evidence-review search chunks.json "How do I sort bottles?"
  evidence-review search chunks.json "라벨은?" --category plastics --subcategory bottles
  evidence-review search retrieval.json | evidence-review context - --tips tips.json

exit code: 0 when something was found, 1 when nothing was, 2 when a file cannot be read
"""
CONTEXT_SUMMARY = "print the context that a model answers from: what was found, its sources, and tips"
CONTEXT_EXAMPLES = """\
SEARCH is what `search` prints: {disposal_rules, evidence: [...]}. Tips are texts by tag, {"label": "Remove it."}: those
of the tags that the evidence has are printed.

examples:
  evidence-review context search.json >> prompt.txt
  evidence-review context search.json --tips tips.json --language en
"""
NOTHING_FOUND = 1


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `search` takes."""
    parser.add_argument("chunks", metavar="CHUNKS", type=Path, help="the chunks to search in")
    parser.add_argument("query", metavar="QUESTION", nargs="?", help="default: the query of the retrieval")
    parser.add_argument("--category", help="the category that the question was classified as")
    parser.add_argument("--subcategory", help="its part of that category")
    parser.add_argument(
        "--limit", type=_limit, default=DEFAULT_LIMIT, help="how many chunks at most (default: %(default)s)"
    )


def add_context_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `context` takes."""
    parser.add_argument("search", metavar="SEARCH", type=Path, help="what `search` printed")
    parser.add_argument("--tips", type=Path, help="a JSON object: a text for each tag")
    parser.add_argument("--language", choices=("ko", "en"), default="ko", help="of the headings")


def run_search(options: argparse.Namespace) -> int:
    """Print the result of a search; return whether anything was found."""
    upload = read_retrieval(options.chunks, read_json(options.chunks))
    query = options.query or upload.query
    if not query:
        message = f"{name_of(options.chunks)} has no query: name the QUESTION."
        raise InputError(message)
    named = {"major_category": options.category, "minor_category": options.subcategory}
    try:
        found = search(query, BM25Retriever(upload.chunks), classification=named, limit=options.limit)
    except MissingExtraError as error:
        raise InputError(str(error)) from error
    show_json(found)
    return 0 if found.found else NOTHING_FOUND


def run_context(options: argparse.Namespace) -> int:
    """Print the context of an answer."""
    found = _search_of(options.search)
    tips = _tips_of(options.tips) if options.tips else {}
    show(
        answer_context(
            found.disposal_rules,
            found.evidence,
            headings=context_headings(options.language),
            instruction_for_tag=tips.get,
        )
    )
    return 0


def read_retrieval(path: Path, given: object) -> RetrievalUpload:
    """Return the retrieval that a JSON value of a file is; a list of chunks is one too.

    Raises:
        InputError: it is none.

    """
    is_chunks = isinstance(given, list) and given and all(isinstance(one, dict) and "chunkId" in one for one in given)
    try:
        return parse_retrieval({"chunks": given} if is_chunks else given)
    except ExtractionError as error:
        message = f"{name_of(path)}: {error}"
        raise InputError(message) from error


def _search_of(path: Path) -> SearchRAGOutput:
    given = read_json(path)
    if not isinstance(given, Mapping):
        message = f"{name_of(path)}: expected a JSON object with evidence."
        raise InputError(message)
    known = {key: value for key, value in given.items() if key in SearchRAGOutput.model_fields}
    try:
        return SearchRAGOutput.from_wire({"found": bool(known.get("evidence")), **known})
    except (InvalidValueError, InvalidTypeError, ValidationError) as error:
        message = f"{name_of(path)}: {error}"
        raise InputError(message) from error


def _tips_of(path: Path) -> Mapping[str, str]:
    given = read_json(path)
    if isinstance(given, dict) and all(isinstance(text, str) for text in given.values()):
        return given
    message = f'{name_of(path)}: expected a JSON object with a text for each tag, as {{"label": "Remove it."}}.'
    raise InputError(message)


def _limit(text: str) -> int:
    """Return how many chunks to find; argparse prints the error."""
    if text.isascii() and text.isdigit() and 0 < int(text) <= MAX_LIMIT:
        return int(text)
    message = f"{text} is no number from 1 to {MAX_LIMIT}"
    raise argparse.ArgumentTypeError(message)
