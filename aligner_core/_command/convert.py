"""`convert`: any format that is known, brought into our own form."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from aligner_core._command.files import STDIN, InputError, opened_to_write
from aligner_core._command.readings import (
    add_map_argument,
    errors_naming,
    mapping_of,
    opened,
    print_notes,
    print_rule,
)
from aligner_core._text.printing import printable_json
from aligner_core.formats.reading import Parts
from aligner_core.formats.streams import read_stream

LEFT_OUT = 1
SUMMARY = "bring a file of any known format into our own form"
EXAMPLES = """\
FILE is what an assistant, a framework or a memory store writes: an export of ChatGPT or Claude (the zip or its
conversations.json), a log of Claude Code, messages of OpenAI or Anthropic with their citations, documents of
LangExtract, LangChain or LlamaIndex, memories of mem0, Graphiti or Zep, a table of quotes, a transcript;
docs/formats.md lists them. The format is recognised by its shape. What comes out can be uploaded, and given to `check`
and `align`.

JSON is one object, or a list where the file holds several sessions; JSON in lines has one object a line. JSON
arrays, JSON in lines and archives may be of any size: they are read part by part.

With --map, rows of any other shape are read: JSON, JSON in lines, or a table. What the mapping does not use is listed
with some of its values. A text without speakers is read with `--map as=text`, a message a line with `--map as=lines`.

Standard error says by which rule the format was recognised, how quotes count messages, and what was left out or is
odd.

examples:
  evidence-review convert chatgpt-export.zip -o talks.jsonl
  evidence-review convert annotated.jsonl --to json > upload.json
  evidence-review convert ~/.claude/projects/app/4f1c.jsonl | evidence-review align - extraction.json
  evidence-review convert facts.csv --map claim=fact,quote=said,message=msg
  curl -s https://example.org/conversation.json | evidence-review convert -

exit code: 0 when everything was read, 1 when something was left out, 2 when the file cannot be read
"""
_LINES = (".jsonl", ".ndjson")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help='a file of a known format; "-" is standard input')
    parser.add_argument("--to", choices=("json", "jsonl"), help="the form (default: that of OUT's name, else json)")
    add_map_argument(parser, "FILE")
    parser.add_argument("-o", metavar="OUT", dest="out", type=Path, help="write to this file, not to standard output")


def run(options: argparse.Namespace) -> int:
    """Write what the file holds; return whether something was left out."""
    path, out = options.file, options.out
    if out is not None and path != STDIN and out.exists() and out.samefile(path):
        message = f"{out} is the file that is read: name another one."
        raise InputError(message)
    in_lines = options.to == "jsonl" if options.to else out is not None and out.suffix.lower() in _LINES
    mapping = mapping_of(options.map)
    with opened(path) as file, errors_naming(path):
        stream = read_stream(file, name=None if path == STDIN else path.name, mapping=mapping)
        print_rule(path, stream.rule, stream.counting)
        printed = _PrintedParts(stream.parts)
        with opened_to_write(out) as target:
            (_write_lines if in_lines else _write_json)(printed.uploads(), target)
    return LEFT_OUT if printed.left_out else 0


class _PrintedParts:
    """The parts of a file, which print their notes as they are read; `left_out` is whether anything was left out."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.left_out = False

    def uploads(self) -> Iterator[dict[str, Any]]:
        """Yield the parts in our own form, but other branches of a conversation."""
        for part in self._parts:
            if part.is_alternate:
                continue
            self.left_out = print_notes(part.notes) or self.left_out
            if part.upload:
                yield part.upload


def _write_lines(uploads: Iterator[dict[str, Any]], target: IO[str]) -> None:
    for upload in uploads:
        target.write(_json(upload) + "\n")


def _write_json(uploads: Iterator[dict[str, Any]], target: IO[str]) -> None:
    """Write one upload as an object to read, several as a list with one a line."""
    first, second = next(uploads, None), next(uploads, None)
    if first is None or second is None:
        target.write(_json(first if first is not None else [], indent=2) + "\n")
        return
    target.write(f"[\n{_json(first)},\n{_json(second)}")
    for upload in uploads:
        target.write(f",\n{_json(upload)}")
    target.write("\n]\n")


def _json(value: object, indent: int | None = None) -> str:
    """Return JSON that can be written as UTF-8 and shown in a terminal, whatever its texts hold."""
    return printable_json(json.dumps(value, ensure_ascii=False, indent=indent))
