"""What an agent sees of the tools before it calls one."""

import asyncio
import json
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed; `make agents` runs this")
from mcp import Client

from aligner_core._mcp.server import server_of

NAMES = {"check_quotes", "check_claim", "find_evidence", "submit_extraction", "failed_quotes", "verified_memories"}
MAX_DESCRIPTION_CHARS = 450


async def _listed() -> list[Any]:
    async with Client(server_of("http://127.0.0.1:9", "")) as client:
        return list((await client.list_tools()).tools)


@pytest.fixture(scope="module")
def tools() -> list[Any]:
    return asyncio.run(_listed())


def test_there_are_six_with_short_descriptions_and_typed_answers(tools: list[Any]) -> None:
    assert {one.name for one in tools} == NAMES
    for one in tools:
        assert 40 < len(one.description) < MAX_DESCRIPTION_CHARS, one.name
        assert one.output_schema["properties"], one.name


def test_all_tools_together_cost_an_agent_little(tools: list[Any]) -> None:
    shown = sum(len(one.description) + len(json.dumps(one.input_schema)) for one in tools)

    assert shown < 8_000, "about 2,000 tokens in every request of an agent"


def test_only_one_tool_writes_and_twice_is_once(tools: list[Any]) -> None:
    writing = [one for one in tools if not one.annotations.read_only_hint]

    assert [one.name for one in writing] == ["submit_extraction"]
    assert (writing[0].annotations.idempotent_hint, writing[0].annotations.destructive_hint) == (True, False)
    assert not any(one.annotations.open_world_hint for one in tools)


def test_the_keys_of_arguments_are_those_of_the_api(tools: list[Any]) -> None:
    asked = {one.name: {*one.input_schema["properties"]} for one in tools}

    assert asked == {
        "check_quotes": {"quotes", "sources", "strict"},
        "check_claim": {"claim", "evidence"},
        "find_evidence": {"claim", "messages", "session", "limit"},
        "submit_extraction": {"session", "entries", "model"},
        "failed_quotes": {"session", "after"},
        "verified_memories": {"since", "limit"},
    }
