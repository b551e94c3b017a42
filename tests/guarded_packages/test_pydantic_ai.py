"""pydantic-ai asks again with our words when a quote is not there."""

from collections.abc import Callable
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

MESSAGES = ["환불은 90일 안에 할 수 있습니다."]


def test_a_changed_fact_is_asked_for_again_with_the_words_of_the_source(run_guide: Callable[..., Any]) -> None:
    asked: list[str] = []

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(str(messages[-1]))
        quote = MESSAGES[0].replace("90", "30") if len(asked) == 1 else MESSAGES[0]
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"title": "환불", "quote": quote})])

    fact = run_guide("pydantic-ai", model=FunctionModel(answer), messages=MESSAGES, question="환불 기한은?")["fact"]

    assert fact.quote == MESSAGES[0]
    assert len(asked) == 2
    assert f"“{MESSAGES[0]}”" in asked[1]
