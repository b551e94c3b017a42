"""What people drop: files that are read once, the conversations and extractions in them, and drafts of the chosen ones.

What cannot be read is reported, and no part of it is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from aligner_core import Note
from aligner_core.formats import known_formats
from review.domain.errors import Problem
from review.domain.limits import MAX_UPLOAD_PARTS
from review.domain.mappings import saved_mappings
from review.models import ReviewSession, UploadDraft, UploadFile, UploadPart
from review.presentation.code_lines import CodeLine, code_lines
from review.services.ingest._parts import FoundFile, FoundPart, found_in, store_parts, words_of
from review.services.ingest._placement import MAX_ASKED, Key, Words, placed
from review.services.ingest.drafts import keep_draft


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session in a file: `key` names it among those dropped; an alternate is another branch of one."""

    key: str
    part: int
    title: str
    name: str
    messages: int
    quotes: int
    last_timestamp: str
    is_alternate: bool
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class LooseExtraction:
    """An extraction without its session, the conversation it fits best, and how many of its quotes are found in it."""

    part: int
    entries: int
    notes: tuple[Note, ...]
    belongs_to: Conversation | None
    standing: int
    asked: int


@dataclass(frozen=True, slots=True)
class Source:
    """A file as its reader saw it."""

    file: UploadFile

    @property
    def format(self) -> str:
        """The name of its format."""
        return str(self.file.found["format"])

    @property
    def rule(self) -> str:
        """The rule that decided, without the title of the format."""
        return str(self.file.found["rule"])

    @property
    def counting(self) -> str:
        """How its quotes name their messages, as a code."""
        return str(self.file.found["counting"])

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of its reader."""
        return _notes(self.file.found["notes"])

    @property
    def question(self) -> Problem | None:
        """Why its person is asked what it holds; None where that is known."""
        code = self.file.found.get("asks")
        return None if code is None else Problem(code, "", self.file.found["params"])

    @property
    def is_mapped(self) -> bool:
        """Whether it is read by a mapping."""
        return "mapping" in self.file.found

    @property
    def kept_mapping(self) -> str:
        """The name of the mapping of its project by which it was read; empty if by none."""
        return str(self.file.found.get("kept", ""))


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that could not be read, and why; the lines are those around the place where reading failed."""

    name: str
    size: int
    problem: Problem
    lines: tuple[CodeLine, ...]

    @property
    def format(self) -> str:
        """The name of the nearest format; empty if there is none."""
        title = self.problem.params.get("title")
        return next((known.name for known in known_formats() if known.title == title), "")


@dataclass(frozen=True, slots=True)
class Dropped:
    """The files of a draft, and their content."""

    sources: tuple[Source, ...]
    conversations: tuple[Conversation, ...]
    extractions: tuple[LooseExtraction, ...]

    @property
    def suggested(self) -> tuple[str, ...]:
        """The keys of the conversations with an extraction; else of the only conversation."""
        fitting = {one.belongs_to.key for one in self.extractions if one.belongs_to is not None}
        keys = [one.key for one in self.conversations if one.key in fitting or (one.quotes and not one.is_alternate)]
        main = [one.key for one in self.conversations if not one.is_alternate]
        return tuple(keys or (main if len(main) == 1 else []))

    def leaves_choice(self, session: ReviewSession | None) -> bool:
        """Return whether a person has to choose among the content, which is for a stored *session* or a new one."""
        if any(source.question for source in self.sources):
            return True
        held = len(self.extractions) if session is not None else len(self.conversations)
        return held != 1 or (session is not None and bool(self.conversations))


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """What became of files: the draft with those that could be read, if there is one, and the others.

    `replaced` is the number of older drafts of the person that were deleted for it.
    """

    draft: UploadDraft | None
    unread: tuple[Unread, ...]
    replaced: int = 0


