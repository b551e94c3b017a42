"""The prompt and the JSON schema for extractors, which ask for quotes, never offsets."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from aligner_core.errors import InvalidValueError

Language = Literal["en", "ko"]

_ENGLISH = """\
You read a conversation and write down what is worth remembering: facts, decisions, tasks, insights, preferences.

For every entry give the evidence it rests on:
- messageIndex: the number of the message, counted from 0, as messages are numbered in the conversation you are given.
- quote: words copied from that one message, 30 to 200 characters.

Rules for a quote:
1. Copy it letter by letter. Do not paraphrase, translate, correct spelling or drop words.
2. Do not join two places with "..." or any other mark: give two quotes instead.
3. A quote comes from one message. Evidence in two messages is two quotes.
4. Never give character positions: no spanStart, no spanEnd, no offsets. They are computed for you.
5. An entry for which you cannot copy a quote is left out. Never make one up.

Answer with one JSON object and nothing else:
{"entries": [{"entryId": "ent_1", "type": "decision", "title": "The cache lives for one hour", "evidence": \
[{"messageIndex": 3, "quote": "let's keep the cache for one hour and measure again on Monday"}]}]}
"""

_KOREAN = """\
대화를 읽고 기억해 둘 만한 것을 적으세요: 사실(fact), 결정(decision), 할 일(task), 통찰(insight), 선호(preference).

항목마다 그 근거를 함께 주세요.
- messageIndex: 근거가 있는 메시지의 번호. 받은 대화의 번호 그대로, 0부터 셉니다.
- quote: 그 메시지 하나에서 그대로 옮긴 말, 30~200자.

인용 규칙:
1. 글자 그대로 옮깁니다. 바꿔 말하거나 번역하거나 맞춤법을 고치거나 낱말을 빼지 않습니다.
2. 떨어진 두 곳을 "..." 같은 표시로 잇지 않습니다. 인용 두 개로 나눕니다.
3. 인용 하나는 메시지 하나에서 옵니다. 근거가 두 메시지에 있으면 인용도 두 개입니다.
4. 글자 위치는 절대 주지 않습니다: spanStart, spanEnd, offset 금지. 위치는 시스템이 계산합니다.
5. 그대로 옮길 말이 없는 항목은 빼세요. 인용을 지어내지 않습니다.

JSON 객체 하나로만 답하세요:
{"entries": [{"entryId": "ent_1", "type": "decision", "title": "캐시는 한 시간 동안 유지한다", "evidence": \
[{"messageIndex": 3, "quote": "캐시는 한 시간 동안 유지하고 월요일에 다시 측정해 보기로 합시다"}]}]}
"""

_PROMPTS: Mapping[str, str] = {"en": _ENGLISH, "ko": _KOREAN}


def extractor_prompt(language: Language = "en") -> str:
    """Return the instruction for an extractor, in English or Korean.

    Raises:
        InvalidValueError: there is no instruction in that language.

    >>> extractor_prompt("en").splitlines()[0][:24]
    'You read a conversation '

    """
    if language not in _PROMPTS:
        message = f"language must be one of {', '.join(_PROMPTS)}, not {language!r}"
        raise InvalidValueError(message)
    return _PROMPTS[language]


class QuoteOnly(BaseModel):
    """The evidence that an extractor gives: which message, and the words copied from it. No offsets."""

    model_config = ConfigDict(extra="forbid")

    messageIndex: int = Field(ge=0, description="0-based index of the message the words are copied from")  # noqa: N815
    quote: str = Field(min_length=1, description="words copied verbatim from that message, 30-200 characters")


class ExtractorEntry(BaseModel):
    """One claim an extractor makes."""

    model_config = ConfigDict(extra="forbid")

    entryId: str = Field(description="an id of your own, unique in this output")  # noqa: N815
    type: str = Field(description="fact, decision, task, insight or preference")
    title: str = Field(description="the claim in one sentence")
    body: str = Field(default="", description="what else is worth keeping")
    evidence: list[QuoteOnly] = Field(min_length=1, description="the words the claim rests on")


class ExtractorOutput(BaseModel):
    """The output of an extractor for one conversation."""

    model_config = ConfigDict(extra="forbid")

    entries: list[ExtractorEntry]


def extractor_schema() -> dict[str, Any]:
    """Return the JSON schema to give to a model together with the prompt."""
    return ExtractorOutput.model_json_schema()
