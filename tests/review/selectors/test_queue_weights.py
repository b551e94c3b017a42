"""Projects weigh the turns of the queue: which comes first, which is not offered, and what many orders cost."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from review.domain.turns import DEFAULT_WEIGHTS, TURNS
from review.models import Entry, Project
from review.selectors.keyset import read_cursor
from review.selectors.queue import queue_from, remains
from review.services.queue.assignments import assign_entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGES = ["We keep the raw text for 30 days.", "Done. Done.", "The audit log is kept."]
STEP_QUERIES = 8
"""What one step asks at most: its projects, its entries, who has them, how many there are, the gate."""


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def make_mixed(project: Project) -> None:
    session = make_session(MESSAGES, project=project, session_id=f"of-{project.slug}")
    for title, quote in (
        ("ready", (2, MESSAGES[2])),
        ("lost", (2, "nobody ever said anything like it")),
        ("twice", (1, "Done.")),
    ):
        make_entry(session, [quote], title=f"{project.slug} {title}", stage="candidate")


def weigh(project: Project, **weights: int) -> None:
    Project.objects.filter(pk=project.pk).update(queue_weights={**DEFAULT_WEIGHTS, **weights})


def walked(user: User) -> list[str]:
    found, query = list[str](), ""
    while len(found) < 99:
        asked = QueryDict(query)
        queue = queue_from(user, {}, turn=asked.get("turn", ""), cursor=read_cursor(asked))
        if not queue.turns:
            break
        found.append(Entry.objects.get(pk=queue.turns[0].entry_id).title)
        query = queue.turns[0].skip
    return found


def asked(user: User) -> int:
    with CaptureQueriesContext(connection) as queries:
        queue_from(user, {}, turn="", cursor=None)
    return len(queries)


def test_the_order_follows_the_weights(mina: User) -> None:
    ledger = make_project()
    make_mixed(ledger)
    assert walked(mina) == ["ledger twice", "ledger lost", "ledger ready"]

    weigh(ledger, ready=100, failed=45)

    assert walked(mina) == ["ledger ready", "ledger lost", "ledger twice"]


def test_turns_of_equal_weight_come_as_in_any_other_project(mina: User) -> None:
    ledger = make_project()
    make_mixed(ledger)
    weigh(ledger, **dict.fromkeys(TURNS, 7))

    assert walked(mina) == ["ledger twice", "ledger lost", "ledger ready"]


def test_each_project_has_its_own_order(mina: User) -> None:
    ledger, rent = make_project(), make_project("rent", reviewer=mina)
    make_mixed(ledger)
    make_mixed(rent)
    weigh(rent, ready=90)

    assert walked(mina) == ["rent ready", "rent twice", "ledger twice", "rent lost", "ledger lost", "ledger ready"]


def test_what_weighs_nothing_is_not_offered_but_listed_and_named_at_the_end(mina: User) -> None:
    ledger, rent = make_project(), make_project("rent", reviewer=mina)
    make_mixed(ledger)
    make_mixed(rent)
    weigh(ledger, ready=0)

    assert walked(mina) == ["rent twice", "ledger twice", "rent lost", "ledger lost", "rent ready"]
    assert len(queue_from(mina, {"method": "ready"}, turn="", cursor=None).turns) == 2
    assert remains(mina, (), {}).kinds == (("ready", "1", "method=ready"), ("failed", "2", "method=failed"))
    assert [count for _, count, _ in remains(mina, (), {"project": "rent", "type": "fact"}).kinds] == ["1"]


def test_a_queue_of_which_the_weights_changed_begins_anew(mina: User) -> None:
    ledger = make_project()
    make_mixed(ledger)
    skip = QueryDict(queue_from(mina, {}, turn="ready", cursor=None).turns[0].skip)
    weigh(ledger, ready=0)

    queue = queue_from(mina, {}, turn=skip["turn"], cursor=read_cursor(skip))

    assert queue.is_beginning
    assert [turn.name for turn in queue.turns] == ["ambiguous"]


def test_default_projects_are_asked_together(mina: User) -> None:
    make_mixed(make_project())
    one = asked(mina)
    for number in range(5):
        make_project(f"more-{number}", reviewer=mina)

    assert asked(mina) == one


def test_many_orders_cost_a_few_queries_a_step(mina: User) -> None:
    projects = [make_project(), *(make_project(f"more-{number}", reviewer=mina) for number in range(3))]
    session = make_session(MESSAGES)
    make_entry(session, [(2, MESSAGES[2])], title="ready", stage="candidate")
    for number, project in enumerate(projects):
        weigh(project, **{turn: 20 + 10 * number + place for place, turn in enumerate(TURNS[:-1])}, ready=1)

    steps = (len(TURNS) - 1) * len(projects) + 1

    assert asked(mina) <= STEP_QUERIES * steps
    weigh(projects[0], ready=100)
    assert asked(mina) <= STEP_QUERIES + 1


def test_the_assigned_turn_asks_as_often_for_many_as_for_few(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    session = make_session(MESSAGES)

    def assign(number: int) -> None:
        for _ in range(number):
            entry = make_entry(session, [(2, MESSAGES[2])], stage="candidate")
            assign_entry(entry_id=entry.pk, person=mina, seen_version=1, actor=jun)

    make_entry(session, [(2, MESSAGES[2])], stage="candidate")
    nothing = asked(mina)
    assign(2)
    few = asked(mina)
    assign(30)

    assert asked(mina) == few
    assert few <= nothing
    assert asked(jun) <= nothing
