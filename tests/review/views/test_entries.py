from collections.abc import Callable

from django.contrib.auth.models import User
from django.test import Client

from review.models import Entry, Project, Quote
from tests.factories import make_entry, make_session, make_user

HTMX = {"HX-Request": "true"}
MESSAGE = "아침 회의 정리입니다. 이 기능은 배포하지 않기로 결정했습니다. 배포 완료. 배포 완료."


def entry_of(project: Project, *quotes: object, stage: str = "candidate", **fields: object) -> Entry:
    session = make_session([MESSAGE, "Another message altogether."], project=project)
    return make_entry(session, [(0, quote) for quote in quotes], stage=stage, **fields)


def promote(
    client: Client, entry: Entry, *, to: str = "verified", version: int = 1, htmx: bool = False
) -> tuple[int, str]:
    """Ask for a promotion; return the status and the page."""
    fields = {"to": to, "seen_version": version}
    response = client.post(f"/entries/{entry.pk}/promote/", fields, headers=HTMX if htmx else None)
    return response.status_code, response.content.decode()


def test_promote_verifies_an_entry_with_aligned_evidence(mina: Client, project: Project) -> None:
    entry = entry_of(project, "이 기능은 배포하지 않기로 결정했습니다")

    status, _ = promote(mina, entry)

    entry.refresh_from_db()
    assert (status, entry.stage) == (302, "verified")


def test_promote_shows_the_reasons_of_a_refusal_on_the_whole_page(mina: Client, project: Project) -> None:
    entry = entry_of(project, "이 기능은 배포하지 않기로 결정했습니다", "somebody invented this", "배포 완료.")

    status, page = promote(mina, entry)

    assert status == 422
    assert "Evidence alignment failed. Cannot promote to Verified." in page
    assert "ambiguous_evidence" in page
    assert "<html" in page


def test_promote_responds_to_htmx_with_parts_of_the_entry(mina: Client, project: Project) -> None:
    entry = entry_of(project)

    status, page = promote(mina, entry, htmx=True)

    assert status == 422
    assert page.lstrip().startswith('<div id="part-late"')
    assert "no_evidence" in page


def test_promote_shows_the_current_state_to_the_second_person(
    mina: Client, project: Project, as_person: Callable[[User], Client]
) -> None:
    entry = entry_of(project, "이 기능은 배포하지 않기로 결정했습니다")
    promote(as_person(make_user("jun", project=project)), entry)

    status, page = promote(mina, entry)

    assert status == 409
    assert "Somebody changed this a moment ago" in page
    assert "Verified by jun" in page


def test_promote_tells_a_person_that_it_was_them(mina: Client, project: Project) -> None:
    entry = entry_of(project, "이 기능은 배포하지 않기로 결정했습니다")
    promote(mina, entry)

    status, page = promote(mina, entry)
    late = mina.post(f"/entries/{entry.pk}/reject/", {"reason": "a joke", "seen_version": 1}).content.decode()

    assert status == 409
    assert "You have done this already." in page
    assert "You changed this a moment ago, in another window." in late
    assert "You changed the entry before this decision arrived" in late
    assert '<b class="x-text">Somebody' not in page + late


def test_promote_accepts_only_known_stages(mina: Client, project: Project) -> None:
    entry = entry_of(project)

    assert [promote(mina, entry, to=to)[0] for to in ("heaven", "certified", "")] == [422, 422, 422]


def test_reject_and_reopen_keep_the_stage(mina: Client, project: Project) -> None:
    entry = entry_of(project, stage="working")

    mina.post(f"/entries/{entry.pk}/reject/", {"reason": "not about us", "seen_version": 1})
    entry.refresh_from_db()
    banner = b"<b>Rejected.</b> mina: <bdi hx-ignore>not about us</bdi>"
    rejected = (entry.stage, entry.rejected_reason, banner in mina.get(entry.get_absolute_url()).content)
    mina.post(f"/entries/{entry.pk}/reopen/", {"seen_version": 2})

    entry.refresh_from_db()
    assert rejected == ("working", "not about us", True)
    assert (entry.stage, entry.rejected_at) == ("working", None)


def test_reject_requires_a_reason(mina: Client, project: Project) -> None:
    entry = entry_of(project)

    response = mina.post(f"/entries/{entry.pk}/reject/", {"reason": "  ", "seen_version": 1})

    assert response.status_code == 422
    assert b"Say why in a few words" in response.content


def test_demote_returns_a_verified_entry_to_candidate(mina: Client, project: Project) -> None:
    entry = entry_of(project, "이 기능은 배포하지 않기로 결정했습니다")
    promote(mina, entry)

    response = mina.post(f"/entries/{entry.pk}/demote/", {"reason": "doubts", "seen_version": 2}, headers=HTMX)

    entry.refresh_from_db()
    assert (response.status_code, entry.stage) == (200, "candidate")
    assert b"Back to candidate." in response.content


def test_entry_page_explains_every_kind_of_quote(mina: Client, project: Project) -> None:
    entry = entry_of(
        project,
        "이 기능은 배포하지 않기로 결정했습니다",
        "이 기능은  배포하지 않기로\n결정했습니다",
        "이 기능은 배포하기로 결정했습니다",
        "배포 완료.",
        "somebody invented this",
    )

    page = mina.get(entry.get_absolute_url()).content.decode()

    badges = [
        'data-badge="E= 1.00"',
        'data-badge="N≈ .95"',
        'data-badge="F~.85"',
        'data-badge="◆1/2"',
        'data-badge="✗"',
    ]
    assert [badge for badge in badges if badge not in page] == []
    assert "similarity 0.857 = 1 − 3/21" in page
    assert page.count("It is this one") == 2
    assert 'aria-disabled="true" aria-describedby="checklist"' in page


def test_entry_list_filters_by_the_states_of_quotes(mina: Client, project: Project) -> None:
    entry_of(project, "이 기능은 배포하지 않기로 결정했습니다", title="Clean one")
    entry_of(project, "somebody invented this", title="Broken one", stage="raw")

    found = {
        query: [name for name in ("Clean one", "Broken one") if name.encode() in mina.get(f"/entries/?{query}").content]
        for query in ("method=failed", "method=ready", "stage=raw", "reason=not_found", "stage=nonsense", "rejected=on")
    }

    assert found == {
        "method=failed": ["Broken one"],
        "method=ready": ["Clean one"],
        "stage=raw": ["Broken one"],
        "reason=not_found": ["Broken one"],
        "stage=nonsense": ["Clean one", "Broken one"],
        "rejected=on": [],
    }


def test_entry_page_shows_text_as_text(mina: Client, project: Project) -> None:
    hostile = "<script>alert(1)</script><b>&amp;"
    entry = make_entry(make_session([hostile], project=project), [hostile], title=hostile, body=hostile, type=hostile)

    page = mina.get(entry.get_absolute_url()).content

    assert b"<script>alert" not in page
    assert Quote.objects.get(entry=entry).text == hostile
