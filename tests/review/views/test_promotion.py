"""Statements for the gate on the entry page: the checklist, the forms, and who may use them."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from review.domain.limits import MAX_LOGIN_TRIES, MIN_OVERRIDE_REASON_CHARS
from review.domain.policy import Granted, Stage
from review.models import Entry, Membership, Override, Project, Role
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from tests.factories import MessageLike, make_entry, make_session, make_user, switch

HTMX = {"HX-Request": "true"}
WORDS: list[MessageLike] = [
    {"role": "tool", "content": "All 312 tests passed."},
    {"role": "user", "content": "So we release on Friday."},
]
REASON = "The second reviewer is away until Friday."
AsPerson = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(WORDS, project=project), [(0, "All 312 tests passed.")])


@pytest.fixture
def people(project: Project, as_person: AsPerson) -> Callable[[str], Client]:
    def _log_in(role: str) -> Client:
        person = make_user(f"the {role}", project=project, role=Role(role))
        person.set_password("very much my own")
        person.save()
        return as_person(person)

    return _log_in


def ask(project: Project, *items: str) -> None:
    switch(project, **dict.fromkeys(items, True))


def page_of(client: Client, entry: Entry) -> str:
    return client.get(entry.get_absolute_url()).content.decode()


def checklist(page: str) -> str:
    found = re.search(r'<ul class="check".*?</ul>', page, re.DOTALL)
    assert found is not None
    return found[0]


def post(client: Client, entry: Entry, what: str, **fields: object) -> tuple[int, str]:
    given = {"seen_version": Entry.objects.get(pk=entry.pk).version, **fields}
    response = client.post(f"/entries/{entry.pk}/{what}/", given, headers=HTMX)
    return response.status_code, response.content.decode()


def verify(entry: Entry, actor: User) -> None:
    version = Entry.objects.get(pk=entry.pk).version
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)
    assert decision == Granted(Stage.VERIFIED)


def stage_of(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).stage


def test_a_project_without_policy_shows_only_the_evidence(mina: Client, entry: Entry) -> None:
    page = page_of(mina, entry)

    assert "The user said it" not in checklist(page)
    assert not re.search(r"/(approve|explain|override|certify)/", page)


def test_what_is_not_met_is_shown_in_words(mina: Client, entry: Entry) -> None:
    bare = make_entry(entry.session, [(0, "nobody said anything like this")])
    not_met = '<li data-is="no"><span><span class="visually-hidden">Not met: </span>'

    met, missed = checklist(page_of(mina, entry)), checklist(page_of(mina, bare))

    assert "Not met:" not in met
    assert missed.count(not_met) == missed.count('data-is="no"') == missed.count("Not met:") > 0


def test_a_reason_is_required_and_kept(mina: Client, project: Project, entry: Entry) -> None:
    ask(project, "explain_sources")
    assert "The user said it, or a reason is given" in checklist(page_of(mina, entry))
    assert post(mina, entry, "promote", to="verified")[0] == 422

    status, page = post(
        mina, entry, "explain", requirement="source_role_unexplained", reason="the <b>log</b> of the build"
    )

    assert status == 200
    assert "the &lt;b&gt;log&lt;/b&gt; of the build" in checklist(page)
    assert "/explain/" not in page
    assert post(mina, entry, "promote", to="verified")[0] == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"requirement": "source_role_unexplained", "reason": " "},
        {"requirement": "no_evidence", "reason": "why not"},
        {"reason": "why not"},
    ],
)
def test_explain_accepts_only_explainable_requirements(
    mina: Client, project: Project, entry: Entry, fields: dict[str, str]
) -> None:
    ask(project, "explain_sources")

    assert post(mina, entry, "explain", **fields)[0] == 422
    assert not entry.explanations.exists()


def test_an_approval_is_shown_to_both(
    mina: Client, project: Project, entry: Entry, people: Callable[[str], Client]
) -> None:
    ask(project, "two_reviewers")
    assert "/approve/" in page_of(mina, entry)

    status, page = post(mina, entry, "approve")

    assert status == 200
    assert "approved by mina" in checklist(page)
    assert "needs another reviewer" in checklist(page)
    assert "/approve/" not in page
    jun = people("reviewer")
    assert "approved by mina" in checklist(page_of(jun, entry))
    assert "needs another reviewer" not in checklist(page_of(jun, entry))
    assert post(jun, entry, "promote", to="verified")[0] == 200


def test_a_verified_entry_keeps_showing_who_approved(
    mina: Client, project: Project, entry: Entry, people: Callable[[str], Client]
) -> None:
    ask(project, "two_reviewers")
    post(mina, entry, "approve")
    post(people("reviewer"), entry, "promote", to="verified")

    shown = checklist(page_of(mina, entry))

    assert "approved by mina" in shown
    assert 'data-is="no"' not in shown


def test_certify_is_offered_to_another_certifier_only(
    project: Project, entry: Entry, people: Callable[[str], Client], as_person: AsPerson
) -> None:
    certifier = people("certifier")
    verifier = make_user("hana", project=project, role=Role.CERTIFIER)
    verify(entry, verifier)

    assert "/certify/" in page_of(certifier, entry)
    assert "You verified it, so another person certifies it." in page_of(as_person(verifier), entry)
    for role in ("viewer", "reviewer", "auditor", "manager"):
        page = page_of(people(role), entry)
        assert "/certify/" not in page
        assert ("A certifier certifies it." in page) is (role in {"reviewer", "manager"})


def test_certify_asks_for_the_password_and_keeps_the_form_open(
    reviewer: User, entry: Entry, people: Callable[[str], Client]
) -> None:
    verify(entry, reviewer)
    certifier = people("certifier")

    responses = [post(certifier, entry, "certify", password=word) for word in ("", "guessed")]

    assert [status for status, _ in responses] == [422, 422]
    assert "Enter your password to certify." in responses[0][1]
    assert "That is not your password." in responses[1][1]
    assert all(re.search(r'<details class="ask" open>\s*<summary[^>]*id="certify"', page) for _, page in responses)
    assert "guessed" not in responses[1][1]
    assert stage_of(entry) == "verified"


def test_certify_with_the_password_certifies(reviewer: User, entry: Entry, people: Callable[[str], Client]) -> None:
    verify(entry, reviewer)

    status, page = post(people("certifier"), entry, "certify", password="very much my own")  # noqa: S106

    assert (status, stage_of(entry)) == (200, "certified")
    assert "Promoted to certified." in page
    assert "very much my own" not in page


def test_certify_asks_for_the_password_once(project: Project, reviewer: User, people: Callable[[str], Client]) -> None:
    certifier = people("certifier")
    session = make_session(WORDS, project=project, session_id="two")
    quote = (0, "All 312 tests passed.")
    first, second = (make_entry(session, [quote], title=title) for title in ("one", "two"))
    for one in (first, second):
        verify(one, reviewer)
    assert 'id="certify-now"' not in page_of(certifier, second)

    post(certifier, first, "certify", password="very much my own")  # noqa: S106
    page = page_of(certifier, second)
    status, _ = post(certifier, second, "certify")

    assert "password given 0 minutes ago" in page
    assert "certify-password" not in page
    assert status == 200
    assert Entry.objects.get(pk=second.pk).stage == Stage.CERTIFIED


def test_certify_refuses_a_wrong_password_though_a_right_one_is_kept(
    project: Project, reviewer: User, entry: Entry, people: Callable[[str], Client]
) -> None:
    certifier = people("certifier")
    verify(entry, reviewer)
    other = make_entry(make_session(WORDS, project=project, session_id="two"), [(0, "All 312 tests passed.")])
    verify(other, reviewer)
    post(certifier, other, "certify", password="very much my own")  # noqa: S106

    status, page = post(certifier, entry, "certify", password="guessed")  # noqa: S106

    assert status == 422
    assert "That is not your password." in page


def test_certify_without_scripts_returns_to_the_page(
    reviewer: User, entry: Entry, people: Callable[[str], Client]
) -> None:
    verify(entry, reviewer)
    certifier = people("certifier")

    response = certifier.post(f"/entries/{entry.pk}/certify/", {"seen_version": 2, "password": "very much my own"})

    assert (response.status_code, response.headers["Location"]) == (302, entry.get_absolute_url())
    page = page_of(certifier, entry)
    assert "Verified by mina" in page
    assert "Certified by the certifier" in page


def test_a_certification_that_comes_too_late_keeps_no_password_on_the_page(
    reviewer: User, entry: Entry, people: Callable[[str], Client]
) -> None:
    verify(entry, reviewer)
    certifier = people("certifier")

    late = certifier.post(f"/entries/{entry.pk}/certify/", {"seen_version": 1, "password": "very much my own"})

    page = late.content.decode()
    assert late.status_code == 409
    assert "<dd>Promote to certified<small>" in page
    assert "very much my own" not in page


def test_certify_limits_wrong_passwords(reviewer: User, entry: Entry, people: Callable[[str], Client]) -> None:
    verify(entry, reviewer)
    certifier = people("certifier")

    responses = [post(certifier, entry, "certify", password="guessed")[0] for _ in range(MAX_LOGIN_TRIES)]  # noqa: S106

    assert set(responses) == {422}
    status, page = post(certifier, entry, "certify", password="very much my own")  # noqa: S106
    assert (status, stage_of(entry)) == (429, "verified")
    assert "Too many tries." in page


def test_certify_refuses_the_verifier(
    project: Project, entry: Entry, people: Callable[[str], Client], as_person: AsPerson
) -> None:
    people("certifier")
    verify(entry, User.objects.get(username="the certifier"))

    status, page = post(people("certifier"), entry, "certify", password="very much my own")  # noqa: S106

    assert (status, stage_of(entry)) == (422, "verified")
    assert "Somebody other than the person who verified it has to certify." in page


def test_certify_says_who_may_when_the_role_has_changed_meanwhile(
    reviewer: User, entry: Entry, people: Callable[[str], Client]
) -> None:
    certifier = people("certifier")
    verify(entry, reviewer)

    def changed(execute: Callable[..., object], sql: str, *given: object) -> object:
        if "review_logintries" in sql:
            Membership.objects.filter(user__username="the certifier").update(role=Role.REVIEWER)
        return execute(sql, *given)

    with connection.execute_wrapper(changed):
        status, page = post(certifier, entry, "certify", password="very much my own")  # noqa: S106

    assert (status, stage_of(entry)) == (422, "verified")
    assert "Only a certifier certifies, with the password given again." in page


@pytest.mark.parametrize("what", ["approve", "explain"])
@pytest.mark.parametrize("role", ["viewer", "auditor"])
def test_viewers_get_no_forms(
    project: Project, entry: Entry, people: Callable[[str], Client], what: str, role: str
) -> None:
    ask(project, "two_reviewers", "explain_sources")
    fields = {"requirement": "source_role_unexplained", "reason": "the log"}

    assert post(people(role), entry, what, **fields)[0] == 403
    assert f"/{what}/" not in page_of(people(role), entry)


@pytest.mark.parametrize(("what", "allowed"), [("certify", "certifier"), ("override", "manager")])
@pytest.mark.parametrize("role", [role.value for role in Role])
def test_each_form_is_for_one_role(
    entry: Entry, people: Callable[[str], Client], what: str, allowed: str, role: str
) -> None:
    assert post(people(role), entry, what)[0] == (422 if role == allowed else 403)


@pytest.mark.parametrize("what", ["approve", "explain", "certify", "override"])
def test_an_entry_of_another_project_is_not_found(entry: Entry, as_person: AsPerson, what: str) -> None:
    assert post(as_person(make_user("stranger")), entry, what)[0] == 404


def test_approve_without_a_version_is_refused(mina: Client, project: Project, entry: Entry) -> None:
    ask(project, "two_reviewers")

    assert post(mina, entry, "approve", seen_version="")[0] == 422


def test_override_is_offered_if_only_the_policy_is_not_met(
    project: Project, entry: Entry, people: Callable[[str], Client]
) -> None:
    boss = people("manager")
    assert "/override/" not in page_of(boss, entry)

    ask(project, "explain_sources")

    assert "/override/" in page_of(boss, entry)
    assert "/override/" not in page_of(people("certifier"), entry)
    bare = make_entry(entry.session, [(0, "nobody said anything like this")])
    assert "/override/" not in page_of(boss, bare)


TOO_SHORT = f"in {MIN_OVERRIDE_REASON_CHARS} characters or more"


@pytest.mark.parametrize(
    ("reason", "number", "sentence"),
    [
        pytest.param("x" * (MIN_OVERRIDE_REASON_CHARS - 1), None, TOO_SHORT, id="short"),
        pytest.param(f"{'x':>{MIN_OVERRIDE_REASON_CHARS + 10}}", None, TOO_SHORT, id="short but for white space"),
        pytest.param(REASON, "0", "That is not the number of this entry.", id="another number"),
        pytest.param(REASON, "", "Type the number of the entry.", id="no number"),
    ],
)
def test_override_asks_for_a_reason_and_the_number(
    project: Project, entry: Entry, people: Callable[[str], Client], reason: str, number: str | None, sentence: str
) -> None:
    ask(project, "explain_sources")

    status, page = post(
        people("manager"), entry, "override", reason=reason, number=entry.pk if number is None else number
    )

    assert status == 422
    assert sentence in page
    assert reason in page
    assert re.search(r'<details class="ask" open><summary[^>]*id="override"', page)
    assert stage_of(entry) == "candidate"


def test_override_verifies_and_marks_the_entry_permanently(
    project: Project, entry: Entry, people: Callable[[str], Client]
) -> None:
    ask(project, "explain_sources")
    boss = people("manager")
    assert "manual" not in boss.get("/entries/").content.decode()

    status, page = post(boss, entry, "override", reason=REASON, number=entry.pk)

    assert (status, stage_of(entry)) == (200, "verified")
    assert 'id="manual"' in page
    assert "Verified past the policy" in page
    assert REASON in page
    post(boss, entry, "demote", reason="read again")
    assert 'id="manual"' in page_of(boss, entry)
    assert '<span class="tag warn">manual</span>' in boss.get("/entries/").content.decode()


def test_the_page_shows_who_overrode_and_why(project: Project, entry: Entry, people: Callable[[str], Client]) -> None:
    ask(project, "explain_sources")
    boss = people("manager")
    actor = User.objects.get(username="the manager")
    override_policy(entry_id=entry.pk, reason=REASON, seen_version=1, actor=actor)

    page = page_of(boss, entry)

    assert re.search(rf'<span class="tag warn">manual</span> Verified past the policy by {actor}', page)
    assert Override.objects.get().reason in page
