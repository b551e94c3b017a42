"""The answer of every act holds each part of the page that the act changed, and stays small."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from review.acts.attached import ADDING_ACTS, COMMENT_ACTS, COMMENTING_ACTS, SOURCE_ACTS
from review.acts.entries import ENTRY_ACTS
from review.acts.quotes import QUOTE_ACTS
from review.models import CitedSource, Comment, Entry, Quote
from tests.doors import PASSWORD, World, make_world
from tests.parts import parts_of

pytestmark = pytest.mark.django_db


class Step(NamedTuple):
    """An act as a person sends it, after others."""

    act: str
    to: str
    fields: Mapping[str, object]
    person: str = "reviewer"
    after: tuple["Step", ...] = ()


REJECTED = Step("entry_reject", "entry", {"reason": "wrong"})
REWORDED = Step("quote_retry", "quote", {"text": "the raw text", "message_index": 0})
WANTED = Step("entry_change", "entry", {"reason": "needs_context", "comment": ""})
WITHDRAWN = Step("quote_withdraw", "quote", {"reason": "invented"})
EXPLAINED = Step("entry_explain", "strict", {"requirement": "source_role_unexplained", "reason": "a log"})
ANCHOR = {"places": "0:3:7", "words": "keep"}
NOBODY = {"reason": "there is nobody else this week"}
STEPS = (
    Step("entry_promote", "entry", {"to": "verified"}),
    Step("entry_demote", "verified", {"reason": "wrong"}),
    Step("entry_certify", "verified", {"password": PASSWORD}, "certifier"),
    REJECTED,
    Step("entry_reopen", "entry", {}, after=(REJECTED,)),
    WANTED,
    Step("entry_resolve", "entry", {}, after=(WANTED,)),
    Step("entry_assign", "entry", {"person": "certifier"}),
    Step("entry_assign", "entry", {"person": ""}, after=(Step("entry_assign", "entry", {"person": "certifier"}),)),
    Step("entry_confirm", "entry", {}, after=(REWORDED,)),
    Step("entry_correct", "entry", {"title": "Raw text is kept", "body": ""}),
    Step("entry_correct", "poor", {"title": "Raw text is kept", "body": ""}),
    EXPLAINED,
    Step("entry_approve", "strict", {}, after=(EXPLAINED,)),
    Step("entry_override", "strict", NOBODY, "manager", after=(EXPLAINED,)),
    Step("entry_comment", "entry", {"text": "Is that so?"}),
    Step("comment_resolve", "comment", {}),
    Step("comment_reopen", "resolved", {}),
    Step("source_correct", "source", {"replacement": "strike", "reason": "gone"}),
    REWORDED,
    Step("quote_fix", "failed", {"fix": "move-0", "at": "card"}),
    Step("quote_anchor", "quote", ANCHOR),
    Step("quote_restore", "quote", {"attempt": 1}, after=(REWORDED,)),
    Step("quote_choose", "ambiguous", {"start": 30}),
    WITHDRAWN,
    Step("quote_restore_withdrawn", "quote", {"reason": "said"}, after=(WITHDRAWN,)),
    Step("quote_acknowledge", "differing", {"reason": "a joke"}),
)
MOST = {
    "comment_reopen resolved": (30, 4),
    "comment_resolve comment": (32, 4),
    "entry_approve strict": (61, 9),
    "entry_assign entry ": (39, 9),
    "entry_assign entry certifier": (44, 9),
    "entry_certify verified a long password": (74, 5),
    "entry_change entry needs_context ": (42, 8),
    "entry_comment entry Is that so?": (27, 6),
    "entry_confirm entry": (83, 9),
    "entry_correct entry Raw text is kept ": (57, 14),
    "entry_correct poor Raw text is kept ": (62, 33),
    "entry_demote verified wrong": (54, 13),
    "entry_explain strict source_role_unexplained a log": (57, 10),
    "entry_override strict there is nobody else this week": (68, 9),
    "entry_promote entry verified": (43, 8),
    "entry_reject entry wrong": (40, 7),
    "entry_reopen entry": (41, 13),
    "entry_resolve entry": (39, 9),
    "quote_acknowledge differing a joke": (57, 17),
    "quote_anchor quote 0:3:7 keep": (79, 17),
    "quote_choose ambiguous 30": (59, 15),
    "quote_fix failed move-0 card": (62, 15),
    "quote_restore quote 1": (58, 15),
    "quote_restore_withdrawn quote said": (54, 14),
    "quote_retry quote the raw text 0": (78, 17),
    "quote_withdraw quote invented": (74, 16),
    "source_correct source strike gone": (88, 11),
}
"""How many queries an act may make, and how many kilobytes its answer may have: what it needed, and a little more."""
KEPT = {
    *("entry_demote", "entry_certify", "entry_reopen", "entry_assign", "entry_comment"),
    *("comment_resolve", "comment_reopen", "source_correct"),
}
"""What nobody can undo, because it is undone by another act."""
REFUSED = (Step("entry_promote", "poor", {"to": "verified"}), Step("entry_promote", "strict", {"to": "verified"}))
WITH_THE_WHOLE_ENTRY = {"entry_add_quote", "quote_undo", "quote_confirm"}
"""What changes the list of quotes answers with the whole entry; a drifted place has tests of its own."""


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    made = make_world()
    poor = Entry.objects.get(quotes=made.keys["failed"]["pk"])  # type: ignore[misc]  # the keys of a door are of any kind
    return replace(made, keys={**made.keys, "poor": {"pk": poor.pk}})


def key_of(step: Step, world: World) -> int:
    key = world.keys[step.to]["pk"]
    assert isinstance(key, int)
    return key


def entry_of(step: Step, world: World) -> Entry:
    key = key_of(step, world)
    match step.act.partition("_")[0]:
        case "quote":
            return Quote.objects.get(pk=key).entry
        case "comment":
            return Comment.objects.get(pk=key).entry
        case "source":
            return CitedSource.objects.get(pk=key).entry
        case _:
            return Entry.objects.get(pk=key)


def send(step: Step, world: World) -> tuple[int, str]:
    key, entry = key_of(step, world), entry_of(step, world)
    seen: dict[str, object] = {"seen_version": entry.version}
    if step.act.startswith("quote_"):
        seen = {"seen_attempt": Quote.objects.values_list("current__attempt", flat=True).get(pk=key)}
    fields = dict(step.fields) | ({"number": key} if step.act == "entry_override" else {})
    if fields.get("person"):
        fields["person"] = entry.session.project.memberships.get(user__username=fields["person"]).user_id
    address = reverse(f"review:{step.act}", args=[key])
    answer = world.client(step.person, htmx=True).post(address, seen | fields)
    return answer.status_code, answer.content.decode()


def page_of(step: Step, world: World) -> dict[str, str]:
    page = world.client(step.person).get(entry_of(step, world).get_absolute_url())
    return parts_of(page.content.decode())


def taken(step: Step, world: World) -> None:
    """Take the steps that an act follows."""
    for one in step.after:
        assert send(one, world)[0] == 200


def named(step: Step) -> str:
    return " ".join((step.act, step.to, *map(str, step.fields.values())))


def test_every_act_is_a_step() -> None:
    tables = {
        "entry": {**ENTRY_ACTS, **ADDING_ACTS, **COMMENTING_ACTS},
        "quote": QUOTE_ACTS,
        "comment": COMMENT_ACTS,
        "source": SOURCE_ACTS,
    }
    acts = {f"{subject}_{name}" for subject, table in tables.items() for name in table}

    assert acts == {step.act for step in STEPS} | WITH_THE_WHOLE_ENTRY


@pytest.mark.parametrize("step", STEPS, ids=named)
def test_an_answer_holds_every_part_that_the_act_changed(world: World, step: Step) -> None:
    taken(step, world)
    before = page_of(step, world)

    status, answer = send(step, world)

    changed, now = parts_of(answer), page_of(step, world)
    assert status == 200
    assert {part: text for part, text in (before | changed).items() if now.get(part) != text} == {}
    assert changed.keys() < now.keys()
    assert "comments" not in changed or "comment" in step.act


KEY = re.compile(r"(?<=[-/])\d+\b")
"""A key of a row in an id or an address: PostgreSQL counts them on from test to test, so that they get longer."""


@pytest.mark.parametrize("step", STEPS, ids=named)
def test_an_answer_costs_little(world: World, step: Step) -> None:
    taken(step, world)

    with CaptureQueriesContext(connection) as made:
        _, answer = send(step, world)

    queries, kilobytes = MOST[named(step)]
    assert len(made) <= queries
    assert len(KEY.sub("1", answer).encode()) <= kilobytes * 1000


@pytest.mark.parametrize("step", STEPS, ids=named)
def test_undoing_an_act_answers_with_every_part_that_it_changed_back(world: World, step: Step) -> None:
    taken(step, world)
    _, answer = send(step, world)
    offer = re.search(r'action="(/undo/\d+/)"', answer)
    assert (offer is None) == (step.act in KEPT)
    if offer is None:
        return
    before = page_of(step, world)

    undone = world.client(step.person, htmx=True).post(offer[1])

    changed, now = parts_of(undone.content.decode()), page_of(step, world)
    assert (undone.status_code, undone.headers["HX-Reswap"]) == (200, "none")
    assert {part: text for part, text in (before | changed).items() if now.get(part) != text} == {}
    assert changed.keys() < now.keys()


@pytest.mark.parametrize("step", REFUSED, ids=named)
def test_a_refusal_answers_with_what_it_adds_and_no_quotes(world: World, step: Step) -> None:
    before = page_of(step, world)

    status, answer = send(step, world)

    changed, now = parts_of(answer), page_of(step, world)
    assert status == 422
    assert 'class="refusal" role="alert"' in answer
    assert {part: text for part, text in (before | changed).items() if now.get(part) != text} == {}
    assert not {part for part in changed if part.startswith(("quote-", "facts", "comments"))}
