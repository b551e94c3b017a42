"""Lists and counts judge nothing, and whatever a person does, nothing is judged twice."""

from collections import Counter
from collections.abc import Mapping

import pytest
from django.db import transaction
from django.test import Client

from review.domain.policy import Stage
from review.models import Entry, Lease, Quote
from tests.doors import DOORS, World, make_world
from tests.factories import make_entry, make_project, make_session, make_user
from tests.judging import Judgement, judgements_of, repeated

pytestmark = pytest.mark.django_db

READS_EVIDENCE = {
    "review:entry_detail": "the checklist of the entry",
    "review:entry_facts": "the facts of its claim, searched in the whole session",
    "review:project_realign": "what realigning would change",
    "review:queue": "the checklist of the entry that is shown",
    "review:quote_doctor": "why the quote failed, as its session is now",
    "review:quote_desk": "the checklist of the entry",
    "review:quote_offer": "the fixes of the quote",
    "review:quote_rail_row": "the quote as the reader shows it",
    "review:selection": "the words that were selected, as a quote",
    "review:session_bundle": "every proof that the bundle states",
    "review:entries_bundle": "as above",
    "review:entry_bundle": "as above",
}
"""The only pages that judge, and what."""
PERSON = "manager"
SAID = ["We keep 21 builds of every branch. The cache lives for one hour.", "The lease ends in April, says Mina."]


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


@pytest.fixture(scope="module")
def read(world: World) -> Mapping[str, Counter[Judgement]]:
    """Return what each page judges."""
    client = world.client(PERSON)
    return {name: judged_by(client, "get", world, name) for name, door in DOORS.items() if 200 in door.get[1:]}


def judged_by(client: Client, method: str, world: World, name: str) -> Counter[Judgement]:
    """Send a request, roll back what it changed, and return what it judged."""
    address, fields = world.address(name), DOORS[name].fields(world)
    point = transaction.savepoint()
    found = judgements_of(lambda: getattr(client, method)(address, fields))
    transaction.savepoint_rollback(point)
    return found


def test_lists_and_counts_judge_nothing(read: Mapping[str, Counter[Judgement]]) -> None:
    assert {name for name, found in read.items() if found} <= set(READS_EVIDENCE)
    assert {"review:home", "review:entry_list", "review:failed", "review:search", "review:session_list"} <= set(read)


def test_no_page_judges_anything_twice(read: Mapping[str, Counter[Judgement]]) -> None:
    assert {name: again for name, found in read.items() if (again := repeated(found))} == {}


@pytest.mark.parametrize("person", ["reviewer", "certifier", PERSON])
def test_no_act_judges_anything_twice(world: World, person: str) -> None:
    client = world.client(person, htmx=True)
    found = {name: judged_by(client, "post", world, name) for name in DOORS}

    assert {name: again for name, one in found.items() if (again := repeated(one))} == {}


@pytest.mark.parametrize("method", ["ready", "differences", "certifiable", "approvable", "ambiguous"])
def test_lists_of_what_waits_judge_nothing(world: World, method: str) -> None:
    client = world.client("certifier")

    assert judgements_of(lambda: client.get("/entries/", {"method": method})) == Counter()


def test_a_decision_in_the_queue_judges_the_entry_and_the_next_one_once() -> None:
    project = make_project()
    mina = make_user("mina", project=project)
    for number in range(20):
        session = make_session(SAID, project=project, session_id=f"s{number}")
        make_entry(session, [(0, "keep 21 builds of every branch"), (1, "lease ends in april")], stage="candidate")
    client = Client(headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/queue/?method=ready"})
    client.force_login(mina)
    client.get("/queue/?method=ready")
    entry = Lease.objects.get(holder=mina).entry
    sent = {"to": "verified", "seen_version": entry.version}

    found = judgements_of(lambda: client.post(f"/entries/{entry.pk}/promote/", sent))

    assert Entry.objects.get(pk=entry.pk).stage == Stage.VERIFIED
    judged = Counter(name for name, _ in found.elements())
    assert judged["reclassify"] <= 2 * Quote.objects.filter(entry=entry).count()
    assert judged["reclassify"] > 0
