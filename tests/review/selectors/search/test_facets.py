"""Facets: what is counted under a value is what is listed once it is chosen."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import MAX_COUNTED
from review.domain.policy import Stage
from review.models import Entry
from review.selectors.repair.selection import Selection
from review.selectors.search.facets import BOUNDS, CONDITIONS, Option, condition_of, facets_of
from review.services.promotion.stages import promote_entry
from review.services.repair.new_entries import NewClaim, add_entry
from tests.behind import rewrite
from tests.factories import make_entries, make_project, make_session, make_user
from tests.worked import make_worked_session

pytestmark = pytest.mark.django_db
SAID = [
    {"role": "human", "content": "The lease ends in April 2027."},
    {"role": "assistant", "content": "The notice is ninety days, as far as I know."},
    {"role": "narrator", "content": "And so they moved out in May."},
]


@pytest.fixture(scope="module")
def mina(standing: None) -> User:
    return make_user("mina", project=make_project())


@pytest.fixture(scope="module")
def entries(mina: User) -> list[Entry]:
    found: list[dict[str, Any]] = [
        {"type": "fact", "evidence": [{"messageIndex": 0, "quote": "The lease ends in April 2027."}]},
        {"type": "task", "evidence": [{"messageIndex": 1, "quote": "the notice is ninety days"}]},
        {"type": "fact", "evidence": [{"messageIndex": 2, "quote": "And so they moved out in Mai."}]},
        {"type": "", "evidence": [{"messageIndex": 0, "quote": "nothing of that was said"}]},
        {"type": "fact", "evidence": []},
    ]
    made = make_entries(make_session(SAID), found)
    make_worked_session()
    add_entry(
        session_id=made[0].session_id,
        claim=NewClaim("Moved"),
        selection=Selection(2, 0, 16, "And so they move"),
        actor=mina,
    )
    promote_entry(entry_id=made[0].pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    for days, entry in enumerate((made[-1], *Entry.objects.exclude(pk__in=[one.pk for one in made])[:1])):
        received = timezone.now() - timedelta(days=6 + 30 * days)
        rewrite("review_extraction", "received_at", received.isoformat(), where=f"id = {entry.extraction_id}")
    return list(Entry.objects.all())


def keys_of(entries: list[Entry]) -> list[int]:
    return [entry.pk for entry in entries]


def test_facets_count_what_their_conditions_list(entries: list[Entry]) -> None:
    keys = keys_of(entries)
    counted = {(facet.name, option.value): option.number for facet in facets_of(keys, {}) for option in facet.options}

    listed = {
        (name, value): Entry.objects.filter(condition_of({name: [value]}), pk__in=keys).count()
        for name, value in counted
    }

    assert counted == listed
    assert {name for name, _ in counted} == set(CONDITIONS) - {"model"}
    assert len({value for name, value in counted if name == "age"}) > 1


def test_a_facet_that_would_leave_nothing_out_is_empty(entries: list[Entry]) -> None:
    only = [next(entry.pk for entry in entries if entry.type == "task")]

    assert not any(facet.options for facet in facets_of(only, {}))
    chosen = {facet.name: facet.options for facet in facets_of(only, {"type": ("task",)})}
    assert [option.is_chosen for option in chosen["type"]] == [True]


def test_facets_are_counted_as_narrowed_down_by_the_others(entries: list[Entry]) -> None:
    chosen = {"type": ("fact",), "stage": ("verified", "candidate")}

    facets = {facet.name: facet.options for facet in facets_of(keys_of(entries), chosen)}

    both = Entry.objects.filter(condition_of(chosen))
    assert sum(option.number for option in facets["age"]) == both.count()
    others = Entry.objects.filter(condition_of({"stage": chosen["stage"]}), type="task")
    assert [option for option in facets["type"] if option.value == "task"] == [
        Option("task", "", others.count(), is_chosen=False)
    ]


def test_facets_show_a_chosen_value_that_nothing_has(entries: list[Entry]) -> None:
    facets = {facet.name: facet.options for facet in facets_of(keys_of(entries), {"reviewer": ("nobody",)})}

    assert Option("nobody", "", 0, is_chosen=True) in facets["reviewer"]


def test_condition_of_nonsense_matches_nothing_or_something_and_never_fails(entries: list[Entry]) -> None:
    nonsense = ["", "nonsense", "%", "9" * 30, "1 OR 1=1", "other"]
    asked = [(name, value) for name in CONDITIONS for value in nonsense]

    too_many = [one for one in asked if Entry.objects.filter(condition_of({one[0]: [one[1]]})).count() > len(entries)]

    assert too_many == []


def test_ages_cover_all_time_and_do_not_overlap() -> None:
    bounds = list(BOUNDS.values())

    assert [until for _, until in bounds[:-1]] == [least for least, _ in bounds[1:]]
    assert (bounds[0][0], bounds[-1][1]) == (None, None)


def test_option_counts_no_further_than_counts_go() -> None:
    assert [Option("a", "", number, is_chosen=False).count for number in (0, MAX_COUNTED, MAX_COUNTED + 1)] == [
        "0",
        f"{MAX_COUNTED}",
        f"{MAX_COUNTED}+",
    ]
