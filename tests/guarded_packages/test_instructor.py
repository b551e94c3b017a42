"""instructor asks again with our words when a quote is not there."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import instructor
from openai import OpenAI

MESSAGES = [{"role": "user", "content": "You have 90 days to return it."}]


class Model:
    """A language model behind HTTP that gives one answer after another, and keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.content.decode())
        message = {"role": "assistant", "content": json.dumps({"title": "Returns", "quote": self.answers.pop(0)})}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        return httpx.Response(
            200, json={"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        )


def test_a_changed_fact_is_asked_for_again_with_the_words_of_the_source(run_guide: Callable[..., Any]) -> None:
    model = Model("You have 30 days to return it.", "You have 90 days to return it.")
    http_client = httpx.Client(transport=httpx.MockTransport(model))
    client = instructor.from_openai(OpenAI(api_key="none", http_client=http_client), mode=instructor.Mode.JSON)

    fact = run_guide("instructor", client=client, model="m", messages=MESSAGES)["fact"]

    assert fact.quote == "You have 90 days to return it."
    assert len(model.asked) == 2
    assert (
        "Quote them exactly: “You have 90 days to return it.”" in json.loads(model.asked[1])["messages"][-1]["content"]
    )