def dropped(draft: UploadDraft) -> Dropped:
    """Return the files of a draft, and their content, as it was read when they came."""
    files = draft.files.order_by("position").defer("data")
    parts = UploadPart.objects.filter(file__draft=draft).select_related("file").defer("text", "file__data")
    rows = list(parts.order_by("file__position", "place"))
    conversations = tuple(_conversation(row) for row in rows if row.is_conversation)
    by_key = {one.key: one for one in conversations}
    loose = tuple(_loose(row, by_key) for row in rows if not row.is_conversation)
    return Dropped(tuple(map(Source, files)), conversations, loose)


def keep_files(draft: UploadDraft, files: Sequence[tuple[str, bytes]], *, wanted: str = "") -> KeptFiles:
    """Read files, each once, as the *wanted* format if there is one; add those that could be read to a draft."""
    found, unread = list[tuple[str, bytes, FoundFile]](), list[Unread]()
    count = UploadPart.objects.filter(file__draft=draft).count() if draft.pk else 0
    for name, data in files:
        result = found_beside(draft, data, name=name, wanted=wanted, beside=count)
        if isinstance(result, Problem):
            unread.append(Unread(name, len(data), result, code_lines(data, result.where)))
        else:
            count += len(result.parts)
            found.append((name, data, result))
    if not found:
        return KeptFiles(None if draft.pk is None else draft, tuple(unread))
    with transaction.atomic(durable=True):
        replaced = keep_draft(draft)
        first = draft.files.count()
        for position, (name, data, one) in enumerate(found, start=first):
            file = UploadFile.objects.create(
                draft=draft, position=position, name=name, size=len(data), data=data, format=wanted, found=one.found
            )
            store_parts(file, one.parts)
        place_extractions(draft, {first + at: one.parts for at, (_, _, one) in enumerate(found)})
    return KeptFiles(draft, tuple(unread), replaced)


@transaction.atomic(durable=True)
def read_as(draft: UploadDraft, *, position: int, name: str) -> Unread | None:
    """Read a file of a draft as another format, or leave it as it is and return why it cannot be read so."""
    file = draft.files.select_for_update().get(position=position)
    data = bytes(file.data)
    result = found_in(data, name=file.name, wanted=name, saved=saved_mappings(draft.project.mappings))
    if isinstance(result, Problem):
        return Unread(file.name, file.size, result, code_lines(data, result.where))
    file.format = name
    store_as(draft, file, result)
    return None


def store_as(draft: UploadDraft, file: UploadFile, found: FoundFile) -> None:
    """Store what was found in a file, read as the format that it has now; in the caller's transaction."""
    file.found = found.found
    file.save(update_fields=["format", "found"])
    store_parts(file, found.parts)
    place_extractions(draft, {file.position: found.parts})


@transaction.atomic(durable=True)
def take(draft: UploadDraft, what: Dropped, *, keys: Iterable[str]) -> list[UploadDraft]:
    """Do what `taken_out` does, in a transaction."""
    return taken_out(draft, what, keys=keys)


