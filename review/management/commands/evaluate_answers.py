"""`manage.py evaluate_answers`: what the answers of a project rest on, by week or by run."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from aligner_core.citations import columns_text, csv_text, sum_by_group, sum_evaluations
from review.models import Entry, Project
from review.selectors.runs.answers import EvaluatedAnswer, evaluated_answers

ALL, UNNAMED = "all", "unnamed"


class Command(BaseCommand):
    """Print one table; every answer of the project is evaluated, however many there are."""

    help = "Evaluate the answers to retrievals of a project: chunks they use, sources they invent, stale sources."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the project, what a row is, and the form of the table."""
        parser.add_argument("project", help="the slug of a project")
        parser.add_argument("--by", choices=("week", "run", "answer"), default="week", help="what one row is")
        parser.add_argument("--to", choices=("text", "csv", "json"), default="text", help="the form of the table")

    def handle(self, *args: Any, project: str, by: str, to: str, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print the table."""
        if not Project.objects.filter(slug=project).exists():
            message = printable(f"There is no project {project}.")
            raise CommandError(message)
        found = evaluated_answers(Entry.objects.filter(session__project__slug=project))
        named = [(_group(one, by), one.found) for one in found]
        table = {**sum_by_group(named), ALL: sum_evaluations(one for _, one in named)}
        match to:
            case "json":
                text = json.dumps({name: one.model_dump() for name, one in table.items()}, ensure_ascii=False, indent=2)
            case "csv":
                text = csv_text(table, group=by)
            case _:
                text = columns_text(table, group=by)
        self.stdout.write("\n".join(map(printable, text.splitlines())))


def _group(one: EvaluatedAnswer, by: str) -> str:
    """Return the name of the row of an answer; numbers of entries are in their order as texts."""
    match by:
        case "week":
            return one.week
        case "run":
            return one.run or UNNAMED
    return f"{one.entry.pk:09}"
