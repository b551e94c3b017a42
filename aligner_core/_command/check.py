"""`check`: whether quotes are in their sources, as an exit code."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from aligner_core._command.files import (
    STDIN,
    InputError,
    as_text,
    may_use_color,
    name_of,
    parse_json,
    progress,
    read_data,
    read_text,
    show_as_it_is,
    write_text,
)
from aligner_core._command.readings import OUR_OWN, add_map_argument, mapping_of, print_reading, read_bytes
from aligner_core._text.printing import printable
from aligner_core.errors import InvalidTypeError
from aligner_core.formats.archives import ZIP
from aligner_core.formats.mapping import FieldMapping
from aligner_core.formats.quote_table import QUOTE_TABLE
from aligner_core.formats.quoted_passages import quotes_in
from aligner_core.formats.transcript import TRANSCRIPT
from aligner_core.grounding import Report, Source, check, explain, to_html, to_json
from aligner_core.grounding.lookups import read_lookups
from aligner_core.grounding.quotes import read_quotes_given
from aligner_core.grounding.sources import read_sources

NOT_OK = 1
SUMMARY = "check that quotes are in their sources and say there what they say"
EXAMPLES = """\
FILE is any file that holds quotes: a session with its extraction ({messages, extraction}), an extraction, a list of
quotes, a table of quotes (CSV), documents of LangExtract, messages of Anthropic with citations (`convert --help`
names more); or a text with one quote a line. With --answer it is prose, and the passages that it quotes are checked.
SOURCES are texts, or files of any known format: messages, documents, an export of ChatGPT. Where FILE holds the
session that its quotes are from, there are none to name. A quote with a `messageIndex` is looked for in that one of
them, counted from 0, and any other quote in all.

examples:
  evidence-review check upload.json
  evidence-review check answer.json returns.md refunds.md shipping.md
  evidence-review check quotes.csv chatgpt-export.zip
  evidence-review check annotated.jsonl
  evidence-review check facts.csv policy.md --map claim=fact,quote=said
  evidence-review check --answer answer.md returns.md refunds.md shipping.md
  echo "You can return it within 30 days." | evidence-review check - returns.md
  evidence-review check upload.json --strict --html report.html

Where FILE is an answer with the words that it cites, each of its sentences is compared with these, too.

exit code: 0 when every quote and cited sentence is ok, 1 when one is not or there is no quote, 2 when a file cannot be
read
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help='the quotes; "-" is standard input')
    parser.add_argument("sources", metavar="SOURCES", type=Path, nargs="*", help="where they are looked for")
    parser.add_argument("--answer", action="store_true", help="FILE is prose: check the passages that it quotes")
    parser.add_argument("--strict", action="store_true", help="misspelled words are not ok either")
    add_map_argument(parser, "FILE")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the report as JSON")
    form.add_argument("--html", metavar="FILE", type=Path, help="write the report as one HTML file, too")


def run(options: argparse.Namespace) -> int:
    """Print the report; return whether it is ok."""
    if [options.file, *options.sources].count(STDIN) > 1:
        message = 'only one of the files can be "-", standard input.'
        raise InputError(message)
    given = quotes_in(read_text(options.file)) if options.answer else _quotes(options.file, mapping_of(options.map))
    report = _report(given, options.file, options.sources, strict=options.strict)
    code = 0 if report.ok else NOT_OK
    if options.html is not None:
        write_text(options.html, to_html(report, name=name_of(options.file)))
    show_as_it_is(to_json(report) if options.json else _explained(report, code, options.html))
    return code


def _report(given: object, path: Path, source_paths: Sequence[Path], *, strict: bool) -> Report:
    at = path
    try:
        quotes = read_quotes_given(given)
        sources = list[Source]() if source_paths else None
        if sources is not None and _brings_sources(given):
            message = "it has messages of its own: name no sources"
            raise InvalidTypeError(message)  # noqa: TRY301 - reported like other wrong inputs
        for at in source_paths:
            sources = [*(sources or ()), *_sources(at, several=len(source_paths) > 1)]
        at = path
        with progress(len(quotes)) as bar:
            return check(given, sources, strict=strict, on_quote=bar.update)
    except InvalidTypeError as error:
        message = f"{name_of(at)}: {error}."
        raise InputError(message) from error


def _brings_sources(given: object) -> bool:
    """Whether quotes stand beside the session that they are from."""
    try:
        return any(lookup.quotes for lookup in read_lookups(given))
    except InvalidTypeError:
        return False


def _quotes(path: Path, mapping: FieldMapping | None) -> object:
    """Return the quotes of a file: of a known format, of JSON of another form, or of a text with one a line."""
    data = read_data(path)
    try:
        reading = read_bytes(data, path, mapping)
    except InputError as error:
        if mapping is not None:
            raise
        return _other_quotes(data, path, error)
    has_quotes = any(entry.quotes for extraction in reading.extractions for entry in extraction.entries)
    if not has_quotes and reading.format in {*OUR_OWN, TRANSCRIPT.name}:
        return _other_quotes(data, path, None)
    print_reading(path, reading)
    return reading


def _other_quotes(data: bytes, path: Path, unknown: InputError | None) -> object:
    """Return the quotes of JSON in no known format, or of lines."""
    text = as_text(data, path)
    held = _json(text, path)
    if held is None:
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        read_quotes_given(held)
    except InvalidTypeError:
        if unknown is not None:
            raise unknown from None
    return held


def _sources(path: Path, *, several: bool) -> Iterator[Source]:
    """Yield the sources of a file: itself as a text, or the texts of a file of a known format or of JSON."""
    data = read_data(path)
    held = _held(data, path)
    if held is None:
        yield Source(name_of(path), as_text(data, path))
        return
    for source in read_sources(held):
        yield Source(f"{name_of(path)}: {source.name}", source.text) if several else source


def _held(data: bytes, path: Path) -> object:
    """Return what holds the sources of a file; None for a text, in which a guess at speakers is no help."""
    try:
        reading = read_bytes(data, path)
    except InputError:
        if data.startswith(ZIP):
            raise
        return _json(as_text(data, path), path)
    if reading.sessions and reading.format != TRANSCRIPT.name:
        print_reading(path, reading)
        return reading
    if reading.format in {*OUR_OWN, TRANSCRIPT.name, QUOTE_TABLE.name}:
        return _json(as_text(data, path), path)
    message = f"{name_of(path)}: {reading.rule}. It holds no texts to look in."
    raise InputError(message)


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


def _explained(report: Report, code: int, page: Path | None) -> str:
    hint = f"written to {printable(str(page))}" if page is not None else "details: --json, --html report.html"
    return f"{explain(report, color=may_use_color())}   exit code {code}   {hint}"
