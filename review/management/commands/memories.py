"""`manage.py memories --project P --since N`: what is verified in a project, and what no longer is."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.domain.limits import FEED_PAGE, MAX_FEED_PAGE
from review.management._errors import as_command_error
from review.models import Project
from review.presentation.memories import FORMS
from review.selectors.feed.memories import memories_since
from review.services.feed.numbering import number_events


class Command(BaseCommand):
    """Write one page of memories; the next one begins after the number that it ends with."""

    help = "Write the memories of a project that were verified, or no longer are, since a number of its feed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the project, where to begin, and the form."""
        parser.add_argument("--project", required=True, help="the slug of a project")
        parser.add_argument("--since", type=int, default=0, metavar="N", help="the number to begin after (%(default)s)")
        parser.add_argument("--format", choices=FORMS, default="ndjson", help="%(default)s where nothing is said")
        parser.add_argument(
            "--limit", type=int, default=FEED_PAGE, help=f"how many at most, up to {MAX_FEED_PAGE} (%(default)s)"
        )
        parser.add_argument("--base", default="", metavar="URL", help="the address of the server, before permalinks")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Write what moved, after what was committed has its numbers."""
        if not 1 <= options["limit"] <= MAX_FEED_PAGE or options["since"] < 0:
            message = f"--limit is from 1 to {MAX_FEED_PAGE}, --since not below 0."
            raise CommandError(message)
        with as_command_error():
            project = Project.objects.filter(slug=options["project"]).first()
            if project is None:
                message = printable(f"There is no project {options['project']}.")
                raise CommandError(message)
            number_events()
            page = memories_since(project, since=options["since"], limit=options["limit"])
        wire = [memory.wire(options["base"].rstrip("/")) for memory in page.items]
        self.stdout.write(FORMS[options["format"]](wire, next_number=page.next), ending="")
