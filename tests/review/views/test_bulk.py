"""Batches in pages: choose, preview, apply at once or by a job, take back; with htmx and without."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from review.acts import batches
from review.domain.bulk import BatchKind
from review.jobs import batches as batch_jobs
from review.jobs import running
from review.jobs.worker import run_waiting
from review.models import Batch, Entry, EntryRead, FailedQuote, Job, Project, Role
from review.services.bulk import large, parts
from review.services.bulk.parts import apply_part
from review.services.bulk.previews import preview_entries
from review.services.jobs.asking import cancel_job
from tests.bulk import EXACT, FAILED, MESSAGES, counts, make_mix, rows, words
from tests.factories import make_entries, make_entry, make_project, make_session, make_user, switch

pytestmark = pytest.mark.django_db
PREVIEW, HTMX = reverse("review:bulk_preview"), {"HX-Request": "true"}
ELSEWHERE = {"messageIndex": 0, "quote": "The cache lives for one hour."}


@pytest.fixture
def person(project: Project) -> User:
    return User.objects.get(username="mina")


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (parts, large):
        monkeypatch.setattr(module, "BATCH_PART", 2)
    monkeypatch.setattr(batch_jobs, "BREATH", 0)
    monkeypatch.setattr(running, "LOOK_EVERY", 60)


def chosen(client: Client, **fields: object) -> Batch:
    response = client.post(PREVIEW, {"kind": "verify", **fields})
    batch = Batch.objects.latest("pk")
    assert response.headers["Location"] == batch.get_absolute_url(), response.content
    return batch


def post(client: Client, batch: Batch, act: str, **fields: str) -> str:
    answer = client.post(f"{batch.get_absolute_url()}{act}/", fields, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def numbers_in(page: str) -> dict[str, int]:
    """Return how many entries the drawer names behind each of its links."""
    found = re.findall(r'href="[^"?]*\?is=([^"]*)">\s*(\d+)</a>', page)
    return {name.replace("&amp;why=", ":"): int(count) for name, count in found}


def test_the_preview_counts_what_happens_and_each_number_leads_to_its_entries(
    mina: Client, person: User, project: Project
) -> None:
    mix = make_mix(18, mina=person, project=project)
    batch = chosen(mina, everything="on", query="project=ledger")

    page = mina.get(batch.get_absolute_url()).content.decode()
    numbers = numbers_in(page)

    assert "Nothing has been changed yet." in page
    assert f"Verify {len(mix['read'])}" in page
    assert numbers == {
        "waiting": 4,
        "left": 8,
        "left:unread": 2,
        "left:evidence_not_aligned": 2,
        "left:unacknowledged_differences": 2,
        "left:ambiguous_evidence": 2,
        "left:claim_unconfirmed": 2,
        "left:wrong_stage": 2,
    }
    for name in ("waiting", "left:unread", "left:claim_unconfirmed"):
        state, _, why = name.partition(":")
        shown = mina.get(batch.get_absolute_url(), {"is": state, "why": why}).context["found"].rows
        assert len(shown) == numbers[name]


def test_rows_that_were_picked_are_all_that_is_in_the_batch(mina: Client, person: User, project: Project) -> None:
    first, second, *_ = make_mix(18, mina=person, project=project)["read"]

    batch = chosen(mina, entry=[first.pk, second.pk])

    assert sorted(batch.items.values_list("entry_id", flat=True)) == [first.pk, second.pk]


def test_entries_of_other_projects_are_not_picked(mina: Client, project: Project) -> None:
    foreign = make_entry(make_session(MESSAGES, project=make_project("other")), [EXACT])

    batch = chosen(mina, entry=[foreign.pk])

    assert batch.items.count() == 0


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ["Pick the entries first."]),
        ({"entry": "x"}, ["Pick the entries first."]),
        ({"kind": "certify", "entry": "1"}, []),
        ({"kind": "fix", "diagnosis": "near_miss", "fix": "move"}, []),
        ({"kind": "fix", "diagnosis": "nothing", "fix": "move"}, []),
    ],
)
def test_what_chooses_nothing_leads_back_to_the_list(
    fields: dict[str, str], expected: list[str], mina: Client, project: Project
) -> None:
    answer = mina.post(PREVIEW, {"kind": "verify", "query": "stage=raw", **fields}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == expected
    assert answer.request["QUERY_STRING"] == "stage=raw"
    assert Batch.objects.count() == 0


@pytest.mark.parametrize("number", [2**63, 2**64, 10**30], ids=["one too large", "twice that", "far too large"])
def test_a_number_that_no_entry_can_have_is_not_found(mina: Client, project: Project, number: int) -> None:
    assert mina.post(PREVIEW, {"kind": "verify", "entry": ["1", str(number)]}).status_code == 404
    assert Batch.objects.count() == 0


def test_more_than_one_batch_takes_is_reported(
    mina: Client, person: User, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mix(9, mina=person, project=project)
    monkeypatch.setattr(batches, "MAX_BATCH_ITEMS", 3)

    answer = mina.post(PREVIEW, {"kind": "verify", "everything": "on"}, follow=True)

    [warning] = [str(message) for message in answer.context["messages"]]
    assert warning.startswith("8 entries are chosen")


def test_as_many_as_one_batch_takes_are_taken(
    mina: Client, person: User, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mix(9, mina=person, project=project)
    monkeypatch.setattr(batches, "MAX_BATCH_ITEMS", 8)

    assert chosen(mina, everything="on").items.count() == 8


def test_a_large_batch_is_applied_and_taken_back_by_jobs(mina: Client, person: User, project: Project) -> None:
    mix = make_mix(27, mina=person, project=project)
    before, batch = rows(), chosen(mina, everything="on")

    begun, untouched = post(mina, batch, "apply", reason="read together"), rows() == before
    job = Job.objects.get()
    run_waiting()
    done = numbers_in(mina.get(batch.get_absolute_url()).content.decode())["done"]
    begun_to_revert = post(mina, batch, "revert")
    run_waiting()

    assert f'hx-get="/jobs/{job.pk}/?seen=waiting-0"' in begun
    assert (f"/jobs/{job.pk}/cancel/" in begun, 'id="batch-on"' in begun, untouched) == (True, False, True)
    assert (job.title, job.project, job.owner) == ("read together", project, person)
    assert done == len(mix["read"]) == 6
    assert ('class="job"' in begun_to_revert, 'id="revert-on"' in begun_to_revert) == (True, False)
    assert numbers_in(mina.get(batch.get_absolute_url()).content.decode())["reverted"] == 6
    assert [(one.state, one.done, one.total) for one in Job.objects.all()] == [("done", 6, 6)] * 2
    assert rows() == before


def test_a_batch_of_one_part_is_applied_within_the_request(mina: Client, person: User, project: Project) -> None:
    picked = make_mix(27, mina=person, project=project)["read"][:2]
    batch = chosen(mina, entry=[entry.pk for entry in picked])

    page = post(mina, batch, "apply")

    assert (numbers_in(page)["done"], Job.objects.count()) == (2, 0)


def test_without_htmx_the_page_leads_to_how_far_it_is(mina: Client, person: User, project: Project) -> None:
    make_mix(27, mina=person, project=project)
    batch = chosen(mina, everything="on")

    answer = mina.post(f"{batch.get_absolute_url()}apply/")
    page = mina.get(batch.get_absolute_url()).content.decode()
    job = Job.objects.get()

    assert (answer.status_code, answer.headers["Location"]) == (302, batch.get_absolute_url())
    assert f'<noscript><p><a href="/jobs/{job.pk}/">' in page
    assert mina.get(f"/jobs/{job.pk}/").headers["Location"] == batch.get_absolute_url()


def test_a_batch_that_was_cancelled_midway_says_so_and_goes_on(mina: Client, person: User, project: Project) -> None:
    make_mix(27, mina=person, project=project)
    batch = chosen(mina, everything="on")
    post(mina, batch, "apply")
    apply_part(name=batch.name, actor=person)
    cancel_job(Job.objects.get(), actor=person)

    page = mina.get(batch.get_absolute_url()).content.decode()
    post(mina, batch, "apply")
    run_waiting()

    assert ("Interrupted" in page, "2 of 6" in page, "Cancelled by mina" in page) == (True, True, True)
    assert ('id="batch-on"' in page, 'id="batch-revert"' in page) == (True, True)
    assert counts(batch)["done", ""] == 6
    assert [one.state for one in Job.objects.order_by("pk")] == ["cancelled", "done"]


def test_what_an_interruption_left_of_one_part_is_done_within_the_request(
    mina: Client, person: User, project: Project
) -> None:
    make_mix(27, mina=person, project=project)
    batch = chosen(mina, everything="on")
    post(mina, batch, "apply")
    cancel_job(Job.objects.get(), actor=person)
    for _ in range(2):
        apply_part(name=batch.name, actor=person)

    page = post(mina, batch, "apply")

    assert (numbers_in(page)["done"], Job.objects.count()) == (6, 1)


def test_a_batch_that_a_job_applies_is_not_taken_back(mina: Client, person: User, project: Project) -> None:
    make_mix(27, mina=person, project=project)
    batch = chosen(mina, everything="on")
    post(mina, batch, "apply")

    page = post(mina, batch, "revert")

    assert 'id="batch-revert"' not in page
    assert Batch.objects.get().reverted_at is None
    assert [one.given["act"] for one in Job.objects.all()] == ["apply"]


def test_a_job_of_several_projects_is_its_owners_alone(mina: Client, person: User, project: Project) -> None:
    other = make_project("other", reviewer=person)
    for one in (project, other):
        make_mix(27, mina=person, project=one)
    batch, jun = chosen(mina, everything="on"), Client()
    jun.force_login(make_user("jun", project=project))
    post(mina, batch, "apply")
    job = Job.objects.get()

    seen = jun.get(batch.get_absolute_url()).content.decode()

    assert (job.project, f"/jobs/{job.pk}/" in seen) == (None, False)


def test_rejecting_asks_why_and_keeps_it(mina: Client, person: User, project: Project) -> None:
    first, *_ = make_mix(9, mina=person, project=project)["read"]
    batch = chosen(mina, kind="reject", entry=[first.pk])

    preview = mina.get(batch.get_absolute_url()).content.decode()
    answer = mina.post(f"{batch.get_absolute_url()}apply/", {"reason": " "}, headers=HTMX)
    page = post(mina, batch, "apply", reason="a joke")

    assert re.search(r'<input[^>]* name="reason"[^>]* required>', preview)
    assert answer.status_code == 422
    assert "Say why in a few words" in answer.content.decode()
    assert "a joke" in page
    assert Entry.objects.get(pk=first.pk).rejected_reason == "a joke"


def test_a_batch_that_changes_nothing_offers_nothing(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(MESSAGES, project=project), [FAILED])

    page = mina.get(chosen(mina, entry=[entry.pk]).get_absolute_url()).content.decode()

    assert ("None of the entries would change." in page, 'id="batch-go"' in page) == (True, False)


def test_others_see_what_a_batch_did_but_not_what_somebody_only_looks_at(
    mina: Client, person: User, project: Project
) -> None:
    make_mix(9, mina=person, project=project)
    batch, other = chosen(mina, everything="on"), Client()
    other.force_login(make_user("jun", project=project))

    looked_at = other.get(batch.get_absolute_url()).status_code
    post(mina, batch, "apply")
    page = other.get(batch.get_absolute_url())
    refused = [other.post(f"{batch.get_absolute_url()}{act}/").status_code for act in ("apply", "revert")]

    assert (looked_at, page.status_code, refused) == (404, 200, [403, 403])
    assert 'id="batch-revert"' not in page.content.decode()


def test_staff_are_led_to_no_entry_that_they_may_not_open(
    person: User, project: Project, as_person: Callable[[User], Client]
) -> None:
    [entry] = make_mix(1, mina=person, project=project)["read"]
    root = User.objects.create_superuser("root")
    batch = preview_entries(BatchKind.VERIFY, Entry.objects.all(), actor=root)

    page = as_person(root).get(f"{batch.get_absolute_url()}?is=left").content.decode()

    assert entry.title in page
    assert f'href="{entry.get_absolute_url()}"' not in page


def test_my_batches_are_listed_with_what_is_left_to_do(mina: Client, person: User, project: Project) -> None:
    make_mix(27, mina=person, project=project)
    empty = mina.get(reverse("review:batch_list")).content.decode()
    batch = chosen(mina, everything="on")
    post(mina, batch, "apply")
    apply_part(name=batch.name, actor=person)

    page = mina.get(reverse("review:batch_list"))
    [(listed, numbers)] = page.context["rows"]

    assert "No batches yet" in empty
    assert (listed, numbers.done, numbers.waiting) == (batch, 2, 4)
    assert re.findall(r"<td>(\d+)</td>", page.content.decode()) == ["2", "4", "0"]


def test_opening_an_entry_is_reading_it(mina: Client, person: User, project: Project) -> None:
    entry = make_entry(make_session(MESSAGES, project=project), [EXACT])
    viewer = Client()
    viewer.force_login(make_user("vera", project=project, role=Role.VIEWER))

    viewer.get(entry.get_absolute_url())
    unread = counts(chosen(mina, entry=[entry.pk]))
    mina.get(entry.get_absolute_url())
    read = counts(chosen(mina, entry=[entry.pk]))

    assert (unread, read) == ({("left", "unread"): 1}, {("waiting", ""): 1})
    assert list(EntryRead.objects.values_list("person__username", flat=True)) == ["mina"]


def test_a_project_that_allows_it_says_how_many_were_not_read(mina: Client, project: Project) -> None:
    switch(project, bulk_unread=True)
    entry = make_entry(make_session(MESSAGES, project=project), [EXACT])

    page = mina.get(chosen(mina, entry=[entry.pk]).get_absolute_url()).content.decode()

    assert "1 of them not read, with every quote exact or normalized" in page


def test_failed_quotes_with_the_same_fix_are_repaired_together(mina: Client, project: Project) -> None:
    make_entries(make_session(MESSAGES, project=project), [{"evidence": [ELSEWHERE]} for _ in range(3)])
    before = words()
    failed = FailedQuote.objects.first()
    assert failed is not None
    [group] = mina.get(reverse("review:failed")).context["groups"]
    fields = {"diagnosis": group.code, "fix": group.alike.kind}

    batch = chosen(mina, kind="fix", **fields)
    page = mina.get(batch.get_absolute_url()).content.decode()
    post(mina, batch, "apply")
    run_waiting()
    moved = FailedQuote.objects.count()
    post(mina, batch, "revert")
    run_waiting()

    assert (group.alike.kind, group.alike.count) == ("move", 3)
    assert ("Repair 3" in page, moved) == (True, 0)
    assert f'href="{reverse("review:failed")}?' in page
    assert words() == before


def test_a_page_of_a_batch_needs_no_more_queries_for_more_entries(
    mina: Client, person: User, project: Project, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_mix(90, mina=person, project=project)
    batch = chosen(mina, everything="on")

    with django_assert_max_num_queries(16):
        mina.get(batch.get_absolute_url())


def test_the_preview_of_repairs_shows_what_they_change(mina: Client, project: Project) -> None:
    session = make_session(["We will not ship 12 of them."], project=project)
    lost = {"messageIndex": 0, "quote": "We will ship 21 of them."}
    make_entries(session, [{"evidence": [lost]} for _ in range(3)])
    [group] = mina.get(reverse("review:failed")).context["groups"]

    batch = chosen(mina, kind="fix", diagnosis=group.code, fix=group.alike.kind)
    page = mina.get(batch.get_absolute_url()).content.decode()

    assert group.alike.kind == "use_words"
    assert len(re.findall(r'warn">negation differs</span>\s*<span[^>]*><ins>not</ins>', page)) == 3
