"""A scripted agent of a hundred turns that remembers, without and with the tools: which invented quotes are stored."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed; `make agents` runs this")
from aligner_core import check
from aligner_core._mcp.server import server_of
from tests.review.agents.calling import Call, with_client

TURNS, SEED = 100, 20261127
SAID = (
    ("We agreed that the beta opens on {day} May.", "the beta opens on {day} May"),
    ("The deposit is {day}00 euros, paid in advance.", "The deposit is {day}00 euros"),
    ("Do not call {name} before {hour} o'clock.", "Do not call {name} before {hour} o'clock"),
    ("환불은 구매 후 {day}일 안에 가능합니다.", "구매 후 {day}일 안에 가능합니다"),
    ("{name}는 {hour}시에 출발하지 않습니다.", "{name}는 {hour}시에 출발하지 않습니다"),
)
INVENTED = (
    "everybody was delighted with the results",
    "we will hire forty people next year",
    "고객은 모두 만족한다고 말했습니다",
)


class Turn(NamedTuple):
    """What was said in a turn, what the agent would remember of it, and whether somebody said that."""

    message: str
    quote: str
    kind: str


def turns() -> list[Turn]:
    """Return the same turns each time: of each five quotes two are right, and three are wrong in one way."""
    draw = random.Random(SEED)  # noqa: S311 - seeded on purpose
    return [_turn(draw, number) for number in range(TURNS)]


def _turn(draw: random.Random, number: int) -> Turn:
    said, quoted = SAID[draw.randrange(len(SAID))]
    facts: dict[str, Any] = {
        "day": draw.randrange(11, 30),
        "hour": draw.randrange(7, 12),
        "name": draw.choice(["Mina", "Jun"]),
    }
    message, quote = said.format(**facts), quoted.format(**facts)
    others = {**facts, "day": facts["day"] + 40, "hour": facts["hour"] + 1}
    kind = ("right", "right", "invented", "changed", "misplaced")[number % 5]
    if kind == "invented":
        return Turn(message, draw.choice(INVENTED), kind)
    return Turn(message, quoted.format(**others) if kind == "changed" else quote, kind)


Memory = dict[str, Any]
Asked = Callable[[list[Memory]], Awaitable[list[Memory]]]


def remembered(number: int, turn: Turn) -> Memory:
    """Return what the agent writes down: the misplaced ones under the message before."""
    index = max(number - 1, 0) if turn.kind == "misplaced" else number
    return {"quote": turn.quote, "messageIndex": index}


async def with_tools(call: Call, memory: Memory, messages: list[str]) -> list[Memory]:
    """Return what is stored of a memory: itself, the words that the tool gives instead, or nothing."""
    answer = await call("check_quotes", quotes=[memory], sources=messages)
    [checked] = answer["quotes"]
    return [memory] if checked["ok"] else list(checked["use"])


def wrong(stored: list[Memory], messages: list[str]) -> Counter[str]:
    """Return how many stored quotes are not ok, by verdict."""
    report = check(stored, messages)
    return Counter(row.verdict.value for row in report.rows if not row.ok)


def test_no_invented_quote_is_stored_with_the_tools() -> None:
    script = turns()
    messages = [one.message for one in script]
    without = [remembered(number, turn) for number, turn in enumerate(script)]
    stored: list[Memory] = []

    async def work(call: Call) -> None:
        for number, memory in enumerate(without):
            stored.extend(await with_tools(call, memory, messages[: number + 1]))

    with_client(server_of("http://127.0.0.1:9", ""), work)

    kinds = Counter(one.kind for one in script)
    assert kinds == {"right": 40, "invented": 20, "changed": 20, "misplaced": 20}
    assert wrong(without, messages).total() == 60
    assert wrong(stored, messages) == {}
    assert not {one["quote"] for one in stored} & {*INVENTED}
    assert len(stored) >= kinds["right"] + kinds["misplaced"]
