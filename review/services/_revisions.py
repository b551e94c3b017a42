"""Give messages that changed a newer version, and take back what rested on the old ones. Private to the services."""

from collections.abc import Mapping, Sequence

from aligner_core import MessageUpload, text_hash
from review import events
from review.errors import Problem, UploadRefusedError
from review.models import ABOVE_CANDIDATE, Entry, Message, Quote, ReviewSession, Standing
from review.policy import Reason
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._stages import send_back

BATCH = 500
Stored = Sequence[Message]
Sent = Sequence[MessageUpload]


def changed_messages(stored: Stored, sent: Sent) -> tuple[int, ...]:
    """Name the messages that an upload says otherwise; refuse it when messages are missing or stand elsewhere.

    An index means its place in the upload. Where a message was taken out or slipped in, every later one would seem to
    have changed, and all evidence with it.
    """
    changed = tuple(old.index for old, new in zip(stored, sent, strict=False) if said(old) != said(new))
    if not changed:
        return ()
    first = changed[0]
    if len(sent) < len(stored):
        _refuse("messages_missing", index=first, place=len(sent))
    rest, came = [said(one) for one in stored[first:]], [said(one) for one in sent[first:]]
    taken_out = len(rest) > 1 and came[: len(rest) - 1] == rest[1:]
    slipped_in = came[1 : len(rest) + 1] == rest
    if taken_out or slipped_in:
        _refuse("messages_shifted", index=first, place=first)
    return changed


def said(message: Message | MessageUpload) -> tuple[str, str, str]:
    """Give what makes a message the same one: who said it, and what."""
    return (message.role, message.name, message.content)


def store_messages(session: ReviewSession, uploads: Mapping[int, MessageUpload]) -> list[Message]:
    """Store messages by their index, each as a version newer than the one that is there."""
    versions = dict(current_messages(session).values_list("index", "version"))
    messages = [
        Message(
            session=session,
            index=index,
            version=versions.get(index, 0) + 1,
            role=upload.role,
            name=upload.name,
            timestamp=upload.timestamp,
            content=upload.content,
            content_hash=text_hash(upload.content),
            length=len(upload.content),
        )
        for index, upload in uploads.items()
    ]
    return Message.objects.bulk_create(messages, batch_size=BATCH)


def lock_session(session: ReviewSession) -> None:
    """Keep entries from coming to a session while its messages change, and the other way round."""
    ReviewSession.objects.select_for_update(no_key=True).get(pk=session.pk)


def demoted_by(session: ReviewSession, changed: Sequence[int]) -> dict[int, list[int]]:
    """Name the verified entries that rest on changed messages, each with the positions of the quotes that do."""
    quotes = Quote.objects.filter(entry__session=session, entry__stage__in=ABOVE_CANDIDATE, standing=Standing.COUNTS)
    rows = quotes.order_by("entry", "position").values_list("entry__pk", "position", "current__message_index")
    indexes, demoted = set(changed), dict[int, list[int]]()
    for entry, position, index in rows:
        if index in indexes:
            demoted.setdefault(entry, []).append(position)
    return demoted


def send_back_drifted(session: ReviewSession, changed: Sequence[int]) -> list[_journal.Fact]:
    """Take the entries that rest on changed messages back to candidate; give what the journal has to tell of it.

    Every entry of the session is locked: one that rests on nothing yet could be mended and verified meanwhile.
    """
    list(Entry.objects.select_for_update().filter(session=session).order_by("pk").values_list("pk"))
    facts: list[_journal.Fact] = []
    for pk, positions in demoted_by(session, changed).items():
        entry = Entry.objects.get(pk=pk)
        came_from = send_back(entry)
        payload = events.EntryDemoted(
            from_stage=came_from, to_stage=entry.stage, reason=Reason.DRIFTED_EVIDENCE, drifted=positions
        )
        facts.append((payload, entry))
    return facts


def _refuse(code: str, *, index: int, place: int) -> None:
    raise UploadRefusedError(Problem(code, f"messages[{place}]", {"index": index}))
