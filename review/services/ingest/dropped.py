"""Dropped files as their readers see them, and the sessions and extractions in them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.utils import timezone

from aligner_core import AlignedEvidence, AlignerConfig, EvidenceAligner, Note, WorkBudget
from aligner_core.formats import ParsedExtraction, Reading, SessionUpload, known_formats
from review.domain.errors import Problem
from review.models import UploadDraft, UploadFile
from review.payloads.files import read_file, reader_notes
from review.presentation.code_lines import CodeLine, code_lines
from review.services.ingest.drafts import keep_draft

MAX_ASKED = 50
"""How many conversations are tried for an extraction without a session."""
MAX_QUOTES_ASKED = 100
WORK_ASKED = 20_000_000


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session in a file: `key` names it among those dropped; an alternate is another branch of one."""

    key: str
    upload: dict[str, object]
    session: SessionUpload
    notes: tuple[Note, ...]
    quotes: int
    is_alternate: bool

    @property
    def title(self) -> str:
        """The title in the file, which may be empty."""
        return self.session.title

    @property
    def last_timestamp(self) -> str:
        """The time of the last message, as in the file."""
        return next((one.timestamp for one in reversed(self.session.messages) if one.timestamp), "")


@dataclass(frozen=True, slots=True)
class LooseExtraction:
    """An extraction without its session, the conversation it fits best, and how many of its quotes are found in it."""

    key: str
    upload: dict[str, object]
    parsed: ParsedExtraction
    notes: tuple[Note, ...]
    belongs_to: Conversation | None = None
    standing: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """A file as its reader sees it, or the problem with it."""

    file: UploadFile
    size: int
    reading: Reading | None
    problem: Problem | None

    @property
    def rule(self) -> str:
        """The rule that decided, without the title of the format."""
        return self.reading.rule.partition(": ")[2] if self.reading else ""

    @property
    def format(self) -> str:
        """The name of its format; for a file that could not be read, the nearest one, if any."""
        if self.reading is not None:
            return self.reading.format
        title = self.problem.params.get("title") if self.problem else None
        return next((known.name for known in known_formats() if known.title == title), "")

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of its reader."""
        return reader_notes(self.reading.notes) if self.reading else ()

    @property
    def lines(self) -> tuple[CodeLine, ...]:
        """The lines around the place where reading failed."""
        return code_lines(bytes(self.file.data), self.problem.where) if self.problem else ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """The files of a draft, and their content."""

    sources: tuple[Source, ...]
    conversations: tuple[Conversation, ...]
    extractions: tuple[LooseExtraction, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every file could be read."""
        return all(source.problem is None for source in self.sources)

    @property
    def suggested(self) -> tuple[str, ...]:
        """The keys of the conversations with an extraction; else of the only conversation."""
        fitting = {one.belongs_to.key for one in self.extractions if one.belongs_to is not None}
        keys = [one.key for one in self.conversations if one.key in fitting or (one.quotes and not one.is_alternate)]
        main = [one.key for one in self.conversations if not one.is_alternate]
        return tuple(keys or (main if len(main) == 1 else []))


def dropped(draft: UploadDraft) -> Dropped:
    """Return the files of a draft, and their content."""
    sources = tuple(_source(file) for file in draft.files.order_by("position"))
    conversations = tuple(_conversations(sources))
    return Dropped(sources, conversations, tuple(_placed(_loose(sources), conversations)))


@transaction.atomic(durable=True)
def keep_files(draft: UploadDraft, files: Sequence[tuple[str, bytes]]) -> int:
    """Add files to a draft, and return how many older drafts of the person were deleted for it."""
    replaced = keep_draft(draft)
    first = draft.files.count()
    UploadFile.objects.bulk_create(
        UploadFile(draft=draft, position=first + place, name=name, data=data)
        for place, (name, data) in enumerate(files)
    )
    return replaced


@transaction.atomic(durable=True)
def read_as(draft: UploadDraft, *, position: int, name: str) -> None:
    """Read a file of a draft as another format."""
    draft.files.filter(position=position).update(format=name)


@transaction.atomic(durable=True)
def take(draft: UploadDraft, what: Dropped, *, keys: Iterable[str]) -> list[UploadDraft]:
    """Make a draft of each chosen conversation, with its extractions, and return them.

    Extractions without a conversation belong to the session of the draft, if it names one. Drafts that were taken
    before and not received are replaced.
    """
    chosen = set(keys)
    draft.taken.filter(received_at=None).delete()
    loose = what.extractions
    taken = [
        one
        for conversation in what.conversations
        if conversation.key in chosen
        for one in _drafts(draft, conversation, () if draft.session is not None else loose)
    ]
    if draft.session is not None:
        taken += [_draft(draft, session=None, extraction=one.upload, notes=one.notes) for one in loose]
    for one in taken:
        one.save()
    return taken


