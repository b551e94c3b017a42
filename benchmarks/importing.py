"""Measure an import in entries a CPU second, beside its alignment alone: ``python -m benchmarks.importing``.

The store is the one that `REVIEW_DATABASE_URL` names, migrated before.
"""

import json
import os
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - after the setup

from aligner_core import EvidenceAligner  # noqa: E402
from benchmarks.fill.sessions import whole_session  # noqa: E402
from review.models import Entry, Project  # noqa: E402

SESSIONS = 40


def main(arguments: list[str] | None = None) -> None:
    """Import sessions into a project of their own, align them once more without a store, and print both."""
    parser = ArgumentParser(prog="benchmarks.importing", description=__doc__)
    parser.add_argument("--file", type=Path, help="a session with messages and an extraction in each line, as JSON")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = options.file or _written(Path(folder) / "sessions.jsonl")
        project = Project.objects.create(slug=f"import-{Project.objects.count()}", name="Import")
        whole = _seconds(lambda: _import(file, project))
        alone = _seconds(lambda: _align(file))
    entries = Entry.objects.filter(session__project=project).count()
    print(f"import           {entries / whole:7,.0f} entries a CPU second, {entries:,} entries")
    print(f"alignment alone  {entries / alone:7,.0f} entries a CPU second, {whole / alone:.1f} times as many")


def _seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def _import(file: Path, project: Project) -> None:
    output = {"stdout": StringIO(), "stderr": StringIO()}
    call_command("import_sessions", str(file), project=project.slug, allow_left_out=True, **output)


def _align(file: Path) -> None:
    aligner = EvidenceAligner()
    for session in _sessions(file):
        aligner.align(session["messages"], session["extraction"])


def _sessions(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _written(file: Path) -> Path:
    """Write the sessions that stores are filled with, each with its own words."""
    file.write_text("".join(f"{json.dumps(whole_session(number))}\n" for number in range(SESSIONS)), encoding="utf-8")
    return file


if __name__ == "__main__":
    main()
