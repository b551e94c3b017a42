"""The pages of jobs: their list, how far one is, the pill, and what a person may ask of one."""

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from review.domain.jobs import JobReason
from review.models import Job, JobFile, Project
from review.services._jobs import Work, enqueue
from review.services.jobs.asking import cancel_job
from review.services.jobs.holding import beat, effect, fail, give_up, take_next
from tests.factories import make_user


def add_job(project: Project, owner: User, subject: str = "draft-1") -> Job:
    with transaction.atomic():
        return enqueue(Work("align", subject, "The talk of May", project.pk, owner.pk, {}))


def taken(project: Project, owner: User) -> Job:
    add_job(project, owner)
    job = take_next()
    assert job is not None
    return job


def page_of(client: Client, address: str, *, htmx: bool = False) -> str:
    return client.get(address, headers={"HX-Request": "true"} if htmx else {}).content.decode()


def test_a_job_that_runs_says_how_far_it_is(mina: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)
    beat(job, done=25, total=41)

    fragment = page_of(mina, f"/jobs/{job.pk}/", htmx=True)

    assert '<progress max="41" value="25"' in fragment
    assert 'aria-label="Aligning"' in fragment
    assert "25 of 41 quotes · about " in fragment
    assert 'hx-trigger="load delay:2s"' in fragment
    assert "Cancel" in fragment


def test_a_job_that_is_done_leads_to_its_result(mina: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)
    with effect(job):
        pass

    response = mina.get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"})

    assert response["HX-Redirect"] == "/upload/1/"
    assert mina.get(f"/jobs/{job.pk}/").headers["Location"] == "/upload/1/"


def test_a_job_that_failed_says_why_and_looks_no_more(mina: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)
    fail(job, JobReason.CHANGED)

    fragment = page_of(mina, f"/jobs/{job.pk}/", htmx=True)

    assert "It is no longer what the preview showed" in fragment
    assert "hx-trigger" not in fragment
    assert "Try again" not in fragment
    assert 'id="live" hx-swap-oob="innerHTML">Failed<' in fragment


def test_a_poisoned_job_says_why_and_is_started_again(mina: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)
    Job.objects.update(tries=3)
    give_up(Job.objects.get(), JobReason.ERROR)

    fragment = page_of(mina, f"/jobs/{job.pk}/", htmx=True)
    mina.post(f"/jobs/{job.pk}/again/")

    assert "Stopped after several tries" in fragment
    assert "An error of ours ended it three times" in fragment
    assert "Try again" in fragment
    assert [one.state for one in Job.objects.order_by("pk")] == ["stopped", "waiting"]


def test_another_quarter_is_announced_once(mina: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)
    beat(job, done=11, total=40)

    new = page_of(mina, f"/jobs/{job.pk}/?seen=running-0", htmx=True)
    known = page_of(mina, f"/jobs/{job.pk}/?seen=running-1", htmx=True)

    assert 'hx-swap-oob="innerHTML">11 of 40 quotes' in new
    assert "hx-swap-oob" not in known
    assert f"/jobs/{job.pk}/?seen=running-1" in new


def test_the_pill_is_there_while_an_own_job_is_open(
    mina: Client, guest: Client, project: Project, reviewer: User
) -> None:
    before = page_of(mina, "/help/")
    job = taken(project, reviewer)
    beat(job, done=1, total=4)

    assert 'class="pill"' not in before
    assert 'class="pill"' in page_of(mina, "/help/")
    assert "25 %" in page_of(mina, "/jobs/own/")
    assert 'class="pill"' not in page_of(guest, "/help/")
    with effect(job):
        pass
    assert 'class="pill"' not in page_of(mina, "/jobs/own/")


def test_members_read_the_list_and_owners_act(mina: Client, guest: Client, project: Project, reviewer: User) -> None:
    job = taken(project, reviewer)

    own, other = page_of(mina, f"/projects/{project.slug}/jobs/"), page_of(guest, f"/projects/{project.slug}/jobs/")

    assert f"/jobs/{job.pk}/cancel/" in own
    assert f"/jobs/{job.pk}/cancel/" not in other
    assert "The talk of May" in other
    assert guest.post(f"/jobs/{job.pk}/cancel/").status_code == 403
    assert guest.post(f"/jobs/{job.pk}/again/").status_code == 403
    assert Job.objects.get().cancelled_by is None


def test_an_owner_cancels_and_tries_again(mina: Client, project: Project, reviewer: User) -> None:
    job = add_job(project, reviewer)
    listed = f"/projects/{project.slug}/jobs/"

    cancelled = mina.post(f"/jobs/{job.pk}/cancel/", {"next": listed}, follow=True).content.decode()
    again = mina.post(f"/jobs/{job.pk}/again/", follow=True).content.decode()

    assert "Cancelled by mina" in cancelled
    assert "1 is open." in again
    assert [one.state for one in Job.objects.order_by("pk")] == ["cancelled", "waiting"]


def test_a_manager_ends_the_job_of_another(project: Project, reviewer: User) -> None:
    job = add_job(project, reviewer)
    boss = Client()
    boss.force_login(make_user("dana", project=project, role="manager"))  # type: ignore[arg-type]

    boss.post(f"/jobs/{job.pk}/cancel/")

    assert Job.objects.get().cancelled_by == User.objects.get(username="dana")


def test_the_list_names_every_end(mina: Client, project: Project, reviewer: User) -> None:
    for number, reason in enumerate((JobReason.MEMORY, JobReason.ERROR, JobReason.LOST)):
        add_job(project, reviewer, f"draft-{number}")
        job = take_next()
        assert job is not None
        Job.objects.filter(pk=job.pk).update(tries=3)
        give_up(Job.objects.get(pk=job.pk), reason)
    cancel_job(add_job(project, reviewer, "draft-9"), actor=reviewer)

    page = page_of(mina, f"/projects/{project.slug}/jobs/")

    assert page.count("Stopped after several tries") == 3
    assert "It needs more memory than a worker may take: upload it in smaller parts" in page
    assert "3 failed." in page
    assert "Cancelled by mina" in page


def test_a_file_is_its_owners_alone(mina: Client, guest: Client, project: Project, reviewer: User) -> None:
    job = add_job(project, reviewer)
    before = mina.get(f"/jobs/{job.pk}/file/")
    JobFile.objects.create(job=job, name="poem.txt", media_type="text/plain", data=b"a poem")

    own, other = mina.get(f"/jobs/{job.pk}/file/"), guest.get(f"/jobs/{job.pk}/file/")

    assert (before.status_code, other.status_code) == (404, 404)
    assert (own.content, own["Content-Type"]) == (b"a poem", "text/plain")
    assert own["Content-Disposition"] == 'attachment; filename="poem.txt"'


def test_a_stranger_finds_no_job(project: Project, reviewer: User) -> None:
    job, stranger = add_job(project, reviewer), Client()
    stranger.force_login(make_user("jun"))

    assert stranger.get(f"/jobs/{job.pk}/").status_code == 404
    assert stranger.get(f"/projects/{project.slug}/jobs/").status_code == 404
    assert stranger.post(f"/jobs/{job.pk}/cancel/").status_code == 404


def test_a_job_that_no_worker_takes_says_so(mina: Client, project: Project, reviewer: User) -> None:
    job = add_job(project, reviewer)
    long_ago = job.created_at.replace(year=job.created_at.year - 1)
    Job.objects.update(created_at=long_ago, until=long_ago)

    assert "No worker has taken it yet." in page_of(mina, f"/jobs/{job.pk}/", htmx=True)
