"""Sessions for a scripted model to read, seeded, and what it makes of them."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from aligner_core.extraction import Extracted, ExtractorConfig, HttpAsk, Patience, ScriptedModel, extract

Spoken = Literal["en", "ko"]
QUICK = Patience(seconds=5.0, pause=0.01)
PROTOCOLS: tuple[Literal["openai", "anthropic"], ...] = ("openai", "anthropic")
WAYS = ("ok", "invent", "paraphrase", "flip", "elide", "shift", "offsets", "overclaim")
_ENGLISH = (
    "The budget of part {n} is {sum} euros and it is due on the {day}th of May.",
    "Mina moved the review of part {n} to {day} June because {sum} tests fail.",
    "We keep the logs of service {n} for {day} days and delete {sum} of them.",
)
_KOREAN = (
    "{n}번 부품 예산은 {sum}만 원이고 5월 {day}일까지 제출하기로 했습니다.",
    "민아가 {n}번 검토를 6월 {day}일로 옮겼습니다. 시험 {sum}개가 실패해서요.",
    "{n}번 서비스 로그는 {day}일 동안 보관하고 그중 {sum}개를 지웁니다.",
)


def spoken(language: Spoken, chance: random.Random, *, count: int = 5) -> list[dict[str, str]]:
    """Return the messages of a session, no two of which are alike."""
    kinds = _ENGLISH if language == "en" else _KOREAN
    return [
        {
            "role": "user",
            "content": chance.choice(kinds).format(
                n=n + 1, sum=chance.randrange(1000, 9999), day=chance.randrange(2, 28)
            ),
        }
        for n in range(count)
    ]


@contextmanager
def asking(
    script: str, protocol: Literal["openai", "anthropic"] = "openai", *, patience: Patience = QUICK, slow: float = 1.0
) -> Iterator[tuple[HttpAsk, ScriptedModel]]:
    """Have a scripted model in the block, and what asks it."""
    with ScriptedModel(slow=slow) as model:
        address = model.openai_url if protocol == "openai" else model.url
        with HttpAsk(protocol, script, base_url=address, key="none", patience=patience) as ask:
            yield ask, model


def extracted(
    messages: object,
    script: str,
    protocol: Literal["openai", "anthropic"] = "openai",
    config: ExtractorConfig = ExtractorConfig(),  # noqa: B008 - never changes
) -> Extracted:
    """Return what a scripted model extracts."""
    with asking(script, protocol) as (ask, _):
        return extract(messages, ask, config=config)
