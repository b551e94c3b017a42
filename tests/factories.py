"""Create the state for tests as people do: through the services."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from aligner_core import canonical_json, digest, text_hash
from review.domain.policy import Granted
from review.domain.switches import switch_named
from review.models import Entry, Extraction, Invitation, Project, Quote, ReviewSession, Role
from review.payloads import check_combined, check_extraction, check_session
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.people import staff_actions
from review.services.promotion.claims import confirm_claim

MessageLike = str | dict[str, str]
Quoted = str | tuple[object, object] | dict[str, object]


def make_user(username: str = "mina", *, project: Project | None = None, role: Role = Role.REVIEWER) -> User:
    """Return a person without a usable password, made a member of *project* when one is given."""
    user, _ = User.objects.get_or_create(username=username)
    if project is not None:
        staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
    return user


def make_project(slug: str = "ledger", *, reviewer: User | None = None, viewer: User | None = None) -> Project:
    """Return a project with its members."""
    project, _ = Project.objects.get_or_create(slug=slug, defaults={"name": slug.title()})
    for user, role in ((reviewer, Role.REVIEWER), (viewer, Role.VIEWER)):
        if user is not None:
            staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
    return project


def switch(project: Project | None = None, /, **switches: bool) -> None:
    """Turn switches of a project on or off, those of the ledger where none is given."""
    for name, on in switches.items():
        staff_actions.set_policy(
            project_id=(project or make_project()).pk, policy=switch_named(name), on=on, actor=None
        )


def make_invitation(
    role: Role = Role.MANAGER,
    *,
    token: str = "token",  # noqa: S107 - of tests
    project: Project | None = None,
) -> Invitation:
    """Return an open invitation by the manager of a project, the ledger where none is given, with a known token."""
    project = project or make_project()
    now, manager = timezone.now(), make_user("dana", project=project, role=Role.MANAGER)
    return Invitation.objects.create(
        project=project,
        role=role,
        token_hash=text_hash(token),
        made_at=now,
        made_by=manager,
        expires_at=now + timedelta(days=7),
    )


def make_session(
    messages: Iterable[MessageLike], *, project: Project | None = None, session_id: str | None = None, title: str = ""
) -> ReviewSession:
    """Receive and return a session, changes accepted; a message is its text, or an object with role and content."""
    upload = check_session({"sessionId": session_id, "title": title, "messages": list(messages)})
    into = project or make_project()
    return receive_session(project=into, upload=upload, actor=None, accept_changes=True).session


def make_retrieval(
    chunks: Iterable[dict[str, Any]], *, project: Project | None = None, **given: object
) -> ReviewSession:
    """Receive and return a retrieval, with its answer and extraction when they are *given*."""
    numbered = [{"chunkId": f"c-{number}", **chunk} for number, chunk in enumerate(chunks)]
    upload = check_combined({"query": "How long does the cache live?", "chunks": numbered, **given})
    session = receive_session(project=project or make_project(), upload=upload.session, actor=None).session
    if upload.extraction is not None:
        receive_extraction(session=session, checked=upload.extraction, actor=None)
    return session


def make_entries(session: ReviewSession, entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Receive an extraction, and return its entries in order."""
    numbered = [
        {"entryId": f"e-{number}", "type": "fact", "title": f"Entry {number}", "stage": "candidate", **entry}
        for number, entry in enumerate(entries, start=1)
    ]
    receipt = receive_extraction(session=session, checked=check_extraction({"entries": numbered}), actor=None)
    return list(receipt.extraction.entries.order_by("position"))


def make_entry(session: ReviewSession, quotes: Iterable[Quoted] = (), **fields: object) -> Entry:
    """Receive and return one entry; a quote is a text in message 0, a pair (message index, text), or the raw item."""
    return make_entries(session, [{"evidence": [_item(quote) for quote in quotes], **fields}])[0]


def run_of(entry: Entry) -> Extraction:
    """Return the extraction that an entry came with."""
    assert entry.extraction is not None
    return entry.extraction


def make_quote(*messages: str, quote: object, index: object = 0, project: Project | None = None) -> Quote:
    """Receive a session of *messages* and one entry with one quote, and return the quote."""
    entry = make_entry(make_session(messages, project=project), [(index, quote)])
    return entry.quotes.select_related("current", "entry__session").get()


def message_digest_of(text: str) -> str:
    """Return the digest of a message that is only a text, without a speaker or a time."""
    return digest(canonical_json({"content_hash": text_hash(text), "name": "", "role": "", "timestamp": ""}))


def confirm(entry: Entry, actor: User) -> None:
    """Let a person say that the claim of an entry still holds."""
    version = Entry.objects.get(pk=entry.pk).version
    decision = confirm_claim(entry_id=entry.pk, seen_version=version, actor=actor)
    assert isinstance(decision, Granted), decision


def _item(quote: Quoted) -> dict[str, object]:
    match quote:
        case str():
            return {"messageIndex": 0, "quote": quote}
        case (index, text):
            return {"messageIndex": index, "quote": text}
        case _:
            return dict(quote)


def quotes_of(entry: Entry) -> list[Quote]:
    """Return an entry's quotes in order, with their current alignments."""
    return list(entry.quotes.select_related("current").order_by("position"))
