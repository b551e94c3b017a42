"""What an event shows in one line: of which quote, of which batch, and of whom."""

import json

import pytest
from django.utils import translation

from review.models import Event
from review.wording import event_details

BATCH = "5f" * 16


def details(event_type: str, **body: object) -> str:
    with translation.override("en"):
        return event_details(Event(event_type=event_type, payload=json.dumps(body)))


@pytest.mark.parametrize("event_type", ["quote_withdrawn", "quote_restored", "difference_acknowledged"])
def test_a_quote_is_named_by_the_number_that_pages_show(event_type: str) -> None:
    assert details(event_type, quote=0, reason="invented") == "quote 1: invented"


def test_what_was_done_in_a_batch_names_it() -> None:
    assert details("entry_rejected", reason="a joke", batch=BATCH) == "a joke · batch 5f5f5f5f"
    assert details("entry_rejected", reason="a joke") == "a joke"


def test_only_who_left_a_project_is_described_as_no_longer_reviewing() -> None:
    assert details("assignment_ended", person="jun", cause="left") == "jun no longer reviews"
    assert details("assignment_ended", person="jun") == details("entry_assigned", person="jun") == "jun"