def next_taken(draft: UploadDraft) -> UploadDraft | None:
    """Return the next draft out of the same files that is not received; after the last one, delete the files."""
    files = draft.taken_from
    if files is None:
        return None
    left = files.taken.filter(received_at=None).exclude(pk=draft.pk).order_by("pk").first()
    if left is None:
        files.files.all().delete()
        files.session, files.received_at = draft.session, timezone.now()
        files.save(update_fields=["session", "received_at"])
    return left


def _source(file: UploadFile) -> Source:
    data = bytes(file.data)
    given = read_file(data, name=file.name, wanted=file.format)
    return Source(file, len(data), given.reading, given.problem)


def _conversations(sources: Iterable[Source]) -> Iterator[Conversation]:
    for source in sources:
        if source.reading is None:
            continue
        for place, part in enumerate(source.reading.parts):
            if part.session is not None:
                quotes = sum(len(entry.quotes) for entry in part.extraction.entries) if part.extraction else 0
                yield Conversation(
                    key=f"{source.file.position}-{place}",
                    upload=part.upload,
                    session=part.session,
                    notes=reader_notes((*part.notes, *source.reading.file_notes)),
                    quotes=quotes,
                    is_alternate=part.is_alternate,
                )


def _loose(sources: Iterable[Source]) -> Iterator[LooseExtraction]:
    for source in sources:
        for place, part in enumerate(source.reading.parts if source.reading else ()):
            if part.session is None and part.extraction is not None:
                notes = reader_notes((*part.notes, *(source.reading.file_notes if source.reading else ())))
                yield LooseExtraction(f"{source.file.position}-{place}", part.upload, part.extraction, notes)


def _placed(extractions: Iterable[LooseExtraction], conversations: Sequence[Conversation]) -> Iterator[LooseExtraction]:
    """Yield the extractions, each with the conversation that holds most of its quotes."""
    aligner, budget = EvidenceAligner(AlignerConfig(enable_fuzzy=False)), WorkBudget(WORK_ASKED)
    for one in extractions:
        quotes = [quote.text for entry in one.parsed.entries for quote in entry.quotes if quote.text.strip()]
        asked = [{"quote": text} for text in islice(quotes, MAX_QUOTES_ASKED)]
        counted = [
            (sum(_aligned(aligner, conversation, asked, budget)), conversation)
            for conversation in conversations[:MAX_ASKED]
        ]
        ranked = ((count, not fit.is_alternate, _before(fit, one), fit) for count, fit in counted)
        best = max(ranked, key=lambda rank: rank[:3], default=(0, True, 0, None))
        yield LooseExtraction(one.key, one.upload, one.parsed, one.notes, best[3], best[0], len(asked))


def _before(conversation: Conversation, extraction: LooseExtraction) -> int:
    """Return how closely a conversation precedes an extraction in its file; 0 when it does not."""
    (file, place), (other, behind) = (one.key.split("-") for one in (conversation, extraction))
    return int(place) + 1 if file == other and int(place) < int(behind) else 0


def _aligned(
    aligner: EvidenceAligner, conversation: Conversation, quotes: list[dict[str, str]], budget: WorkBudget
) -> list[bool]:
    contents = [message.content for message in conversation.session.messages]
    given = {"index": "none", "evidence": quotes}
    return [isinstance(outcome, AlignedEvidence) for outcome in aligner.align(contents, given, budget=budget).outcomes]


def _drafts(draft: UploadDraft, conversation: Conversation, loose: Iterable[LooseExtraction]) -> Iterator[UploadDraft]:
    """Yield a draft of a conversation, and one more for each further extraction from it."""
    own = [one for one in loose if one.belongs_to is not None and one.belongs_to.key == conversation.key]
    first = own[0] if own else None
    notes = (*conversation.notes, *(first.notes if first else ()))
    yield _draft(draft, session=conversation.upload, extraction=first.upload if first else None, notes=notes)
    for one in own[1:]:
        yield _draft(draft, session=conversation.upload, extraction=one.upload, notes=one.notes)


def _draft(
    draft: UploadDraft,
    *,
    session: dict[str, object] | None,
    extraction: dict[str, object] | None,
    notes: Sequence[Note],
) -> UploadDraft:
    return UploadDraft(
        project=draft.project,
        created_by=draft.created_by,
        session=draft.session if session is None else None,
        taken_from=draft,
        session_json="" if session is None else json.dumps(session),
        extraction_json="" if extraction is None else json.dumps(extraction),
        notes=[note.model_dump() for note in notes],
    )
