"""The tools over standard input and output, by the SDK's client, against a real server of the application."""

import subprocess
import sys
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from review.domain.policy import Stage
from review.models import Entry
from review.services.promotion.stages import promote_entry
from tests.review.agents.conftest import COMMAND, ROOT, Tokens, variables

pytest.importorskip("mcp", reason="the extra `mcp` is not installed; `make agents` runs this")
from tests.review.agents.calling import Call, command, with_client

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

GONE = {"EVIDENCE_REVIEW_URL": "http://127.0.0.1:9", "EVIDENCE_REVIEW_TOKEN": "evr_x"}
"""A server that does not run."""
SAID = ["So we agreed: the beta opens on 4 May.", "가격은 12유로입니다."]


def stdio(**given: str) -> Any:  # noqa: ANN401
    return command(sys.executable, COMMAND, variables(**given))


def test_the_local_tools_need_neither_a_server_nor_a_token() -> None:
    async def work(call: Call) -> None:
        checked = await call("check_quotes", quotes=[{"quote": "the beta opens on 5 May"}], sources=SAID)
        assert [one["use"][0]["quote"] for one in checked["quotes"]] == ["the beta opens on 4 May"]
        assert (await call("check_claim", claim="The price is 12 euros.", evidence=[SAID[1]]))["ok"]
        found = await call("find_evidence", claim="The price is 12 euros", messages=SAID)
        assert found["items"][0]["messageIndex"] == 1

        without = await call("failed_quotes")
        assert "not_authenticated: " in without.error
        assert "EVIDENCE_REVIEW_TOKEN" in without.error

    with_client(stdio(), work)


def test_from_a_conversation_to_a_verified_memory(live_server: LiveServer, token: Tokens) -> None:
    secret = token()
    session = {"sessionId": "talk", "messages": [{"role": "user", "content": one} for one in SAID]}

    async def before(call: Call) -> None:
        wrong = {"title": "The beta opens on 5 May.", "evidence": [{"messageIndex": 0, "quote": "it opened in spring"}]}
        right = {"title": "The beta opens on 4 May.", "evidence": [{"messageIndex": 0, "quote": "opens on 4 May"}]}
        sent = await call("submit_extraction", session=session, entries=[wrong, right], model="m-1")
        assert (sent["entries"], sent["aligned"], sent["failed"]) == (2, 1, [{"quote": "it opened in spring"}])
        again = await call("submit_extraction", session=sent["session"], entries=[wrong, right], model="m-1")
        assert again.value == sent.value
        failed = await call("failed_quotes", session=sent["session"])
        assert ([one["quote"] for one in failed["items"]], failed["next"]) == (["it opened in spring"], None)
        found = await call("find_evidence", claim="The price is 12 euros", session=sent["session"])
        assert found["items"][0]["quote"] == SAID[1]
        assert (await call("verified_memories"))["items"] == []

    async def after(call: Call) -> None:
        told = await call("verified_memories")
        [moved] = told["items"]
        assert moved["memory"]["claim"] == "The beta opens on 4 May."
        assert moved["memory"]["quotes"] == [{"words": "opens on 4 May", "messageIndex": 0, "speaker": "user"}]
        assert (await call("verified_memories", since=told["next"]))["items"] == []

    server = stdio(EVIDENCE_REVIEW_URL=live_server.url, EVIDENCE_REVIEW_TOKEN=secret)
    with_client(server, before)
    entry = Entry.objects.get(title="The beta opens on 4 May.")
    person = entry.session.project.memberships.get().user
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=person)
    with_client(server, after)


def test_a_server_that_does_not_run_is_told() -> None:
    async def work(call: Call) -> None:
        assert "unreachable: " in (await call("verified_memories")).error

    with_client(stdio(**GONE), work)


def test_positions_of_a_model_are_refused() -> None:
    async def work(call: Call) -> None:
        given = [{"quote": "the beta", "messageIndex": 0, "spanStart": 15, "spanEnd": 23}]
        assert "spanStart" in (await call("check_quotes", quotes=given, sources=SAID)).error

    with_client(stdio(), work)


@pytest.mark.parametrize(
    ("options", "given", "told"),
    [
        ((), {"EVIDENCE_REVIEW_URL": "review.example"}, "EVIDENCE_REVIEW_URL has to begin with http:// or https://"),
        (("--http", "70000"), {}, "70000 is no port"),
        (("--http", "x"), {}, "invalid _port value: 'x'"),
    ],
)
def test_a_wrong_call_ends_with_a_sentence(options: tuple[str, ...], given: dict[str, str], told: str) -> None:
    ended = subprocess.run(
        [sys.executable, *COMMAND, *options],
        cwd=ROOT,
        env=variables(**given),
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 2
    assert told in ended.stderr
