"""Quotes that are checked while a model's answer is parsed."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from aligner_core import InvalidTypeError
from aligner_core.guards import Grounded, GroundedEvidence, GroundedQuote

MESSAGES = [
    {"role": "user", "content": "You have 90 days to return it."},
    {"role": "assistant", "content": "환불은 90일 안에 할 수 있습니다."},
]
CONTEXT = {"sources": MESSAGES}


class Fact(BaseModel):
    title: str
    quotes: list[GroundedQuote]


def refusal_of(quote: object, kind: Any = GroundedQuote) -> str:  # noqa: ANN401 - a type form
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(quote, context=CONTEXT)
    [error] = refused.value.errors()
    assert error["type"] == "ungrounded_quote"
    return str(error["msg"])


@pytest.mark.parametrize("quote", ["You have 90 days", "you  have 90 DAYS", "환불은 90일 안에 할 수 있습니다"])
def test_a_quote_that_stands_in_a_source_is_kept_as_it_came(quote: str) -> None:
    fact = Fact.model_validate({"title": "Returns", "quotes": [quote]}, context=CONTEXT)

    assert fact.quotes == [quote]


def test_a_changed_fact_is_answered_with_the_words_of_the_source() -> None:
    message = refusal_of("You have 30 days to return it.")

    assert message == (
        "The sources say something else (number: 30 days in the quote, 90 days in the source). "
        "Quote them exactly: “You have 90 days to return it.”"
    )


def test_an_invented_quote_is_to_be_left_out() -> None:
    message = refusal_of("Nobody has ever been refunded in cash here.")

    assert message == "No source says this. Quote the exact words of a message, or leave the item out."


def test_an_empty_quote_cannot_be_checked() -> None:
    assert refusal_of(" ").startswith("This quote cannot be checked (the quote is empty)")


def test_a_slip_passes_unless_strict() -> None:
    misspelled = "You have 90 days to retrun it."

    assert TypeAdapter(GroundedQuote).validate_python(misspelled, context=CONTEXT) == misspelled
    message = refusal_of(misspelled, Annotated[str, Grounded(strict=True)])
    assert message.startswith("The quote is misspelled")
    assert message.endswith("“You have 90 days to return it.”")


def test_evidence_is_checked_in_the_message_it_names() -> None:
    evidence = GroundedEvidence.model_validate({"messageIndex": 0, "quote": "You have 90 days"}, context=CONTEXT)

    assert (evidence.message_index, evidence.quote) == (0, "You have 90 days")
    elsewhere = refusal_of({"messageIndex": 1, "quote": "You have 90 days to return it."}, GroundedEvidence)
    assert elsewhere == "The words stand in message 0, not in 1. Give that index."


def test_every_wrong_quote_of_an_answer_is_reported() -> None:
    answer = {
        "title": "Returns",
        "quotes": ["You have 90 days", "You have 30 days to return it.", "nothing like it at all"],
    }

    with pytest.raises(ValidationError) as refused:
        Fact.model_validate(answer, context=CONTEXT)

    assert [error["loc"] for error in refused.value.errors()] == [("quotes", 1), ("quotes", 2)]


@pytest.mark.parametrize("context", [None, {}, {"messages": MESSAGES}])
def test_without_sources_the_error_is_for_the_programmer_and_not_the_model(context: object) -> None:
    with pytest.raises(InvalidTypeError, match="context="):
        Fact.model_validate({"title": "", "quotes": ["You have 90 days"]}, context=context)


def test_a_field_of_another_type_is_no_quote() -> None:
    with pytest.raises(ValidationError, match="valid string"):
        Fact.model_validate({"title": "", "quotes": [7]}, context=CONTEXT)


def test_the_schema_of_an_answer_is_that_of_a_text() -> None:
    assert Fact.model_json_schema()["properties"]["quotes"] == {
        "items": {"type": "string"},
        "title": "Quotes",
        "type": "array",
    }
