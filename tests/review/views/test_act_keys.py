"""The keys of acts: each is a field of its row, and stands on the control that it presses."""

import re

import pytest
from django.urls import reverse

from review.acts.attached import COMMENTING_ACTS
from review.acts.entries import ENTRY_ACTS
from review.acts.keys import Key
from review.models import Entry
from review.services.repair.quotes import retry_quote
from tests.doors import World, make_world
from tests.factories import make_user, quotes_of

pytestmark = pytest.mark.django_db
CONTROL = re.compile(r'id="([a-z-]+)"\s+data-key="(\w)"')


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


def controls(world: World, key: str, person: str = "reviewer") -> dict[str, str]:
    page = world.client(person).get(reverse("review:entry_detail", kwargs=world.keys[key]))
    return dict(CONTROL.findall(page.content.decode()))


def post(world: World, act: str, **fields: object) -> None:
    address = reverse(f"review:{act}", kwargs=world.keys["entry"])
    assert world.client("reviewer").post(address, {"seen_version": 1} | fields).status_code == 302


def test_every_key_is_that_of_an_act_but_those_of_cards_and_of_walking_the_queue() -> None:
    of_acts = {act.key for act in (*ENTRY_ACTS.values(), *COMMENTING_ACTS.values())}
    of_claims = {act.claim_key for act in ENTRY_ACTS.values()}

    of_cards = {Key.TAKE, Key.ACCEPT, Key.EDIT, Key.WITHDRAW}
    assert {*of_acts, *of_claims} - {None} == {*Key} - {Key.SKIP, Key.BEFORE} - of_cards
    assert len({one.letter for one in Key}) == len(Key)


def test_a_candidate_can_be_verified_rejected_and_sent_back_by_key(world: World) -> None:
    assert controls(world, "entry") == {"promote-verified": "a", "reject": "x", "change": "c"}
    page = world.client("reviewer").get(reverse("review:entry_detail", kwargs=world.keys["entry"]))
    assert '<summary data-key="t">' in page.content.decode()


def test_a_verified_entry_is_certified_and_demoted_by_key(world: World) -> None:
    assert controls(world, "verified", "certifier") == {"certify": "a", "demote": "z", "reject": "x"}


def test_an_entry_that_was_just_rejected_is_undone_or_reopened_by_the_same_key(world: World) -> None:
    post(world, "entry_reject", reason="wrong")

    assert controls(world, "entry") == {"reopen": "z", "undo-go": "z"}


def test_the_question_about_a_claim_is_answered_by_numbers(world: World) -> None:
    [quote] = quotes_of(Entry.objects.get(pk=str(world.keys["entry"]["pk"])))
    retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=1, actor=make_user("reviewer"))

    asked = {name: letter for name, letter in controls(world, "entry").items() if name.startswith("claim")}

    assert asked == {"claim-confirm": "1", "claim-correct": "2", "claim-reject": "3"}


def test_the_list_of_keys_has_each_of_them(world: World) -> None:
    page = world.client("reviewer").get(reverse("review:help")).content.decode()

    listed = re.search(r'<dl class="keys">.*?</dl>', page, re.DOTALL)
    assert listed is not None
    letters = re.findall(r"<kbd>(\w)</kbd>", listed[0])
    assert letters[: len(Key)] == [one.letter for one in Key]
    assert "<kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt><dd>the claim is still true" in listed[0]
    assert "after 30 seconds, demote or reopen" in listed[0]
