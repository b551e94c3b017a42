"""Who may call what: every operation of the document, with every scope and role, and none of it leaks or writes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.utils import timezone

from review.api.app import api
from review.domain.roles import Role
from review.domain.tokens import Scope, as_stored, spelled
from review.models import ApiToken, Entry, Event, FeedHead, Membership, Quote, RememberedAnswer
from review.services.people.tokens import revoke_token
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user
from tests.review.api.conftest import EVERY, Answer, Program, Programs

pytestmark = pytest.mark.django_db

WORDS = "We ship the beta on 4 May."
SCOPES: dict[str, Scope] = {
    **dict.fromkeys(
        ("check", "align", "check_claim", "sessions", "session", "messages", "entries", "entry"), Scope.READ
    ),
    **dict.fromkeys(("proposals", "proposals_of", "extraction", "runs", "runs_compare", "quote"), Scope.READ),
    **dict.fromkeys(("failed", "job"), Scope.READ),
    "memories": Scope.READ,
    "export": Scope.READ,
    **dict.fromkeys(("events", "bundle_seal", "bundles", "bundle", "bundle_statement", "bundle_verify"), Scope.AUDIT),
    **dict.fromkeys(
        ("session_send", "session_stream", "session_extract", "extraction_send", "job_cancel", "import"), Scope.INGEST
    ),
    **dict.fromkeys(("entry_add", "quote_add", "comment_add", "entry_correct", "entry_confirm"), Scope.REPAIR),
    **dict.fromkeys(("quote_retry", "quote_fix", "quote_choose", "quote_withdraw", "quote_restore"), Scope.REPAIR),
    **dict.fromkeys(("quote_restore_withdrawn", "quote_acknowledge", "quote_confirm", "quote_undo"), Scope.REPAIR),
    **dict.fromkeys(("quote_split", "quote_realign"), Scope.REPAIR),
    **dict.fromkeys(("retrieval_send", "retrieval_answer"), Scope.INGEST),
    **dict.fromkeys(("retrieval_search", "retrieval_evaluation", "retrieval_context", "retrieval_ask"), Scope.READ),
    **dict.fromkeys(("retrieval_trace", "retrieval_citations", "retrieval_check"), Scope.READ),
    **dict.fromkeys(("entry_promote", "entry_demote", "entry_reject", "entry_reopen", "entry_approve"), Scope.PROMOTE),
    **dict.fromkeys(("entry_explain", "entry_change", "entry_resolve", "entry_certify"), Scope.PROMOTE),
}
"""The scope of every operation, by its name."""
BODIES: dict[str, dict[str, object]] = {
    "check": {"quotes": [WORDS], "sources": [WORDS]},
    "align": {"sessionMessages": [WORDS], "extraction": {"evidence": [{"quote": WORDS, "messageIndex": 0}]}},
    "check_claim": {"claim": WORDS, "evidence": [WORDS]},
    "session_send": {"sessionId": "new", "messages": ["Hello."]},
    "session_stream": {"sessionId": "new", "messages": ["Hello."]},
    "proposals_of": {"claim": WORDS},
    "extraction_send": {"entries": [{"title": "New", "evidence": [{"quote": WORDS, "messageIndex": 0}]}]},
    "bundle_seal": {"filter": {}},
    "entry_add": {"title": "Added", "evidence": {"messageIndex": 0, "quote": "the beta"}},
    "quote_add": {"messageIndex": 0, "quote": "the beta"},
    "comment_add": {"text": "Look at this."},
    "entry_correct": {"title": "Corrected"},
    "entry_promote": {"to": "verified"},
    "entry_demote": {"reason": "Wrong."},
    "entry_reject": {"reason": "Wrong."},
    "entry_explain": {"requirement": "source_role_unexplained", "reason": "Fine."},
    "entry_change": {"reason": "other", "comment": "Say more."},
    "quote_retry": {"quote": "the beta", "messageIndex": 0},
    "quote_fix": {"fix": "source-0"},
    "quote_choose": {"start": 0},
    "quote_split": {"parts": [{"quote": "We ship", "messageIndex": 0}, {"quote": "the beta", "messageIndex": 0}]},
    "quote_withdraw": {"reason": "Invented."},
    "quote_restore_withdrawn": {"reason": "It is there."},
    "quote_acknowledge": {"reason": "The same."},
    "quote_restore": {"attempt": 1},
    "quote_confirm": {"messageVersion": 1},
    "retrieval_send": {"query": "q", "chunks": [{"chunkId": "a", "content": WORDS}]},
    "retrieval_search": {"query": "q", "chunks": [{"chunkId": "a", "content": WORDS}]},
    "retrieval_ask": {"query": "q"},
    "retrieval_check": {"answer": WORDS},
    "retrieval_answer": {"answer": WORDS},
}


class Operation(NamedTuple):
    """One operation of the document."""

    name: str
    method: str
    path: str


def operations() -> list[Operation]:
    paths: dict[str, Any] = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]
    return [
        Operation(one["operationId"], method.upper(), path.removeprefix("/api/v1/"))
        for path, some in paths.items()
        for method, one in some.items()
    ]


OPERATIONS = operations()
each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=[one.name for one in OPERATIONS])


@pytest.fixture
def keys() -> dict[str, int]:
    """Return the keys of an entry of the ledger, by what the path of an operation begins with."""
    return things("ledger")


def things(slug: str) -> dict[str, int]:
    entry = make_entry(make_session([WORDS], project=make_project(slug)), [WORDS])
    quote = Quote.objects.get(entry=entry)
    extraction = entry.extraction_id or 0
    retrieval = make_retrieval([{"content": WORDS}], project=entry.session.project)
    found = {"sessions": entry.session_id, "entries": entry.pk, "quotes": quote.pk, "extractions": extraction}
    return {**found, "jobs": 1, "bundles": 1, "retrievals": retrieval.pk}


def call(program: Program, operation: Operation, keys: dict[str, int]) -> Answer:
    room = operation.path.split("/")[0]
    path = operation.path.replace("{pk}", str(keys.get(room, 0))).replace("{name}", "csv")
    if operation.name == "runs_compare":
        path += f"?a={keys['extractions']}&b={keys['extractions']}"
    if operation.name == "proposals":
        path += "?claim=beta"
    taken = "application/x-ndjson" if operation.name == "session_stream" else "application/json"
    body = BODIES.get(operation.name)
    return program.call(operation.method, path, body, content_type=taken, If_Match='"1", "0"')


def state() -> tuple[object, ...]:
    """Return what a write would change: events, versions, and how many rows every table has.

    But for the one that a reader of the feed makes, to give numbers to what was committed.
    """
    tables = [table for table in apps.get_app_config("review").get_models() if table is not FeedHead]
    counts = tuple((table.__name__, table._default_manager.count()) for table in tables)
    versions = tuple(Entry.objects.order_by("pk").values_list("pk", "version", "stage"))
    return counts, versions, Event.objects.count()


def test_the_scope_of_every_operation_is_written_down() -> None:
    assert SCOPES.keys() == {one.name for one in OPERATIONS}


@each_operation
def test_no_token_no_answer(operation: Operation, keys: dict[str, int], program: Programs) -> None:
    good = program()
    before = state()
    for secret in ("", "evr_", "evr_nothing", spelled("x" * 43), good.secret[:-1], good.secret.upper()):
        answer = call(Program(good.client, secret, good.token), operation, keys)
        assert (answer.status, answer.code) == (401, "not_authenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert state() == before


def revoked(token: ApiToken) -> None:
    revoke_token(token_id=token.pk, actor=token.owner)


def expired(token: ApiToken) -> None:
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def deactivated(token: ApiToken) -> None:
    token.owner.is_active = False
    token.owner.save(update_fields=["is_active"])


@pytest.mark.parametrize("end", [revoked, expired, deactivated])
@each_operation
def test_a_token_that_ended_is_none(
    operation: Operation, end: Callable[[ApiToken], None], keys: dict[str, int], program: Programs
) -> None:
    bot = program(scopes=EVERY[:4])
    end(bot.token)
    before = state()

    assert call(bot, operation, keys).status == 401
    assert state() == before


@each_operation
def test_only_its_own_scope_reaches_an_operation(operation: Operation, keys: dict[str, int], program: Programs) -> None:
    bot = program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)
    before = state()
    for scope in Scope:
        ApiToken.objects.update(scopes=as_stored([scope]))
        if scope is SCOPES[operation.name]:
            continue
        answer = call(bot, operation, keys)
        assert (answer.status, answer.code) == (403, "not_permitted"), scope
    assert state() == before

    ApiToken.objects.update(scopes=as_stored([SCOPES[operation.name]]))
    answer = call(bot, operation, keys)
    assert answer.status < 500
    assert answer.status != 403 or answer.code != "not_permitted"


@each_operation
def test_what_is_in_another_project_is_not_there(operation: Operation, keys: dict[str, int], program: Programs) -> None:
    other = make_project("other")
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    Membership.objects.create(project=other, user=dana, role=Role.MANAGER)
    bot = program(dana, project=other, scopes=EVERY)
    before = state()

    answer = call(bot, operation, keys)

    if "{pk}" in operation.path or operation.name == "runs_compare":
        assert (answer.status, answer.code) == (404, "not_found")
        assert state() == before
    elif operation.name in {"sessions", "entries", "failed", "runs"}:
        assert answer.body["items"] == []


@each_operation
def test_a_demoted_owner_reads_and_changes_nothing(
    operation: Operation, keys: dict[str, int], program: Programs
) -> None:
    mina = make_user("mina", project=make_project())
    bot = program(mina)
    Membership.objects.filter(user=mina).update(role=Role.VIEWER)
    before = state()

    answer = call(bot, operation, keys)

    if SCOPES[operation.name] is Scope.READ:
        assert answer.status in {200, 404}
    else:
        assert (answer.status, answer.code) == (403, "not_permitted")
    if operation.name != "export":  # who took what out is in the journal, also where a viewer did
        assert state() == before
    assert RememberedAnswer.objects.count() == 0
