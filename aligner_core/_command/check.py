"""`check`: whether quotes stand in their sources, told by the exit code."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from aligner_core._command.files import (
    STDIN,
    InputError,
    may_use_color,
    parse_json,
    progress,
    read_text,
    show,
    write_text,
)
from aligner_core.errors import InvalidTypeError
from aligner_core.formats.quoted_passages import quotes_in
from aligner_core.grounding import Report, Source, check
from aligner_core.grounding.quotes import read_quotes_given
from aligner_core.grounding.sources import read_sources

NOT_OK = 1
SUMMARY = "check that quotes stand in their sources and say there what they say"
EXAMPLES = """\
FILE is a session with its extraction ({messages, extraction}), an extraction or a list of quotes as JSON, or a text
with one quote a line; with --answer, it is prose, and the passages that it quotes are checked. SOURCES are texts, or
JSON files of messages, chunks or documents; a quote with a `messageIndex` is looked for in that one of them, counted
from 0, and any other quote in all.

examples:
  evidence-review check upload.json
  evidence-review check answer.json returns.md refunds.md shipping.md
  evidence-review check --answer answer.md returns.md refunds.md shipping.md
  echo "You can return it within 30 days." | evidence-review check - returns.md
  evidence-review check upload.json --strict --html report.html

exit code: 0 when every quote is ok, 1 when one is not or there is none, 2 when a file cannot be read
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help='the quotes; "-" is standard input')
    parser.add_argument("sources", metavar="SOURCES", type=Path, nargs="*", help="where they are looked for")
    parser.add_argument("--answer", action="store_true", help="FILE is prose: check the passages that it quotes")
    parser.add_argument("--strict", action="store_true", help="slips of the keyboard are not ok either")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the report as JSON")
    form.add_argument("--html", metavar="FILE", type=Path, help="write the report as one HTML file, too")


def run(options: argparse.Namespace) -> int:
    """Print the report; return whether it is ok."""
    if [options.file, *options.sources].count(STDIN) > 1:
        message = 'only one of the files can be "-", standard input.'
        raise InputError(message)
    given = quotes_in(read_text(options.file)) if options.answer else _payload(options.file)
    report = _report(given, options.file, options.sources, strict=options.strict)
    code = 0 if report.ok else NOT_OK
    if options.html is not None:
        write_text(options.html, report.to_html(name=_name(options.file)))
    show(report.to_json() if options.json else _explained(report, code, options.html))
    return code


def _report(given: object, path: Path, source_paths: Sequence[Path], *, strict: bool) -> Report:
    at = path
    try:
        quotes = read_quotes_given(given)
        own = isinstance(given, Mapping) and bool({"messages", "sessionMessages"} & given.keys())
        if own == bool(source_paths):
            message = "it has messages of its own: name no sources" if own else "name the sources to look in"
            raise InvalidTypeError(message)  # noqa: TRY301 - told as the other wrong inputs are
        sources = list(read_sources(given)) if own else []
        for at in source_paths:
            sources += _sources(at, several=len(source_paths) > 1)
    except InvalidTypeError as error:
        message = f"{_name(at)}: {error}."
        raise InputError(message) from error
    with progress(len(quotes)) as bar:
        return check(quotes, sources, strict=strict, on_quote=bar.update)


def _payload(path: Path) -> object:
    """Return the quotes of a file: JSON, or a text with one a line."""
    text = read_text(path)
    held = _json(text, path)
    return [line.strip() for line in text.splitlines() if line.strip()] if held is None else held


def _sources(path: Path, *, several: bool) -> Iterator[Source]:
    """Yield the sources of a file: itself as a text, or the texts of a JSON file."""
    text = read_text(path)
    held = _json(text, path)
    if held is None:
        yield Source(_name(path), text)
        return
    for source in read_sources(held):
        yield Source(f"{_name(path)}: {source.name}", source.text) if several else source


def _json(text: str, path: Path) -> object:
    """Return what a file ending in .json holds, or standard input with a list or an object; None for a text."""
    if path.suffix.lower() == ".json":
        return parse_json(text, path)
    if path != STDIN or not text.lstrip().startswith(("[", "{")):
        return None
    try:
        held: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return held


def _name(path: Path) -> str:
    return "standard input" if path == STDIN else str(path)


def _explained(report: Report, code: int, page: Path | None) -> str:
    told = f"written to {page}" if page is not None else "details: --json, --html report.html"
    return f"{report.explain(color=may_use_color())}   exit code {code}   {told}"
