"""Every type of event is declared in full, in one class."""

import json
from collections.abc import Iterator
from dataclasses import fields
from string import Formatter
from typing import Annotated, get_args

import pytest
from django.utils import translation
from pydantic import BaseModel

from review.domain import events
from review.domain.events import BY_TYPE, PAYLOADS, EntryEvent, Payload, Undo, Words, texts_of_people
from review.domain.events._payload import Writer, WrittenBy

SAYS = {"reason", "text", "comment", "title", "body", "query", "label", "replacement"}
"""The fields that hold words, where they are strings."""
TYPED = {
    "entry_added": {"title", "body"},
    "extractor_changed": {"model", "base_url"},
    "mapping_saved": {"name"},
    "mapping_deleted": {"name"},
    "quote_retried": {"outcome.quote", "reason"},
    "occurrence_chosen": {"outcome.quote"},
    "place_confirmed": {"outcome.quote"},
    "quote_anchored": {"outcome.quote"},
    "quote_added": {"outcome.quote"},
    "quote_realigned": {"outcome.quote"},
    "quote_split": {"parts[].outcome.quote", "reason"},
    "quote_withdrawn": {"text", "reason"},
    "quote_restored": {"reason"},
    "difference_acknowledged": {"reason"},
    "claim_corrected": {"title", "body"},
    "requirement_explained": {"reason"},
    "policy_overridden": {"reason"},
    "source_corrected": {"reason"},
    "entry_promoted": {"reason"},
    "promotion_refused": {"reason"},
    "entry_demoted": {"reason"},
    "entry_rejected": {"reason"},
    "change_requested": {"comment"},
    "comment_made": {"text"},
    "token_issued": {"name"},
    "token_revoked": {"name"},
}
"""Where people may have typed a text, by the type of the event."""
NAMES = {payload: payload.event_type for payload in PAYLOADS}


def all_below(payload: type[Payload]) -> Iterator[type[Payload]]:
    for one in payload.__subclasses__():
        yield one
        yield from all_below(one)


def unmarked(payload: type[BaseModel]) -> Iterator[str]:
    """Yield the texts and outcomes of a payload that nothing says who wrote."""
    for name, field in payload.model_fields.items():
        is_text = field.annotation is str and name in SAYS
        is_marked = any(isinstance(mark, WrittenBy) for mark in field.metadata)
        if (is_text or name == "outcome") and not is_marked:
            yield name
        for item in get_args(field.annotation):
            if isinstance(item, type) and issubclass(item, BaseModel):
                yield from unmarked(item)


def test_every_type_is_declared_once_and_listed() -> None:
    declared = [one for one in all_below(Payload) if one.__module__.startswith("review.") and "event_type" in vars(one)]

    assert len(BY_TYPE) == len(PAYLOADS)
    assert {one.event_type: one for one in declared} == BY_TYPE
    assert len(declared) == len(PAYLOADS)


@pytest.mark.parametrize("payload", PAYLOADS, ids=NAMES.get)
def test_a_declaration_has_a_title_in_both_languages(payload: type[Payload]) -> None:
    with translation.override("en"):
        english = payload.title_of({})
    with translation.override("ko"):
        korean = payload.title_of({})

    assert english.isascii()
    assert any("가" <= character <= "힣" for character in korean)


@pytest.mark.parametrize("payload", PAYLOADS, ids=NAMES.get)
def test_a_declaration_states_its_particulars_or_that_there_are_none(payload: type[Payload]) -> None:
    stating = [one for one in payload.__mro__ if {"details", "particulars"} & vars(one).keys()]
    is_computed = any("details" in vars(one) for one in stating if one is not Payload)
    kinds = {field.name for field in fields(Words)}

    assert stating[0] is not Payload
    assert ("details" in vars(stating[0])) is is_computed  # else templates would be passed over
    for template in () if is_computed else payload.particulars:
        for _, field, kind, _ in Formatter().parse(template):
            assert field in payload.model_fields
            assert not kind or kind in kinds


@pytest.mark.parametrize("payload", [one for one in PAYLOADS if issubclass(one, EntryEvent)], ids=NAMES.get)
def test_an_event_of_an_entry_states_how_it_is_undone(payload: type[EntryEvent]) -> None:
    assert any("undo" in vars(one) for one in payload.__mro__ if one not in {EntryEvent, Payload})
    assert (payload.undo is Undo.SPLIT) == (payload is events.QuoteSplit)
    assert payload.undo is not Undo.ATTEMPT or issubclass(payload, events.QuoteAttempted)


def test_what_undoes_another_event_and_what_was_done_in_a_batch_is_not_undone_alone() -> None:
    assert [events.QuoteRetried.undo_of(body) for body in ({}, {"reverts": "5f"})] == [Undo.ATTEMPT, Undo.NONE]
    assert [events.QuoteSplit.undo_of(body) for body in ({}, {"batch": "5f"})] == [Undo.SPLIT, Undo.NONE]
    stages = ("verified", "certified")
    assert [events.EntryPromoted.undo_of({"to_stage": stage}) for stage in stages] == [Undo.REVERT, Undo.NONE]


def test_every_text_is_marked_with_who_wrote_it() -> None:
    assert [(one.__name__, [*unmarked(one)]) for one in all_below(Payload) if [*unmarked(one)]] == []


def test_a_text_without_a_mark_would_be_found() -> None:
    class Part(BaseModel):
        text: str

    class Noted(BaseModel):
        reason: str
        comment: Annotated[str, WrittenBy(Writer.PERSON)]
        outcome: dict[str, object]
        parts: list[Part]

    assert [*unmarked(Noted)] == ["reason", "outcome", "text"]


def test_texts_of_people_are_where_people_type() -> None:
    found = {payload.event_type: texts_of_people(payload) for payload in PAYLOADS}

    assert {name: places for name, places in found.items() if places} == TYPED


def test_the_mark_of_a_text_changes_nothing_of_what_is_written() -> None:
    payload = events.ChangeRequested(reason="other", comment="no quote")

    assert json.loads(payload.model_dump_json()) == {"reason": "other", "comment": "no quote"}
