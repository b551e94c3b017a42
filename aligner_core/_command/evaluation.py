"""`evaluate`: what answers rest on, one by one or added up by week or by run."""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from aligner_core._command.citations import add_stale_argument, trace_options
from aligner_core._command.files import (
    InputError,
    as_text,
    name_of,
    parse_json,
    print_to_stderr,
    read_data,
    show,
    show_as_it_is,
    show_json,
)
from aligner_core._command.retrieval import read_retrieval
from aligner_core._text.printing import printable
from aligner_core.citations.evaluation import (
    AnswerEvaluation,
    evaluate_answer,
    evaluate_retrieval,
    sum_by_group,
    sum_evaluations,
)
from aligner_core.citations.tables import columns_text, csv_text
from aligner_core.citations.trace import Options
from aligner_core.errors import InvalidTypeError, InvalidValueError
from aligner_core.formats.decoding import MAX_FILE_BYTES
from aligner_core.retrieval import Evidence

NOT_CLEAN = 1
SUMMARY = "evaluate what answers rest on: chunks they use, sources they invent, sources that are stale"
EXAMPLES = """\
ANSWERS is one object, a list, or JSON in lines, each a retrieval {query, chunks, answer} or {query, evidence, answer}.
Several answers to one are {answers: [{answer, model, createdAt}]}. By week needs `createdAt`, by run `model`.

examples:
  evidence-review evaluate retrieval.json
  evidence-review evaluate answers.jsonl --by week
  evidence-review evaluate answers.jsonl --by run --to csv > runs.csv

exit code: 0 when no answer invents a source or keeps silent about a stale one, 1 when one does, 2 when a file cannot
be read
"""
ALL, UNDATED, UNNAMED = "all", "undated", "unnamed"


@dataclass(frozen=True, slots=True)
class _Evaluated:
    """One answer with its evaluation; `number` counts answers from 1."""

    number: int
    query: str
    model: str
    created_at: str
    found: AnswerEvaluation

    def group(self, by: str) -> str:
        """Return the name of its week or of its run."""
        return (self.model or UNNAMED) if by == "run" else week_of(self.created_at)

    def wire(self) -> dict[str, Any]:
        """Return it as JSON."""
        named = {"query": self.query, "model": self.model, "created_at": self.created_at}
        return {"answer": self.number, **named, **self.found.model_dump()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("answers", metavar="ANSWERS", type=Path, help="retrievals with their answers")
    parser.add_argument("--by", choices=("answer", "week", "run"), default="answer", help="what one row is")
    parser.add_argument("--to", choices=("text", "csv", "json"), default="text", help="the form of the table")
    add_stale_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Print the evaluations; return whether any answer invents a source or keeps silent about a stale one."""
    listed = list(_evaluated(options.answers, trace_options(options)))
    whole = sum_evaluations(one.found for one in listed)
    if options.to == "json" and options.by == "answer":
        show_json([one.wire() for one in listed])
    else:
        if options.by == "answer":
            groups = {str(one.number): sum_evaluations([one.found]) for one in listed}
        else:
            groups = dict(sum_by_group((one.group(options.by), one.found) for one in listed))
        _show({**groups, ALL: whole}, by=options.by, to=options.to)
    return NOT_CLEAN if whole.invented or whole.stale else 0


def week_of(moment: str) -> str:
    """Return the calendar week of a time in ISO 8601, as 2026-W47; that it is undated when the time cannot be read.

    >>> week_of("2026-11-20T09:00:00Z"), week_of("")
    ('2026-W47', 'undated')
    """
    try:
        year, week, _ = datetime.fromisoformat(moment).isocalendar()
    except ValueError:
        return UNDATED
    return f"{year}-W{week:02}"


def _show(groups: Mapping[str, Any], *, by: str, to: str) -> None:
    if to == "json":
        show_json({name: one.model_dump() for name, one in groups.items()})
    elif to == "csv":
        show_as_it_is("\n".join(map(printable, csv_text(groups, group=by).splitlines())))
    else:
        show(columns_text(groups, group=by))


def _evaluated(path: Path, chosen: Options) -> Iterator[_Evaluated]:
    """Yield every answer of a file; say how many retrievals have none."""
    number = unanswered = 0
    for where, item in _items(path):
        answers = list(_answers(where, item))
        unanswered += not answers
        for answer, about in answers:
            number += 1
            try:
                found = _evaluate(where, item, answer, chosen)
            except (InvalidValueError, InvalidTypeError) as error:
                message = f"{where}: {error}"
                raise InputError(message) from error
            run = _run_of(item) | {key: value for key, value in about.items() if isinstance(value, str)}
            query = item.get("query")
            yield _Evaluated(
                number,
                query if isinstance(query, str) else "",
                run.get("model", ""),
                run.get("createdAt", ""),
                found,
            )
    if unanswered:
        print_to_stderr(f"{name_of(path)}: left out, as they have no answer: {unanswered}")


def _items(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each retrieval of a file, with its place: of JSON, or of JSON in lines."""
    text = as_text(read_data(path, at_most=MAX_FILE_BYTES), path)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        lines = [(f"{name_of(path)}, line {place}", line) for place, line in enumerate(text.split("\n"), start=1)]
        listed = [(where, parse_json(line, Path(where))) for where, line in lines if line.strip()]
    else:
        whole = given if isinstance(given, list) else [given]
        listed = [(f"{name_of(path)}[{place}]", item) for place, item in enumerate(whole)]
    for where, item in listed:
        if not isinstance(item, Mapping):
            message = f"{where}: expected a retrieval with an answer, as a JSON object."
            raise InputError(message)
        yield where, item


def _answers(where: str, item: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each answer of a retrieval, with what is said about it."""
    listed = item["answers"] if isinstance(item.get("answers"), list) else [item.get("answer")]
    for one in listed:
        about = one if isinstance(one, Mapping) else {"answer": one}
        answer = about.get("answer")
        if answer is None:
            continue
        if not isinstance(answer, str):
            message = f"{where}: an answer is text."
            raise InputError(message)
        yield answer, about


def _evaluate(where: str, item: Mapping[str, Any], answer: str, chosen: Options) -> AnswerEvaluation:
    if "chunks" in item or not isinstance(item.get("evidence"), list):
        return evaluate_retrieval(read_retrieval(Path(where), item), answer, chosen)
    known = [
        {key: value for key, value in one.items() if key in Evidence.model_fields} if isinstance(one, Mapping) else one
        for one in item["evidence"]
    ]
    query = item.get("query")
    return evaluate_answer(
        query if isinstance(query, str) else "", answer, list(map(Evidence.from_wire, known)), None, chosen
    )


def _run_of(item: Mapping[str, Any]) -> dict[str, str]:
    """Return the model and the time of an item: its own, else those of its run."""
    extraction = item.get("extraction")
    held = [one.get("run") if isinstance(one, Mapping) else None for one in (extraction, item)]
    named = [one for one in (*held, item) if isinstance(one, Mapping)]
    return {
        key: one[key] for one in named for key in ("model", "createdAt") if isinstance(one.get(key), str) and one[key]
    }
