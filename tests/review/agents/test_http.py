"""The tools over http: every caller with its own token, nobody without one, and no foreign host."""

import http.client
import json
from urllib.parse import urlsplit

import pytest
from pytest_django.live_server_helper import LiveServer

from review.domain.tokens import Scope
from tests.factories import make_entry, make_project, make_session
from tests.review.agents.conftest import Tokens, serving_at

pytest.importorskip("mcp", reason="the extra `mcp` is not installed; `make agents` runs this")
from tests.review.agents.calling import Call, over_http

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def posted(address: str, *, body: bytes = b"", **headers: str) -> tuple[int, str]:
    """Return the status and the text of one request."""
    where = urlsplit(address)
    asking = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        asking.request("POST", where.path, body or json.dumps(INITIALIZE).encode(), {**accepted, **given})
        answer = asking.getresponse()
        return answer.status, answer.read().decode()
    finally:
        asking.close()


def test_each_caller_has_the_rights_of_its_own_token(serving: str, token: Tokens) -> None:
    ours, other = make_project(), make_project("other")
    readers, others = token(Scope.READ), token(Scope.READ, username="jun", project=other)
    entry = make_entry(make_session(["We keep the raw text."], project=ours), [(0, "nobody said it")])

    async def reads(call: Call) -> None:
        failed = await call("failed_quotes")
        assert [one["entry"] for one in failed["items"]] == [entry.pk]
        words = {"title": "a", "evidence": [{"messageIndex": 0, "quote": "We keep"}]}
        refused = await call("submit_extraction", session=entry.session_id, entries=[words])
        assert "not_permitted: " in refused.error
        assert "scope `ingest`" in refused.error

    async def sees_nothing(call: Call) -> None:
        assert (await call("failed_quotes"))["items"] == []
        refused = await call("find_evidence", claim="raw text", session=entry.session_id)
        assert "not_found: " in refused.error

    async def is_nobody(call: Call) -> None:
        assert (await call("check_quotes", quotes=[{"quote": "a b"}], sources=["a b"]))["ok"]
        assert "not_authenticated: " in (await call("verified_memories")).error

    over_http(serving, readers, reads)
    over_http(serving, others, sees_nothing)
    over_http(serving, "evr_forged", is_nobody)


def test_nobody_gets_in_without_a_token_or_for_another_host(serving: str) -> None:
    bearer = "Bearer evr_x"

    assert posted(serving)[0] == 401
    assert posted(serving, Authorization="Bearer sk-1")[0] == 401
    status, text = posted(serving, Authorization=bearer)
    assert (status, json.loads(text)["result"]["serverInfo"]["name"]) == (200, "evidence-review")
    assert posted(serving, Authorization=bearer, Host="evil.example")[0] == 421
    assert posted(serving, Authorization=bearer, Origin="https://evil.example")[0] == 403
    assert posted(serving, Authorization=bearer, Origin="http://localhost:3000")[0] == 200


def test_a_call_that_is_too_large_is_refused(serving: str) -> None:
    assert posted(serving, body=b" " * 4_000_001, Authorization="Bearer evr_x")[0] == 413


def test_a_name_of_this_machine_may_be_allowed(live_server: LiveServer) -> None:
    with serving_at(live_server.url, "--allow-host", "mcp.review.example") as address:
        bearer = "Bearer evr_x"

        assert posted(address, Authorization=bearer, Host="mcp.review.example")[0] == 200
        assert posted(address, Authorization=bearer, Host="mcp.review.example:8443")[0] == 200
        assert posted(address, Authorization=bearer, Host="127.0.0.1:1")[0] == 200
        assert posted(address, Authorization=bearer, Host="review.example")[0] == 421
