"""Everything that is stored, listed, exported and replayed of an entry, to compare before and after."""

from typing import Any

from django.contrib.auth.models import User
from django.forms.models import model_to_dict

from review.models import Entry, Event, FailedQuote
from review.selectors.audit.entry_at_event import entry_at
from review.selectors.bundles.contents import entry_scope, read_contents
from review.selectors.home import home
from review.selectors.promotion.gate_facts import entry_facts
from review.services.audit.audit_store import audit_store


def state_of(entry: Entry, user: User) -> dict[str, Any]:
    """Return all of an entry but its version and its journal, which only grow; the audit has to find nothing."""
    assert list(audit_store()) == []
    fresh = Entry.objects.get(pk=entry.pk)
    past = entry_at(fresh, newest(fresh).seq)
    assert past is not None
    contents = read_contents(entry_scope(fresh))
    failures = FailedQuote.objects.filter(quote__entry=entry).order_by("quote")
    return {
        "row": {name: value for name, value in model_to_dict(fresh).items() if name != "version"},
        "quotes": [model_to_dict(quote) for quote in fresh.quotes.order_by("position")],
        "marks": sorted(fresh.marks.values_list("name", flat=True)),
        "failures": [model_to_dict(one, exclude=["id"]) for one in failures],
        "home": home(user).waiting,
        "bundle": [{**one, "events": []} for one in (*contents.entries, *contents.evidence)],
        "replay": past.as_json,
        "gate": [entry_facts(fresh, actor=actor) for actor in (user, None)],
    }


def newest(entry: Entry) -> Event:
    """Return the newest event of an entry."""
    return entry.events.latest("seq")


def exported_types(entry: Entry) -> list[object]:
    """Return the types of the events in the bundle of an entry, in order."""
    contents = read_contents(entry_scope(Entry.objects.get(pk=entry.pk)))
    return [event["event_type"] for event in contents.events]
