"""Each page and each act calls no more functions than its bound: a count that no other load of the machine changes."""

from collections.abc import Callable, Mapping

import pytest
from django.db import transaction

from review.acts.entries import ENTRY_ACTS
from review.acts.quotes import QUOTE_ACTS
from tests.calls import python_calls
from tests.doors import DOORS, PEOPLE, Cells, World, make_world

pytestmark = pytest.mark.django_db

ASKING = ("manager", "certifier", "reviewer", "auditor", "staff", "anonymous")
"""Who asks for a page or acts: the first one who may."""
THOUSANDS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("login", "logout", "set_language", "review:theme", "review:single_keys"), (3, 3)),
    "review:own_password": (14, 16),
    "review:home": (75, 2),
    "review:help": (16, 2),
    "review:session_list": (24, 2),
    "review:session_pick": (6, 2),
    "review:session_detail": (52, 2),
    "review:session_find": (8, 2),
    "review:session_map": (12, 2),
    "review:session_part": (36, 2),
    "review:session_message": (22, 2),
    "review:entry_new": (20, 70),
    "review:entry_list": (65, 2),
    "review:batch_list": (16, 2),
    "review:bulk_preview": (2, 30),
    "review:batch": (28, 2),
    **dict.fromkeys(("review:batch_apply", "review:batch_revert"), (2, 30)),
    "review:entry_detail": (66, 2),
    "review:undo": (2, 70),
    "review:queue": (105, 2),
    "review:queue_beat": (2, 10),
    **dict.fromkeys(("review:entry_later", "review:entry_facts"), (24, 2)),
    "review:entry_add_quote": (2, 132),
    **dict.fromkeys((f"review:entry_{act}" for act in ENTRY_ACTS), (2, 112)),
    **dict.fromkeys(("review:entry_comment", "review:comment_resolve", "review:comment_reopen"), (2, 33)),
    **dict.fromkeys((f"review:quote_{act}" for act in QUOTE_ACTS), (2, 124)),
    "review:source_correct": (2, 132),
    "review:extraction_detail": (52, 2),
    "review:extraction_search": (2, 13),
    **dict.fromkeys(("review:run_list", "review:run_entries", "review:run_quotes", "review:quality"), (29, 2)),
    "review:run_compare": (2, 2),
    "review:session_bundle": (22, 72),
    "review:entries_bundle": (36, 146),
    "review:entry_bundle": (26, 63),
    "review:notice_list": (17, 2),
    **dict.fromkeys((f"review:quote_{part}" for part in ("detail", "citation", "offer", "rail_row")), (16, 2)),
    "review:quote_doctor": (80, 2),
    "review:quote_trial": (2, 14),
    "review:selection": (16, 2),
    "review:failed": (42, 2),
    "review:search": (18, 2),
    "review:search_palette": (6, 2),
    **dict.fromkeys(("review:view_save", "review:view_delete"), (2, 8)),
    "review:audit": (47, 2),
    "review:event_detail": (42, 2),
    "review:audit_verify": (17, 292),
    "review:checkpoint_make": (2, 6),
    **dict.fromkeys(("review:checkpoint_download", "review:keys_download"), (4, 2)),
    "review:project_list": (17, 2),
    "review:project_detail": (40, 2),
    **dict.fromkeys((f"review:project_{act}" for act in ("policy", "stale_limit", "queue", "aligner")), (2, 100)),
    **dict.fromkeys((f"review:member_{act}" for act in ("role", "confirm", "remove")), (2, 60)),
    **dict.fromkeys((f"review:invitation_{act}" for act in ("make", "confirm", "revoke")), (2, 60)),
    "review:invitation": (30, 60),
    **dict.fromkeys(("review:upload", "review:upload_detail", "review:upload_files"), (90, 200)),
    **dict.fromkeys((f"review:upload_{act}" for act in ("format", "change", "discard")), (2, 90)),
}
"""The thousands of calls that a page may make, and an act; a new address needs a bound.

What was counted, and a fifth more; alike ones have the bound of the dearest.
"""


def test_every_address_has_a_bound() -> None:
    assert set(THOUSANDS) == set(DOORS)


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


@pytest.mark.parametrize("name", DOORS)
def test_no_page_and_no_act_makes_more_calls_than_its_bound(world: World, name: str) -> None:
    door = DOORS[name]
    called = calls(world, name, "get", door.get), calls(world, name, "post", door.post)

    assert [one // 1_000 < most for one, most in zip(called, THOUSANDS[name], strict=True)] == [True, True], called


def calls(world: World, name: str, method: str, cells: Cells) -> int:
    """Return how many functions a request calls when all is warm, sent by the first person who may; 0 if nobody may."""
    people = (one for one in ASKING if cells[PEOPLE.index(one)] in {200, 201, 302})
    person = next(people, None)
    if person is None:
        return 0
    client, fields = world.client(person, htmx=method == "post"), DOORS[name].fields(world)
    sent = rolled_back(lambda: getattr(client, method)(world.address(name), fields))
    sent()
    return python_calls(sent)


def rolled_back(work: Callable[[], object]) -> Callable[[], None]:
    """Return a function that works, and takes back what it stored."""

    def worked() -> None:
        point = transaction.savepoint()
        work()
        transaction.savepoint_rollback(point)

    return worked
