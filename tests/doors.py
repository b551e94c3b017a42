"""Access as a table: every address (a door) with the status of its response to each kind of person.

A new address needs a row here. For somebody who is not logged in, 302 is the redirect to the log-in page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from aligner_core import canonical_json, digest
from review.domain.bulk import BatchKind
from review.domain.policy import Stage
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.domain.turns import DEFAULT_WEIGHTS
from review.models import Batch, Comment, Entry, Job, Project, Quote, SavedView, UploadDraft
from review.services._jobs import Work, enqueue
from review.services.audit.checkpoints import make_checkpoint
from review.services.bulk.parts import confirm_batch
from review.services.bulk.previews import preview_entries
from review.services.comments import make_comment, resolve_comment
from review.services.feed.webhooks import Told, make_webhook
from review.services.ingest.dropped import keep_files
from review.services.people.invitations import accept_invitation
from review.services.people.tokens import Issued, issue_token
from review.services.promotion.stages import promote_entry
from tests.factories import (
    make_entries,
    make_entry,
    make_invitation,
    make_project,
    make_retrieval,
    make_session,
    make_user,
    quotes_of,
    switch,
)

PEOPLE = ("anonymous", "viewer", "reviewer", "certifier", "auditor", "manager", "stranger", "staff")
"""The stranger reviews another project; staff are superusers and members of nothing."""
TOKEN, PASSWORD = "an-invitation", "a long password"
WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]

ASKING = ("manager", "certifier", "reviewer", "auditor", "staff", "anonymous")
"""Who asks for a page or acts where the cost is counted: the first one who may."""
DONE = frozenset({200, 201, 302, 409, 422})
"""What is answered to who may: what an act declines costs a page too."""

Cells = tuple[int, ...]
# anonymous viewer reviewer certifier auditor manager stranger staff
LIST: Cells = (302, 200, 200, 200, 200, 200, 200, 200)
PAGE: Cells = (302, 200, 200, 200, 200, 200, 404, 404)
LEADS: Cells = (302, 302, 302, 302, 302, 302, 404, 404)
REVIEW: Cells = (302, 403, 302, 302, 403, 302, 404, 404)
MANAGE: Cells = (302, 403, 403, 403, 403, 302, 404, 404)
MANAGED: Cells = (302, 403, 403, 403, 403, 200, 404, 404)
CERTIFY: Cells = (302, 403, 403, 302, 403, 403, 404, 404)
AUDIT: Cells = (302, 403, 403, 403, 200, 200, 403, 200)
NEVER: Cells = (302, 405, 405, 405, 405, 405, 405, 405)


def first_who_may(cells: Cells) -> str | None:
    """Return the first person who is answered; None if nobody is."""
    return next((one for one in ASKING if cells[PEOPLE.index(one)] in DONE), None)


def instead(cells: Cells, old: int, new: int) -> Cells:
    """Return the cells with the status *old* of people who are logged in replaced by *new*."""
    return (cells[0], *(new if cell == old else cell for cell in cells[1:]))


@dataclass(frozen=True, slots=True)
class World:
    """What the addresses refer to: a project with one of everything, and people of every kind.

    `log_ins` are the session keys of the people, without the anonymous one.
    """

    log_ins: Mapping[str, str]
    keys: Mapping[str, dict[str, object]]
    project: Project
    strict: Entry
    quote: Quote

    def client(self, person: str, *, htmx: bool = False, from_elsewhere: bool = False) -> Client:
        """Return the browser of a person; one that was sent *from elsewhere* has no CSRF token of ours."""
        client = Client(enforce_csrf_checks=from_elsewhere, headers={"HX-Request": "true"} if htmx else None)
        if person in self.log_ins:
            client.cookies["sessionid"] = self.log_ins[person]
        return client

    def address(self, name: str) -> str:
        """Return the address of a door."""
        return reverse(name, kwargs=self.keys[DOORS[name].names])


Fields = Mapping[str, object]
Keys = str | None


@dataclass(frozen=True, slots=True)
class Door:
    """The responses of an address to GET and POST, what it refers to, and the form that is sent."""

    get: Cells
    post: Cells
    names: str = ""
    fields: Callable[[World], Fields] = field(default=lambda _world: MappingProxyType({}))


def sends(**fields: object) -> Callable[[World], Fields]:
    """Return a function that gives the same form for any world."""
    return lambda _world: fields


ENTRY = {"seen_version": 1}
WEIGHTS = {**DEFAULT_WEIGHTS, "seen": " ".join(f"{turn} {weight}" for turn, weight in DEFAULT_WEIGHTS.items())}
VERIFIED = {"seen_version": 2}
EXPLAINED = {"requirement": "source_role_unexplained", "reason": "a log", **ENTRY}
OVERRIDE = {"reason": "there is nobody else this week", **ENTRY}
ATTEMPT = {"seen_attempt": 1}
ALIGNER = {"fuzzy_threshold": 0.85, "max_quote_length": 400, "seen_threshold": 0.85, "seen_length": 2_000}
EXTRACTOR = {
    "protocol": "openai",
    "model": "a-model",
    "tokens_a_day": 1_000,
    "idle_minutes": 0,
    "seen": digest(canonical_json({})),
}
NEW = {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}
RENEWED = {"old_password": "wrong", "new_password1": PASSWORD, "new_password2": PASSWORD}
SESSION = {"text": '{"messages": ["new"]}'}
DOORS: Mapping[str, Door] = {
    "login": Door((200, *[302] * 7), (200, *[302] * 7), fields=sends(username="nobody", password="wrong")),  # noqa: S106
    "logout": Door((405,) * 8, (302,) * 8),
    "set_language": Door((302,) * 8, (302,) * 8, fields=sends(language="ko")),
    "review:theme": Door((405,) * 8, (302,) * 8, fields=sends(theme="dark")),
    "review:single_keys": Door((405,) * 8, (302,) * 8, fields=sends(keys="off")),
    "review:own_password": Door(LIST, instead(LIST, 200, 422), fields=sends(**RENEWED)),
    "review:home": Door(LIST, NEVER),
    "review:help": Door(LIST, NEVER),
    "review:session_list": Door(LIST, NEVER),
    "review:session_pick": Door(LIST, NEVER),
    "review:session_detail": Door(PAGE, NEVER, "session"),
    "review:session_find": Door(PAGE, NEVER, "session"),
    "review:session_map": Door(PAGE, NEVER, "session"),
    "review:session_part": Door(PAGE, NEVER, "session"),
    "review:session_message": Door(PAGE, NEVER, "message"),
    "review:chunk_search": Door(PAGE, PAGE, "retrieval", sends(question="What is kept?", limit=3)),
    "review:entry_new": Door(
        instead(REVIEW, 302, 200), REVIEW, "session", sends(words="raw text", message_index=0, title="Kept")
    ),
    "review:entry_list": Door(LIST, NEVER),
    "review:batch_list": Door(LIST, NEVER),
    "review:bundle_verify": Door(LIST, instead(LIST, 200, 422)),
    "review:bulk_preview": Door(NEVER, (302, 403, 302, 302, 403, 302, 302, 403), "", sends(kind="verify", entry=1)),
    "review:batch": Door(PAGE, NEVER, "batch"),
    "review:batch_apply": Door(NEVER, (302, 403, 302, 403, 403, 403, 404, 404), "batch"),
    "review:batch_revert": Door(NEVER, (302, 403, 302, 403, 403, 302, 404, 404), "batch"),
    "review:entry_detail": Door(PAGE, NEVER, "entry"),
    "review:undo": Door(NEVER, REVIEW, "event"),
    "review:queue": Door(LIST, NEVER),
    "review:queue_beat": Door(NEVER, instead(REVIEW, 302, 200), "entry"),
    "review:entry_later": Door(PAGE, NEVER, "entry"),
    "review:entry_facts": Door(PAGE, NEVER, "entry"),
    "review:entry_add_quote": Door(NEVER, REVIEW, "entry", sends(words="raw text", message_index=0, **ENTRY)),
    "review:extraction_detail": Door(PAGE, NEVER, "extraction"),
    "review:extraction_search": Door(NEVER, REVIEW, "extraction"),
    "review:run_list": Door(LIST, NEVER),
    "review:run_compare": Door(instead(LIST, 200, 404), NEVER),
    "review:run_entries": Door(LIST, NEVER),
    "review:run_quotes": Door(LIST, NEVER),
    "review:quality": Door(LIST, NEVER),
    "review:answer_quality": Door(LIST, NEVER),
    "review:session_bundle": Door(PAGE, PAGE, "session"),
    "review:entries_bundle": Door(LIST, (302, *[200] * 5, 422, 422)),
    "review:entry_bundle": Door(PAGE, PAGE, "entry"),
    "review:entry_export": Door(PAGE, PAGE, "entry", sends(format="html")),
    "review:session_export": Door(PAGE, PAGE, "session", sends(format="csv")),
    "review:entries_export": Door(LIST, (302, *[200] * 5, 422, 422), "", sends(format="csv")),
    "review:entry_promote": Door(NEVER, REVIEW, "entry", sends(to="verified", **ENTRY)),
    "review:entry_demote": Door(NEVER, REVIEW, "verified", sends(reason="wrong", **VERIFIED)),
    "review:entry_reject": Door(NEVER, REVIEW, "entry", sends(reason="wrong", **ENTRY)),
    "review:entry_reopen": Door(NEVER, instead(REVIEW, 302, 422), "entry", sends(**ENTRY)),
    "review:entry_change": Door(NEVER, REVIEW, "entry", sends(reason="needs_context", comment="", **ENTRY)),
    "review:entry_resolve": Door(NEVER, instead(REVIEW, 302, 409), "entry", sends(**ENTRY)),
    "review:entry_assign": Door(NEVER, instead(REVIEW, 302, 409), "entry", sends(person="", **ENTRY)),
    "review:entry_comment": Door(NEVER, REVIEW, "entry", sends(text="Is that so?")),
    "review:comment_resolve": Door(NEVER, REVIEW, "comment"),
    "review:comment_reopen": Door(NEVER, REVIEW, "resolved"),
    "review:notice_list": Door(LIST, NEVER),
    "review:entry_confirm": Door(NEVER, instead(REVIEW, 302, 409), "entry", sends(**ENTRY)),
    "review:entry_correct": Door(NEVER, REVIEW, "entry", sends(title="Raw text is kept", body="", **ENTRY)),
    "review:entry_approve": Door(NEVER, REVIEW, "strict", sends(**ENTRY)),
    "review:entry_explain": Door(NEVER, REVIEW, "strict", sends(**EXPLAINED)),
    "review:entry_certify": Door(NEVER, CERTIFY, "verified", sends(password=PASSWORD, **VERIFIED)),
    "review:entry_override": Door(
        NEVER, MANAGE, "strict", lambda world: {**OVERRIDE, "number": world.keys["strict"]["pk"]}
    ),
    "review:quote_detail": Door(LEADS, NEVER, "quote"),
    "review:quote_doctor": Door(PAGE, NEVER, "quote"),
    "review:quote_trial": Door(NEVER, instead(REVIEW, 302, 200), "quote", sends(text="raw text", message_index=0)),
    "review:quote_fix": Door(NEVER, REVIEW, "failed", sends(fix="move-0", **ATTEMPT)),
    "review:quote_desk": Door(PAGE, NEVER, "quote"),
    "review:quote_offer": Door(PAGE, NEVER, "quote"),
    "review:quote_citation": Door(PAGE, NEVER, "quote"),
    "review:quote_rail_row": Door(PAGE, NEVER, "quote"),
    "review:quote_retry": Door(NEVER, REVIEW, "quote", sends(text="raw text", message_index=0, **ATTEMPT)),
    "review:quote_anchor": Door(NEVER, REVIEW, "quote", sends(places="0:3:7", words="keep", **ATTEMPT)),
    "review:quote_confirm": Door(NEVER, instead(REVIEW, 302, 409), "quote", sends(seen_version=2, **ATTEMPT)),
    "review:quote_undo": Door(NEVER, instead(REVIEW, 302, 409), "quote", sends(**ATTEMPT)),
    "review:quote_restore": Door(NEVER, instead(REVIEW, 302, 409), "quote", sends(attempt=1, **ATTEMPT)),
    "review:quote_choose": Door(NEVER, REVIEW, "ambiguous", sends(start=30, **ATTEMPT)),
    "review:quote_withdraw": Door(NEVER, REVIEW, "quote", sends(reason="invented", **ATTEMPT)),
    "review:quote_restore_withdrawn": Door(NEVER, instead(REVIEW, 302, 409), "quote", sends(reason="said", **ATTEMPT)),
    "review:quote_acknowledge": Door(NEVER, REVIEW, "differing", sends(reason="a joke", **ATTEMPT)),
    "review:source_correct": Door(NEVER, REVIEW, "source", sends(replacement="strike", reason="gone", **ENTRY)),
    "review:selection": Door(
        instead(REVIEW, 302, 200), NEVER, fields=lambda world: {"quote": world.quote.pk, "places": "0:3:7"}
    ),
    "review:failed": Door(LIST, NEVER),
    "review:search": Door(LIST, NEVER),
    "review:search_palette": Door(LIST, NEVER),
    "review:view_save": Door(
        NEVER, instead(LIST, 200, 302), fields=sends(page="search", query="q=lease", name="Lease")
    ),
    "review:view_delete": Door(NEVER, (302, 404, 302, 404, 404, 302, 404, 404), "view"),
    "review:audit": Door(AUDIT, instead(AUDIT, 200, 405)),
    "review:event_detail": Door(AUDIT, instead(AUDIT, 200, 405), "event"),
    "review:audit_verify": Door(AUDIT, instead(AUDIT, 200, 302)),
    "review:checkpoint_make": Door(instead(AUDIT, 200, 405), instead(AUDIT, 200, 302)),
    "review:checkpoint_download": Door(AUDIT, instead(AUDIT, 200, 405), "checkpoint"),
    "review:keys_download": Door(AUDIT, instead(AUDIT, 200, 405)),
    "review:project_list": Door(LIST, NEVER),
    "review:project_detail": Door(PAGE, NEVER, "project"),
    "review:job_list": Door(PAGE, NEVER, "project"),
    "review:token_list": Door(PAGE, NEVER, "project"),
    "review:token_issue": Door(NEVER, PAGE, "project", sends(name="bot", scopes="read", days=30)),
    "review:token_revoke": Door(NEVER, (302, 404, 200, 404, 404, 200, 404, 404), "api_token"),
    "review:project_import": Door(instead(MANAGE, 302, 200), instead(MANAGE, 302, 422), "project"),
    "review:webhook_list": Door(
        instead(MANAGE, 302, 200), instead(MANAGE, 302, 201), "project", sends(url="https://example.com/hook")
    ),
    "review:webhook_detail": Door(instead(MANAGE, 302, 200), NEVER, "webhook"),
    "review:webhook_secret": Door(NEVER, instead(MANAGE, 302, 201), "webhook"),
    "review:webhook_resend": Door(NEVER, instead(MANAGE, 302, 409), "webhook", sends(numbers="1")),
    "review:webhook_off": Door(NEVER, MANAGE, "webhook"),
    "review:webhook_on": Door(NEVER, instead(MANAGE, 302, 409), "webhook"),
    "review:webhook_delete": Door(NEVER, MANAGE, "webhook"),
    "review:own_job": Door(LIST, NEVER),
    "review:job_detail": Door(LEADS, NEVER, "job"),
    "review:job_file": Door((302, *(404,) * 7), NEVER, "job"),
    "review:job_statement": Door((302, *(404,) * 7), NEVER, "job"),
    "review:job_cancel": Door(NEVER, (302, 403, 302, 403, 403, 302, 404, 404), "job"),
    "review:job_again": Door(NEVER, (302, 403, 302, 403, 403, 403, 404, 404), "job"),
    "review:project_policy": Door(NEVER, MANAGE, "project", sends(policy="two_reviewers", on="on")),
    "review:project_stale_limit": Door(NEVER, MANAGE, "project", sends(days=90, seen_days=180)),
    "review:project_extractor": Door(NEVER, MANAGE, "project", sends(**EXTRACTOR)),
    "review:mapping_delete": Door(NEVER, MANAGE, "project", sends(name="Facts")),
    "review:session_extract": Door(NEVER, REVIEW, "session"),
    "review:project_queue": Door(NEVER, MANAGE, "project", sends(**WEIGHTS)),
    "review:project_aligner": Door(NEVER, MANAGE, "project", sends(**ALIGNER)),
    "review:project_realign": Door(MANAGED, MANAGE, "project"),
    "review:member_role": Door(NEVER, MANAGE, "member", sends(seen_role="viewer", to="auditor")),
    "review:member_confirm": Door(NEVER, instead(MANAGE, 302, 403), "member"),
    "review:member_remove": Door(NEVER, MANAGE, "member", sends(seen_role="viewer")),
    "review:invitation_make": Door(NEVER, instead(MANAGE, 302, 201), "project", sends(role="viewer")),
    "review:invitation_confirm": Door(NEVER, MANAGE, "invitation", sends(account="follower")),
    "review:invitation_revoke": Door(NEVER, MANAGE, "invitation"),
    "review:invitation": Door((200,) * 8, (302, *[409] * 5, 302, 302), "token", sends(**NEW)),
    "review:upload": Door(
        LIST, (302, 403, 302, 302, 403, 302, 422, 403), fields=lambda world: {"project": world.project.pk, **SESSION}
    ),
    "review:upload_detail": Door(
        (302, 404, 200, 404, 404, 404, 404, 404), (302, 404, 302, 404, 404, 404, 404, 404), "draft"
    ),
    "review:upload_files": Door(
        (302, 404, 200, 404, 404, 404, 404, 404), (302, 404, 422, 404, 404, 404, 404, 404), "draft"
    ),
    "review:upload_format": Door(
        NEVER, (302, 404, 302, 404, 404, 404, 404, 404), "draft", sends(position=0, format="session")
    ),
    "review:upload_change": Door(
        NEVER, (302, 404, 302, 404, 404, 404, 404, 404), "draft", sends(title="Talk", numbering="from_one")
    ),
    "review:upload_mapping": Door(
        (302, 404, 200, 404, 404, 404, 404, 404),
        (302, 404, 302, 404, 404, 404, 404, 404),
        "unknown",
        sends(**{"use-0": "quote"}),
    ),
    "review:upload_discard": Door(NEVER, (302, 404, 302, 404, 404, 404, 404, 404), "draft"),
}


def make_world(project: Project | None = None) -> World:
    """Create one of everything that an address can refer to, in a project or in a new one."""
    project, found = project or make_project(), {"messageIndex": 0, "quote": "keep the raw text of every event"}
    people = {name: make_user(name, project=project, role=Role(name)) for name in PEOPLE[1:6]}
    strict = _strict_entry(people)
    people["certifier"].set_password(PASSWORD)
    people["certifier"].save()
    stranger = make_user("stranger", project=make_project("elsewhere"))
    staff = User.objects.create(username="staff", is_staff=True, is_superuser=True)
    session = make_session(WORDS, project=project, session_id="talk")
    retrieval = make_retrieval([{"content": WORDS[0]}], project=project, answer="Source: `gone.md`")
    flipped = {"messageIndex": 0, "quote": "We never keep the raw text of every event."}
    elsewhere = {"messageIndex": 1, "quote": "keep the raw text of every event"}
    twice = {"messageIndex": 1, "quote": "The cache lives for one hour."}
    wanting = [found, flipped, elsewhere, twice]
    entry, verified, poor = make_entries(session, [{"evidence": [found]}, {"evidence": [found]}, {"evidence": wanting}])
    promote_entry(entry_id=verified.pk, to=Stage.VERIFIED, seen_version=1, actor=people["reviewer"])
    [quote], [_, differing, failed, ambiguous] = quotes_of(entry), quotes_of(poor)
    return World(
        log_ins={name: _log_in(user) for name, user in {**people, "stranger": stranger, "staff": staff}.items()},
        keys={
            "": {},
            "session": {"pk": session.pk},
            "message": {"pk": session.pk, "index": 0},
            "entry": {"pk": entry.pk},
            "batch": {"name": _batch(entry, people["reviewer"]).name},
            "extraction": {"pk": entry.extraction_id},
            "verified": {"pk": verified.pk},
            "strict": {"pk": strict.pk},
            "quote": {"pk": quote.pk},
            "differing": {"pk": differing.pk},
            "failed": {"pk": failed.pk},
            "ambiguous": {"pk": ambiguous.pk},
            "retrieval": {"pk": retrieval.pk},
            "source": {"pk": retrieval.entries.get().cited_sources.get().pk},
            "comment": {"pk": _comment(entry, people["reviewer"]).pk},
            "resolved": {"pk": _resolved_comment(entry, people["reviewer"]).pk},
            "event": {"pk": session.events.latest("pk").pk},
            "checkpoint": {"pk": make_checkpoint().pk},
            **_keys_of(project, people),
        },
        project=project,
        strict=strict,
        quote=quote,
    )


def _keys_of(project: Project, people: Mapping[str, User]) -> dict[str, dict[str, object]]:
    """Create one of what a project has beside its sessions, and return the keys of all of it."""
    return {
        "project": {"slug": project.slug},
        "member": {"slug": project.slug, "pk": people["viewer"].pk},
        "invitation": {"slug": project.slug, "pk": _followed_invitation(project)},
        "token": {"token": _token(project)},
        "view": {"pk": _view(project, people["reviewer"]).pk},
        "draft": {"pk": _draft(project, people["reviewer"]).pk},
        "unknown": {"pk": _unknown(project, people["reviewer"]).pk, "position": 0},
        "webhook": {"slug": project.slug, "pk": _webhook(project, people["manager"])},
        "job": {"pk": _job(project, people["reviewer"]).pk},
        "api_token": {"slug": project.slug, "pk": _api_token(project, people["reviewer"])},
    }


def _strict_entry(people: Mapping[str, User]) -> Entry:
    """Create an entry that needs a reason and a second reviewer, in another project of the same people."""
    strict = make_project("strict")
    switch(strict, explain_sources=True, two_reviewers=True)
    for name, user in people.items():
        make_user(user.username, project=strict, role=Role(name))
    message = {"role": "assistant", "content": WORDS[0]}
    return make_entry(make_session([message], project=strict), ["keep the raw text of every event"])


def _log_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def _job(project: Project, person: User) -> Job:
    with transaction.atomic():
        return enqueue(Work("align", "draft-0", "Talk", project.pk, person.pk, {}))


def _api_token(project: Project, person: User) -> int:
    issued = issue_token(project_id=project.pk, name="bot", scopes=[Scope.READ], days=30, actor=person)
    assert isinstance(issued, Issued)
    return issued.token.pk


def _token(project: Project) -> str:
    make_invitation(Role.VIEWER, token=TOKEN, project=project)
    return TOKEN


def _followed_invitation(project: Project) -> int:
    """Return the key of an invitation that an account has followed, which waits for the role."""
    invitation = make_invitation(token="other", project=project)  # noqa: S106 - of a test
    accept_invitation(invitation_id=invitation.pk, user=make_user("follower"))
    return invitation.pk


def _view(project: Project, person: User) -> SavedView:
    return SavedView.objects.create(project=project, owner=person, page="search", name="Lease", query="q=lease")


def _comment(entry: Entry, person: User) -> Comment:
    made = make_comment(entry_id=entry.pk, text="Is that so?", reply_to=None, actor=person)
    assert isinstance(made, Comment)
    return made


def _resolved_comment(entry: Entry, person: User) -> Comment:
    resolved = resolve_comment(comment_id=_comment(entry, person).pk, actor=person)
    assert isinstance(resolved, Comment)
    return resolved


def _batch(entry: Entry, person: User) -> Batch:
    batch = preview_entries(BatchKind.CANDIDATE, Entry.objects.filter(pk=entry.pk), actor=person)
    confirm_batch(name=batch.name, reason="", actor=person)
    return batch


def _draft(project: Project, person: User) -> UploadDraft:
    text = '{"sessionId": "new", "messages": ["new"]}'
    return UploadDraft.objects.create(project=project, created_by=person, session_json=text)


def _unknown(project: Project, person: User) -> UploadDraft:
    """Return a draft with a file of which its person is asked what the columns are."""
    draft = UploadDraft(project=project, created_by=person)
    keep_files(draft, [("facts.csv", b"said,n\nkeep the raw text,1\n")])
    return draft


def _webhook(project: Project, manager: User) -> int:
    made = make_webhook(project_id=project.pk, url="https://example.com/hook", types=[], actor=manager)
    assert isinstance(made, Told)
    return made.webhook.pk
