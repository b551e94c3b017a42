"""`manage.py import_sessions FILE.jsonl --project SLUG`: one session with its extraction per line.

Exits with 1 when a line was not imported, or when anything of one was left out and `--allow-left-out` was not given.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from aligner_core import AlignedEvidence, FailedEvidence, Note
from review.domain.errors import Problem, UploadRefusedError
from review.models import Alignment, Extraction, Project
from review.payloads import CombinedUpload, check_combined, read_json
from review.services.ingest.receive import receive_extraction, receive_session
from review.wording import problem_sentence

MAX_OFFSET = 2
"""How many code points either end of an edited quote may be off the true span and still be right."""
EXACT = "exact"
"""The truth class of unedited quotes, whose spans must be right to the code point."""

Cell = tuple[str, str]
"""A truth class, and an outcome."""


def truth_cells(extraction: Extraction, truth: Iterable[Mapping[str, Any]]) -> Counter[Cell]:
    """Return the number of quotes of an extraction by truth class and outcome."""
    first = Alignment.objects.filter(quote__entry__extraction=extraction, attempt=1, quote__position=0)
    by_entry = {alignment.quote.entry.entry_id: alignment for alignment in first.select_related("quote__entry")}
    known = [(row, by_entry.get(str(row.get("entryId")))) for row in truth]
    return Counter(
        (str(row.get("cls", "")), outcome_of(alignment, row)) for row, alignment in known if alignment is not None
    )


def outcome_of(alignment: Alignment, row: Mapping[str, Any]) -> str:
    """Return the method or the failure reason of an outcome, and whether it points at the true place."""
    evidence = alignment.evidence
    if isinstance(evidence, AlignedEvidence):
        return f"{evidence.match_method}, {'right' if _is_right(evidence, row) else 'other'} place"
    if evidence.found_in:
        first = "true" if evidence.found_in[0].message_index == row.get("actual_index") else "other"
        return f"{evidence.failure_reason}, {first} message first"
    return f"{evidence.failure_reason}{_closest(evidence)}"


def _closest(evidence: FailedEvidence) -> str:
    return ", closest given" if evidence.closest is not None else ""


def _is_right(evidence: AlignedEvidence, row: Mapping[str, Any]) -> bool:
    start, end = row.get("start"), row.get("end")
    if not isinstance(start, int) or not isinstance(end, int) or evidence.message_index != row.get("actual_index"):
        return False
    tolerance = 0 if row.get("cls") == EXACT else MAX_OFFSET
    return abs(evidence.span_start - start) <= tolerance and abs(evidence.span_end - end) <= tolerance


@dataclass
class Tally:
    """What an import has done so far."""

    sessions: Counter[str] = field(default_factory=Counter)
    extractions: Counter[str] = field(default_factory=Counter)
    quotes: Counter[str] = field(default_factory=Counter)
    truth: Counter[Cell] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0
    refused: list[str] = field(default_factory=list)


class Command(BaseCommand):
    """Import every valid line; report every other one, and all that was left out, with its number and the reason."""

    help = (
        "Import sessions from a JSONL file: {sessionId, messages, extraction} per line, or {sessionMessages, "
        "extractedJson}, or {sourceContent, claims}. Exits with 1 when anything was left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the project."""
        parser.add_argument("file", type=Path, help="a JSONL file, one session with its extraction per line")
        parser.add_argument("--project", default="demo", help="the slug of the project (default: demo)")
        allowed = "exit with 0 although fields or entries were left out; they are listed all the same"
        parser.add_argument("--allow-left-out", action="store_true", help=allowed)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Import the file line by line; each session and each extraction is stored whole or not at all."""
        project = _project(options["project"])
        tally = Tally()
        for number, line in _lines(options["file"]):
            _import_line(line, number=number, project=project, tally=tally)
        self._report(tally, may_leave_out=options["allow_left_out"])

    def _report(self, tally: Tally, *, may_leave_out: bool) -> None:
        for line in (*tally.refused, *tally.notes):
            self.stderr.write(line)
        good = tally.sessions.total()
        self.stdout.write(f"{good} of {good + len(tally.refused)} sessions: {_counts(tally.sessions)}")
        self.stdout.write(f"extractions: {_counts(tally.extractions)}")
        self.stdout.write(f"quotes: {_counts(tally.quotes)}")
        for line in _table(tally.truth):
            self.stdout.write(line)
        if tally.refused:
            message = (
                f"Lines not imported: {len(tally.refused)}. The others were; correct these and import the file again."
            )
            raise CommandError(message, returncode=1)
        if tally.left_out and not may_leave_out:
            message = f"Left out: {tally.left_out}, listed above; the rest was imported. --allow-left-out accepts that."
            raise CommandError(message, returncode=1)


def _project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet, make one in the admin"
        message = f"There is no project {slug!r} (projects: {known})."
        raise CommandError(message)
    return project


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file of any size that are not blank, with their numbers; show progress on a terminal."""
    try:
        with path.open("rb") as file, tqdm(total=path.stat().st_size, unit="B", unit_scale=True, disable=None) as bar:
            for number, line in enumerate(file, start=1):
                bar.update(len(line))
                if line.strip():
                    yield number, line
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise CommandError(message) from error


