"""`manage.py import_sessions FILE.jsonl --project SLUG`: one session with its extraction a line."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from review.errors import UploadRefusedError
from review.models import Alignment, Extraction, Project
from review.payloads import check_combined, read_json
from review.selectors.truth import Cell, truth_cells
from review.services.ingest import receive_extraction, receive_session
from review.wording import say


@dataclass
class Tally:
    """What an import did, counted while it runs."""

    sessions: Counter[str] = field(default_factory=Counter)
    extractions: Counter[str] = field(default_factory=Counter)
    quotes: Counter[str] = field(default_factory=Counter)
    truth: Counter[Cell] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)


class Command(BaseCommand):
    """Import every good line, report every bad one with its number and reason."""

    help = "Import sessions from a JSONL file: {session_id | sessionId, messages, extraction} a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and the project."""
        parser.add_argument("file", type=Path, help="a JSONL file, one session with its extraction a line")
        parser.add_argument("--project", default="demo", help="the slug of the project (default: demo)")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Import the file line by line; each session and each extraction is written whole or not at all."""
        project = _project(options["project"])
        tally = Tally()
        for number, line in _lines(options["file"]):
            _import_line(line, number=number, project=project, tally=tally)
        self._report(tally)

    def _report(self, tally: Tally) -> None:
        for line in tally.bad:
            self.stderr.write(line)
        good = tally.sessions.total()
        self.stdout.write(f"{good} of {good + len(tally.bad)} sessions: {_counts(tally.sessions)}")
        self.stdout.write(f"extractions: {_counts(tally.extractions)}")
        self.stdout.write(f"quotes: {_counts(tally.quotes)}")
        for line in _table(tally.truth):
            self.stdout.write(line)
        if tally.bad:
            message = f"Lines not imported: {len(tally.bad)}. The others were; mend these and import the file again."
            raise CommandError(message, returncode=1)


def _project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet, make one in the admin"
        message = f"There is no project {slug!r} (projects: {known})."
        raise CommandError(message)
    return project


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Read a file line by line, however large, with a progress bar on a terminal."""
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
        payload = read_json(line)
        upload = check_combined(payload)
        receipt = receive_session(project=project, upload=upload.session, actor=None)
        tally.sessions[receipt.change.value] += 1
        if upload.extraction is None:
            return
        received = receive_extraction(session=receipt.session, checked=upload.extraction, actor=None)
    except UploadRefusedError as error:
        reasons = "; ".join(f"{problem.where} {say(problem)}".strip() for problem in error.problems)
        tally.bad.append(f"line {number}: {reasons}")
        return
    tally.extractions["new" if received.created else "identical"] += 1
    tally.quotes += _outcomes(received.extraction)
    tally.truth += truth_cells(received.extraction, _truth(payload))


def _truth(payload: object) -> Iterable[Mapping[str, Any]]:
    rows = payload.get("truth") if isinstance(payload, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _outcomes(extraction: Extraction) -> Counter[str]:
    rows = Alignment.objects.filter(quote__entry__extraction=extraction, attempt=1).values_list("method", "reason")
    return Counter(reason or method for method, reason in rows)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counter.most_common()) or "none"


def _table(truth: Counter[Cell]) -> list[str]:
    """Write the cells as one line a truth class and outcome, aligned for reading."""
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
