"""pydantic-ai asks again with our words when a quote is not there."""

from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from aligner_core.guards import GroundedQuote

MESSAGES = ["환불은 90일 안에 할 수 있습니다."]


class Fact(BaseModel):
    title: str
    quote: GroundedQuote


def test_a_changed_fact_is_asked_for_again_with_the_words_of_the_source() -> None:
    asked: list[str] = []

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(str(messages[-1]))
        quote = MESSAGES[0].replace("90", "30") if len(asked) == 1 else MESSAGES[0]
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"title": "환불", "quote": quote})])

    agent = Agent(FunctionModel(answer), output_type=Fact, validation_context={"sources": MESSAGES}, retries=2)

    fact = agent.run_sync("환불 기한은?").output

    assert fact.quote == MESSAGES[0]
    assert len(asked) == 2
    assert f"“{MESSAGES[0]}”" in asked[1]
