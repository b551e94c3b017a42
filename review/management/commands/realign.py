"""`manage.py realign --dry-run | --apply`: judge the stored evidence by the current rules and bars."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core import Difference, printable
from review.models import ABOVE_CANDIDATE, Entry
from review.selectors.jobs import open_jobs
from review.services.repair.realign import (
    RuleChange,
    append_found,
    count_runs_again,
    found_now,
    low_quotes,
    mark_entry,
    outdated_diagnoses,
    realign_quote,
    repeat_diagnoses,
    rule_changes,
    search_again,
    stale_marks,
)
from review.services.repair.realigning import REALIGN


class Command(BaseCommand):
    """List evidence that the current rules or bars judge differently; with --apply, realign that of open entries."""

    help = (
        "List the quotes whose critical differences are others by the rules of today, and why, and those that the bar "
        "of their project would not accept today, and those that an older engine did not find. With --apply, append "
        "an attempt with the differences of today to each, or look for it again; verified entries are only listed: a "
        "person has to demote them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Require one of the two options, so that trying the command changes nothing."""
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument("--dry-run", action="store_true", help="list what would change, and change nothing")
        chosen.add_argument("--apply", action="store_true", help="append the attempts")

    def handle(self, *args: Any, apply: bool, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """List the changes, and make them if asked to; a project that a job realigns is left to it."""
        if apply and (jobs := open_jobs(REALIGN)):
            named = ", ".join(printable(job.project.slug) for job in jobs if job.project is not None)
            message = f"A job realigns {named} now: wait until it is done, or cancel it on the page of the project."
            raise CommandError(message)
        counts: Counter[str] = Counter()
        for change in list(rule_changes()):
            counts["verified" if change.entry.is_settled else "open"] += 1
            counts["realigned"] += apply and realign_quote(change.quote.pk, actor=None) is not None
            self.stdout.write(printable(_line(change)))
        self.stdout.write(
            f"{counts['open']:,} quotes of entries that are not verified are judged otherwise, "
            f"{counts['realigned']:,} were realigned."
        )
        self._search_again(apply=apply)
        stale = list(stale_marks())
        for entry in stale:
            if apply:
                mark_entry(entry.pk)
        self.stdout.write(f"{len(stale):,} entries lack something else than lists say, or wait for another answer.")
        outdated = list(outdated_diagnoses())
        for pk in outdated:
            self._find(pk, apply=apply)
            if apply:
                repeat_diagnoses(pk)
        self.stdout.write(
            f"{len(outdated):,} entries have failed quotes that are diagnosed by older rules, or not yet."
        )
        if count_runs_again(apply=apply):
            self.stdout.write("The numbers of runs are others than those that are kept.")
        self.stdout.write(f"{counts['verified']:,} quotes of verified entries are judged otherwise; each stage stays.")

    def _find(self, entry_id: int, *, apply: bool) -> None:
        """List the quotes of an entry that the engine of today finds; with *apply*, append their attempts."""
        for quote, made in found_now(entry_id):
            if apply:
                append_found(quote, made, actor=None)
            self.stdout.write(
                f"entry {entry_id} quote {quote.position} ({_stage(quote.entry)}): not found -> "
                f"{made.evidence.match_method}"
            )

    def _search_again(self, *, apply: bool) -> None:
        """List the quotes below the bar of their project; with *apply*, look for those of unverified entries again."""
        low = list(low_quotes())
        for quote in low:
            again = search_again(quote.pk, actor=None) if apply else None
            found = "" if again is None else f" -> {again.method}"
            self.stdout.write(
                f"entry {quote.entry_id} quote {quote.position} ({_stage(quote.entry)}): below the bar{found}"
            )
        self.stdout.write(f"{len(low):,} quotes are less similar than their project asks for now.")


def _stage(entry: Entry) -> str:
    return f"{entry.stage}, kept" if entry.stage in ABOVE_CANDIDATE else entry.stage


def _line(change: RuleChange) -> str:
    stage = _stage(change.entry)
    before, now = _named(change.before), _named(change.now)
    return f"entry {change.entry.pk} quote {change.quote.position} ({stage}): {before} -> {now}"


def _named(differences: Sequence[Difference]) -> str:
    """Return differences in a few words, as *number '12'/'21'*."""
    return ", ".join(f"{one.kind} {one.quote_text!r}/{one.source_text!r}" for one in differences) or "nothing critical"
