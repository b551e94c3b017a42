"""`manage.py import_sessions FILE --project SLUG`: the sessions of a file of any known format, with their extractions.

Exits with 1 when an item was not imported, when verified entries went back to candidate, or when anything of one was
left out and `--allow-left-out` was not given.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import F
from django.urls import get_script_prefix

from aligner_core import AlignedEvidence, FailedEvidence, InvalidValueError, Note, printable
from aligner_core.formats import LOST_TEXTS, FieldMapping, mapping_from
from review.databases import refresh_statistics
from review.domain.errors import Problem, UploadRefusedError
from review.domain.policy import UNVERIFIED
from review.management._import_items import Item, items_of
from review.management._joined_items import Joined, lost_texts, split_truth, together
from review.models import Alignment, Entry, Extraction, Project, ReviewSession
from review.payloads import CheckedExtraction, check_combined, check_extraction
from review.payloads.combined import is_extraction_alone
from review.services.ingest.receive import SessionChange, named_entries, receive_extraction, receive_session
from review.services.ingest.receive_together import Received, receive_together
from review.wording import entry_names, problem_sentence

MAX_OFFSET = 2
"""How many code points either end of an edited quote may be off the true span and still be right."""
SERVED_AT = "http://127.0.0.1:8000"
"""Where `evidence-review serve` and `make run` serve the application, unless another port was asked for."""
QUEUE = "queue/"
"""The path of the queue: `reverse` would import every view and the API, which takes longer than many an import."""
EXACT = "exact"
"""The truth class of unedited quotes: their spans must be right to the code point."""

REMEDIES = (
    (frozenset({"messages_changed"}), "--accept-changes accepts changed messages."),
    (LOST_TEXTS, "--allow-left-out accepts that texts are lost."),
)
"""The flags by which items that are refused for these codes are imported."""
Evidence = AlignedEvidence | FailedEvidence
Cell = tuple[str, str]
"""A truth class, and an outcome."""


def truth_cells(extraction: Extraction, truth: Iterable[Mapping[str, Any]]) -> Counter[Cell]:
    """Return the number of quotes of a stored extraction by truth class and outcome."""
    rows = list(truth)
    if not rows:
        return Counter()
    first = Alignment.objects.filter(quote__entry__extraction=extraction, attempt=1, quote__position=0)
    named = first.only("method", "evidence_json").annotate(named=F("quote__entry__entry_id"))
    return cells_of({vars(alignment)["named"]: alignment.evidence for alignment in named}, rows)


def cells_of(first: Mapping[str, Evidence], truth: Iterable[Mapping[str, Any]]) -> Counter[Cell]:
    """Return the number of first quotes, by the names of their entries, by truth class and outcome."""
    known = [(row, first.get(str(row.get("entryId")))) for row in truth]
    return Counter(
        (str(row.get("cls", "")), outcome_of(evidence, row)) for row, evidence in known if evidence is not None
    )


def outcome_of(evidence: Evidence, row: Mapping[str, Any]) -> str:
    """Return the method or the failure reason of an outcome, and whether it points at the true place."""
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
class Target:
    """The target of an import; an extraction alone belongs to the named session, or to the one before it.

    `accepts_changes` is whether stored messages may get a newer version, `may_leave_out` whether texts may be lost;
    `extracted` are the sessions that got an extraction.
    """

    project: Project
    named: ReviewSession | None
    accepts_changes: bool = False
    may_leave_out: bool = False
    before: ReviewSession | None = None
    extracted: set[ReviewSession] = field(default_factory=set)

    def session_of_extraction(self) -> ReviewSession:
        """Return the session of an extraction that is alone.

        Raises:
            UploadRefusedError: none was named, and none stands before it in the file.

        """
        session = self.named or self.before
        if session is None:
            raise UploadRefusedError(Problem("extraction_alone"))
        return session


@dataclass
class Tally:
    """The results of an import so far."""

    sessions: Counter[str] = field(default_factory=Counter)
    extractions: Counter[str] = field(default_factory=Counter)
    quotes: Counter[str] = field(default_factory=Counter)
    truth: Counter[Cell] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0
    demoted: int = 0
    refusals: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)


class Command(BaseCommand):
    """Import every valid item; report the others, and everything left out, with its place and the reason."""

    help = (
        "Import the sessions of a file, with what was extracted from them: of any format that the upload page takes, "
        "of any size. Exits with 1 when anything was left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the project."""
        parser.add_argument("file", type=Path, help="a file of any known format; docs/formats.md lists them")
        parser.add_argument("--project", default="demo", help="the slug of the project (default: demo)")
        belongs = "the sessionId of the session of extractions without a conversation (default: the one before each)"
        parser.add_argument("--session", help=belongs)
        allowed = "leave out texts that would be lost, and exit with 0 although something was left out; all is listed"
        parser.add_argument("--allow-left-out", action="store_true", help=allowed)
        mapped = (
            "read rows of another shape by a mapping, such as claim=fact,quote=said (evidence-review convert --help)"
        )
        parser.add_argument("--map", metavar="NAME=KEY,…", help=mapped)
        accepted = "let changed messages get a newer version; verified entries that rest on them go back to candidate"
        parser.add_argument("--accept-changes", action="store_true", help=accepted)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Import the file item by item; each session and each extraction is stored whole or not at all."""
        project = _project(options["project"])
        permissions = {"accepts_changes": options["accept_changes"], "may_leave_out": options["allow_left_out"]}
        into = Target(project, _session(project, options["session"]), **permissions)
        tally = Tally()
        for some in together(_items(options["file"], _mapping(options["map"])), may_leave_out=into.may_leave_out):
            _import_together(some, into=into, tally=tally)
        refresh_statistics()
        self._report(tally, into, may_leave_out=options["allow_left_out"])

    def _report(self, tally: Tally, into: Target, *, may_leave_out: bool) -> None:
        for line in (*tally.refused, *tally.notes):
            self.stderr.write(printable(line))
        good = tally.sessions.total()
        self.stdout.write(f"{good} of {good + len(tally.refused)} sessions: {_counts(tally.sessions)}")
        self.stdout.write(f"extractions: {_counts(tally.extractions)}")
        self.stdout.write(f"quotes: {_counts(tally.quotes)}")
        for line in (*_table(tally.truth), *_next_step(into)):
            self.stdout.write(printable(line))
        if tally.refused:
            count = len(tally.refused)
            message = f"Not imported: {count}, listed above. The rest was; correct these and import the file again."
            remedies = [text for codes, text in REMEDIES if codes & tally.refusals]
            raise CommandError(" ".join([message, *remedies]), returncode=1)
        if tally.demoted:
            message = f"Back to candidate: {tally.demoted} verified, listed above; the file was imported."
            raise CommandError(message, returncode=1)
        if tally.left_out and not may_leave_out:
            message = f"Left out: {tally.left_out}, listed above; the rest was imported. --allow-left-out accepts that."
            raise CommandError(message, returncode=1)


def _next_step(into: Target) -> list[str]:
    """Return a line with the number of entries to decide on, and the address where to begin; none if there are none."""
    one = next(iter(into.extracted)) if len(into.extracted) == 1 else None
    of = {"session__project": into.project} if one is None else {"session": one}
    count = Entry.objects.filter(**of, stage__in=UNVERIFIED, rejected_at=None).count() if into.extracted else 0
    query = f"project={into.project.slug}" if one is None else f"session={one.pk}"
    site = "" if settings.REVIEW_IS_EXPOSED else SERVED_AT
    return [f"next: {count} to decide, at {site}{get_script_prefix()}{QUEUE}?{query}"] if count else []


def _project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet, make one in the admin"
        message = f"There is no project {slug!r} (projects: {known})."
        raise CommandError(message)
    return project


def _session(project: Project, session_id: str | None) -> ReviewSession | None:
    if session_id is None:
        return None
    session = ReviewSession.objects.filter(project=project, session_id=session_id).first()
    if session is None:
        message = f"There is no session {session_id!r} in the project {project.slug!r}."
        raise CommandError(message)
    return session


def _mapping(given: str | None) -> FieldMapping | None:
    try:
        return None if given is None else mapping_from(given)
    except InvalidValueError as error:
        raise CommandError(printable(str(error))) from error


def _items(path: Path, mapping: FieldMapping | None) -> Iterator[Item]:
    try:
        yield from items_of(path, mapping)
    except OSError as error:
        message = printable(f"{path} cannot be read: {error.strerror}.")
        raise CommandError(message) from error


def _import_together(items: Sequence[Item | Joined], *, into: Target, tally: Tally) -> None:
    """Import the conversations that are new in one transaction, then each other item in its own."""
    joined = {place: one for place, one in enumerate(items) if isinstance(one, Joined)}
    received = receive_together(project=into.project, uploads=[one.upload for one in joined.values()], actor=None)
    by_place = {place: received.get(number) for number, place in enumerate(joined)}
    for place, one in enumerate(items):
        if (new := by_place.get(place)) is not None:
            _count_new(joined[place], new, into=into, tally=tally)
        else:
            _import_item(one.item if isinstance(one, Joined) else one, into=into, tally=tally)


def _count_new(one: Joined, new: Received, *, into: Target, tally: Tally) -> None:
    """Add what was received of a new conversation to the tally."""
    _note(one.item, one.item.notes, tally)
    into.before = new.session
    tally.sessions[SessionChange.NEW.value] += 1
    _note(one.item, one.upload.session.notes, tally)
    checked = one.upload.extraction
    if checked is None or new.extraction is None:
        return
    _note(one.item, checked.notes[: one.own_notes], tally)
    into.extracted.add(new.session)
    tally.extractions["new"] += 1
    tally.quotes.update(_name_of(evidence) for outcomes in new.outcomes for evidence in outcomes)
    first = {entry.entry_id: found[0] for entry, found in zip(checked.entries, new.outcomes, strict=True) if found}
    tally.truth += cells_of(first, one.truth)


def _name_of(evidence: Evidence) -> str:
    return evidence.match_method if isinstance(evidence, AlignedEvidence) else evidence.failure_reason.value


def _import_item(item: Item, *, into: Target, tally: Tally) -> None:
    if item.problems:
        tally.refused.append(_refusal(item, item.problems))
        return
    _note(item, item.notes, tally)
    if item.payload is None:
        return
    truth, payload = split_truth(item.payload)
    try:
        session, extraction = _received(item, payload, into=into, tally=tally)
        if extraction is None:
            return
        _note(item, extraction.notes, tally)
        noted = replace(extraction, notes=(*extraction.notes, *item.stored_notes))
        received = receive_extraction(session=session, checked=noted, actor=None)
    except UploadRefusedError as error:
        tally.refused.append(_refusal(item, error.problems))
        tally.refusals.update(problem.code for problem in error.problems)
        return
    into.extracted.add(session)
    tally.extractions["new" if received.created else "identical"] += 1
    tally.quotes += _outcomes(received.extraction)
    tally.truth += truth_cells(received.extraction, truth)


def _received(
    item: Item, payload: object, *, into: Target, tally: Tally
) -> tuple[ReviewSession, CheckedExtraction | None]:
    """Receive the session of an upload; return it with the extraction, which is not received yet."""
    if is_extraction_alone(payload):
        extraction = check_extraction(payload)
        _refuse_lost_texts((*extraction.notes, *item.notes), into)
        return into.session_of_extraction(), extraction
    upload = check_combined(payload)
    _refuse_lost_texts(
        (*upload.session.notes, *(upload.extraction.notes if upload.extraction else ()), *item.notes), into
    )
    receipt = receive_session(
        project=into.project, upload=upload.session, actor=None, accept_changes=into.accepts_changes
    )
    into.before = receipt.session
    tally.sessions[receipt.change.value] += 1
    if receipt.demoted:
        tally.demoted += len(receipt.demoted)
        names = entry_names(named_entries(receipt.demoted))
        tally.notes.append(f"{_place(item)}Back to candidate, as words they rest on have changed: {names}.")
    _note(item, upload.session.notes, tally)
    return receipt.session, upload.extraction


def _refuse_lost_texts(notes: Iterable[Note], into: Target) -> None:
    """Refuse an item with texts that would be lost, before anything of it is stored.

    Raises:
        UploadRefusedError: there are such texts, and they may not be left out.

    """
    lost = lost_texts(notes)
    if lost and not into.may_leave_out:
        raise UploadRefusedError(*lost)


def _refusal(item: Item, problems: Iterable[Problem]) -> str:
    """Return the line with the reasons why an item is refused."""
    return f"{_place(item)}{'; '.join(map(_sentence, problems))}"


def _note(item: Item, notes: Sequence[Note], tally: Tally) -> None:
    """Add notes, each with its place; most are about left-out content."""
    tally.notes += [f"{'' if note.where.startswith(item.where) else _place(item)}{_sentence(note)}" for note in notes]
    tally.left_out += sum(note.is_left_out for note in notes)


def _place(item: Item) -> str:
    return f"{item.where}: " if item.where else ""


def _sentence(reported: Problem | Note) -> str:
    return f"{reported.where} {problem_sentence(reported)}".strip()


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
