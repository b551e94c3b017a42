"""Store newer versions of changed messages, and demote entries that rest on the old ones. Private to the services."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from aligner_core import MessageUpload, text_hash
from review.databases import refresh_when_doubled
from review.databases.rows import insert_new, new_row
from review.domain import events
from review.domain.errors import Problem, UploadRefusedError
from review.domain.policy import Reason
from review.models import ABOVE_CANDIDATE, Entry, Message, Quote, ReviewSession, Standing
from review.models.sessions import message_digest
from review.services import _journal
from review.services._notices import vouchers_of
from review.services._stages import return_to_candidate

BATCH_SIZE = 500
Stored = Sequence[Message]
Sent = Sequence[MessageUpload]


def changed_messages(stored: Stored, sent: Sent) -> tuple[int, ...]:
    """Return the indexes of the messages that differ in an upload.

    A message is identified by its position. Where one was removed or inserted, every later one would seem to have
    changed, and all evidence with it; such an upload is refused.

    Raises:
        UploadRefusedError: messages are missing or at other positions.

    """
    changed = tuple(
        old.index for old, new in zip(stored, sent, strict=False) if message_identity(old) != message_identity(new)
    )
    if not changed:
        return ()
    first = changed[0]
    if len(sent) < len(stored):
        _refuse("messages_missing", index=first, position=len(sent))
    old_rest, new_rest = list(map(message_identity, stored[first:])), list(map(message_identity, sent[first:]))
    is_removed = len(old_rest) > 1 and new_rest[: len(old_rest) - 1] == old_rest[1:]
    is_inserted = new_rest[1 : len(old_rest) + 1] == old_rest
    if is_removed or is_inserted:
        _refuse("messages_shifted", index=first, position=first)
    return changed


def message_identity(message: Message | MessageUpload) -> tuple[str, str, str]:
    """Return the values that identify a message: role, name and content."""
    return (message.role, message.name, message.content)


def store_messages(
    session: ReviewSession, uploads: Mapping[int, MessageUpload], *, versions: Mapping[int, int]
) -> list[Message]:
    """Store messages by their index, each as the version after the stored one in *versions*, and return them."""
    messages = [
        _message(session, index, upload, version=versions.get(index, 0) + 1) for index, upload in uploads.items()
    ]
    insert_messages(messages)
    return messages


def first_versions(session: ReviewSession, uploads: Iterable[MessageUpload]) -> list[Message]:
    """Return the messages of a new session, which are not stored yet."""
    return [_message(session, index, upload, version=1) for index, upload in enumerate(uploads)]


def insert_messages(messages: Sequence[Message]) -> None:
    """Store new messages."""
    insert_new(messages)
    refresh_when_doubled([message.pk for message in messages])


def ingested(session: ReviewSession, messages: Sequence[Message], *, first_index: int) -> events.SessionIngested:
    """Return the event that records new messages."""
    return events.SessionIngested(
        project=session.project.slug,
        title=session.title,
        first_index=first_index,
        message_hashes=[message.content_hash for message in messages],
        message_digests=[message.digest for message in messages],
    )


def revised(messages: Iterable[Message]) -> events.SessionRevised:
    """Return the event that records newer versions of messages."""
    return events.SessionRevised(
        messages=[
            events.MessageVersion(
                message_index=message.index,
                version=message.version,
                hash=message.content_hash,
                digest=message.digest,
            )
            for message in messages
        ]
    )


def _message(session: ReviewSession, index: int, upload: MessageUpload, *, version: int) -> Message:
    message = new_row(
        Message,
        session=session,
        index=index,
        version=version,
        role=upload.role,
        name=upload.name,
        timestamp=upload.timestamp,
        content=upload.content,
        content_hash=text_hash(upload.content),
        length=len(upload.content),
    )
    message.digest = message_digest(message)
    return message


def lock_session(session: ReviewSession) -> None:
    """Keep entries from being added to a session while its messages change, and vice versa."""
    ReviewSession.objects.select_for_update(no_key=True).get(pk=session.pk)


def entries_to_demote(session: ReviewSession, changed: Sequence[int]) -> dict[int, list[int]]:
    """Return the verified entries that rest on changed messages, each with the positions of the quotes concerned."""
    quotes = Quote.objects.filter(entry__session=session, entry__stage__in=ABOVE_CANDIDATE, standing=Standing.COUNTS)
    rows = quotes.order_by("entry", "position").values_list("entry__pk", "position", "current__message_index")
    indexes, demoted = set(changed), dict[int, list[int]]()
    for entry, position, index in rows:
        if index in indexes:
            demoted.setdefault(entry, []).append(position)
    return demoted


def entries_resting_on(session: ReviewSession, changed: Sequence[int]) -> list[Entry]:
    """Return the entries with a quote that was found in a changed message, in any of its versions."""
    quotes = Quote.objects.filter(entry__session=session, current__message__index__in=changed)
    entries = Entry.objects.filter(pk__in=quotes.values("entry")).select_related("session__project", "claim")
    return list(entries.order_by("pk"))


class Demotion(NamedTuple):
    """The event of an entry that was moved back to candidate, and the people who had vouched for it."""

    event: _journal.NewEvent
    vouchers: tuple[int, ...]


def demote_drifted(session: ReviewSession, changed: Sequence[int]) -> list[Demotion]:
    """Move the entries that rest on changed messages back to candidate, and return the events to append.

    Every entry of the session is locked: one that does not rest on them yet could be repaired and verified meanwhile.
    """
    list(Entry.objects.select_for_update().filter(session=session).order_by("pk").values_list("pk"))
    demotions: list[Demotion] = []
    for pk, positions in entries_to_demote(session, changed).items():
        entry = Entry.objects.get(pk=pk)
        vouchers, came_from = vouchers_of(entry), return_to_candidate(entry)
        payload = events.EntryDemoted(
            from_stage=came_from, to_stage=entry.stage, reason=Reason.DRIFTED_EVIDENCE, drifted=positions
        )
        demotions.append(Demotion((payload, entry), vouchers))
    return demotions


def _refuse(code: str, *, index: int, position: int) -> None:
    raise UploadRefusedError(Problem(code, f"messages[{position}]", {"index": index}))