def taken_out(draft: UploadDraft, what: Dropped, *, keys: Iterable[str]) -> list[UploadDraft]:
    """Make a draft of each chosen conversation, with its extractions, and return them; in the caller's transaction.

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
        taken += [_draft(draft, extraction=_text(one.part), notes=one.notes) for one in loose]
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
        end_files(files, draft.session)
    return left


@transaction.atomic(durable=True)
def discard(draft: UploadDraft) -> None:
    """Delete a draft that is not imported; with the last one out of some files, delete these too."""
    files = draft.taken_from
    draft.delete()
    if files is None or files.taken.filter(received_at=None).exists():
        return
    received = files.taken.exclude(received_at=None).order_by("-received_at").first()
    if received is None:
        files.delete()
    else:
        end_files(files, received.session)


def end_files(files: UploadDraft, session: ReviewSession | None) -> None:
    """Delete the files of a draft of which everything was imported, or discarded."""
    files.files.all().delete()
    files.session, files.received_at = session, timezone.now()
    files.save(update_fields=["session", "received_at"])


def found_beside(draft: UploadDraft, data: bytes, *, name: str, wanted: str, beside: int) -> FoundFile | Problem:
    """Return what a file holds, unless it is too much *beside* the parts of other files, or cannot be read."""
    found = found_in(data, name=name, wanted=wanted, saved=saved_mappings(draft.project.mappings))
    if isinstance(found, FoundFile) and beside + len(found.parts) > MAX_UPLOAD_PARTS:
        return Problem("too_many_items", "", {"limit": MAX_UPLOAD_PARTS})
    return found


def place_extractions(draft: UploadDraft, known: dict[int, tuple[FoundPart, ...]]) -> None:
    """Find the conversation of every extraction of a draft; *known* are the parts of the files that were just read."""
    rows = UploadPart.objects.filter(file__draft=draft).select_related("file").defer("text", "file__data")
    parts = list(rows.order_by("file__position", "place"))
    loose = [part for part in parts if not part.is_conversation]
    if not loose:
        return
    just_read = {(position, part.place): part.words for position, found in known.items() for part in found}

    def words(part: UploadPart) -> Words:
        key = part.file.position, part.place
        texts = just_read[key] if key in just_read else words_of(part)
        return Words(key, texts, part.about["is_alternate"])

    conversations = [part for part in parts if part.is_conversation][:MAX_ASKED]
    places = placed(map(words, loose), list(map(words, conversations)))
    for part in loose:
        place = places[part.file.position, part.place]
        belongs_to = None if place.belongs_to is None else _name(place.belongs_to)
        part.about |= {"belongs_to": belongs_to, "standing": place.standing, "asked": place.asked}
    UploadPart.objects.bulk_update(loose, ["about"])


def _name(key: Key) -> str:
    return f"{key[0]}-{key[1]}"


def _notes(dumped: Iterable[object]) -> tuple[Note, ...]:
    return tuple(map(Note.model_validate, dumped))


def _conversation(row: UploadPart) -> Conversation:
    about = row.about
    return Conversation(
        key=_name((row.file.position, row.place)),
        part=row.pk,
        title=about["title"],
        name=about["name"],
        messages=about["messages"],
        quotes=about["quotes"],
        last_timestamp=about["last_timestamp"],
        is_alternate=about["is_alternate"],
        notes=_notes(about["notes"]),
    )


def _loose(row: UploadPart, conversations: dict[str, Conversation]) -> LooseExtraction:
    about = row.about
    return LooseExtraction(
        part=row.pk,
        entries=about["entries"],
        notes=_notes(about["notes"]),
        belongs_to=conversations.get(about["belongs_to"] or ""),
        standing=about["standing"],
        asked=about["asked"],
    )


def _drafts(draft: UploadDraft, conversation: Conversation, loose: Iterable[LooseExtraction]) -> Iterator[UploadDraft]:
    """Yield a draft of a conversation, and one more for each further extraction from it."""
    own = [one for one in loose if one.belongs_to is not None and one.belongs_to.key == conversation.key]
    first, text = own[0] if own else None, _text(conversation.part)
    of_extraction = first.notes if first else ()
    notes = (*conversation.notes, *(note for note in of_extraction if note not in conversation.notes))
    yield _draft(draft, session=text, extraction="" if first is None else _text(first.part), notes=notes)
    for one in own[1:]:
        yield _draft(draft, session=text, extraction=_text(one.part), notes=one.notes)


def _text(part: int) -> str:
    return UploadPart.objects.values_list("text", flat=True).get(pk=part)


def _draft(draft: UploadDraft, *, extraction: str, notes: Sequence[Note], session: str = "") -> UploadDraft:
    return UploadDraft(
        project=draft.project,
        created_by=draft.created_by,
        session=None if session else draft.session,
        taken_from=draft,
        session_json=session,
        extraction_json=extraction,
        notes=[note.model_dump() for note in notes],
    )