def _import_line(line: bytes, *, number: int, project: Project, tally: Tally) -> None:
    try:
        truth, payload = _split_truth(read_json(line))
        upload = check_combined(payload)
        receipt = receive_session(project=project, upload=upload.session, actor=None)
        tally.sessions[receipt.change.value] += 1
        _note(upload, number=number, tally=tally)
        if upload.extraction is None:
            return
        received = receive_extraction(session=receipt.session, checked=upload.extraction, actor=None)
    except UploadRefusedError as error:
        tally.refused.append(f"line {number}: {'; '.join(map(_sentence, error.problems))}")
        return
    tally.extractions["new" if received.created else "identical"] += 1
    tally.quotes += _outcomes(received.extraction)
    tally.truth += truth_cells(received.extraction, truth)


def _note(upload: CombinedUpload, *, number: int, tally: Tally) -> None:
    """Add the notes on one line, each with its number; most say that something was left out."""
    extraction = upload.extraction.notes if upload.extraction is not None else ()
    notes = (*upload.session.notes, *extraction)
    tally.notes += [f"line {number}: {_sentence(note)}" for note in notes]
    tally.left_out += sum(note.is_left_out for note in notes)


def _sentence(told: Problem | Note) -> str:
    return f"{told.where} {problem_sentence(told)}".strip()


def _split_truth(payload: object) -> tuple[list[Mapping[str, Any]], object]:
    """Return the rows of truth of one line, which are no part of the upload, and the rest of it."""
    if not isinstance(payload, dict):
        return [], payload
    given = payload.get("truth")
    rows: list[Mapping[str, Any]] = [row for row in given if isinstance(row, dict)] if isinstance(given, list) else []
    return rows, {key: value for key, value in payload.items() if key != "truth"}


def _outcomes(extraction: Extraction) -> Counter[str]:
    rows = Alignment.objects.filter(quote__entry__extraction=extraction, attempt=1).values_list("method", "reason")
    return Counter(reason or method for method, reason in rows)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counter.most_common()) or "none"


def _table(truth: Counter[Cell]) -> list[str]:
    """Return the lines of a table: one per truth class and outcome."""
    if not truth:
        return []
    totals = Counter[str]()
    for (name, _), count in truth.items():
        totals[name] += count
    rows = [
        f"{name:<28} {count:>5} of {totals[name]:<5} {outcome}"
        for (name, outcome), count in sorted(
            truth.items(), key=lambda item: (-totals[item[0][0]], item[0][0], -item[1])
        )
    ]
    return ["", f"{'truth class':<28} {'count':>5}    {'':<5} outcome", *rows]
