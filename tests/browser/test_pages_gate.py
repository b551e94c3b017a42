"""What a project requires beyond the evidence, in a real browser: reasons, approvals, passwords, overrides."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.limits import MIN_OVERRIDE_REASON_CHARS
from review.domain.policy import Granted, Stage
from review.models import Entry, Project, Role
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from tests.factories import make_entries, make_project, make_session, make_user

WORDS = {
    "assistant": "The index is rebuilt every night.",
    "tool": "All 312 tests passed in 41 seconds.",
    "summary": "The team moved the release to Friday.",
    "user": "Let us release on Friday, then.",
}
REASON = "The second reviewer is away until Friday."
SignIn = Callable[[User], None]


@pytest.fixture
def project(transactional_db: None, sign_in: SignIn) -> Project:
    project = make_project()
    sign_in(make_user("mina", project=project))
    return project


@pytest.fixture
def entries(project: Project) -> dict[str, Entry]:
    session = make_session([{"role": role, "content": text} for role, text in WORDS.items()], project=project)
    claims = [
        {"title": f"from the {role}", "evidence": [{"messageIndex": index, "quote": text}]}
        for index, (role, text) in enumerate(WORDS.items())
    ]
    return dict(zip(WORDS, make_entries(session, claims), strict=True))


def ask(project: Project, *items: str) -> None:
    Project.objects.filter(pk=project.pk).update(**dict.fromkeys(items, True))


def verified(entry: Entry) -> Entry:
    jun = make_user("jun", project=entry.session.project)
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=jun)
    assert decision == Granted(Stage.VERIFIED)
    return entry


def with_password(name: str, role: Role, project: Project) -> User:
    user = make_user(name, project=project, role=role)
    user.set_password("very much my own")
    user.save()
    return user


def test_the_speaker_requires_a_reason_and_is_a_filter(
    page: Page, project: Project, entries: dict[str, Entry], assert_accessible: Callable[[Page], None]
) -> None:
    """The page says "not said by the user", a promotion requires a reason, and the list filters by speaker."""
    ask(project, "explain_sources")
    for role in ("assistant", "tool", "summary"):
        page.goto(entries[role].get_absolute_url())
        expect(page.locator("#facts")).to_contain_text("not said by the user")
        page.locator("#promote-verified").press("Enter")
        expect(page.locator(".refusal")).to_contain_text("The user did not say it, and no reason of yours is given.")

        page.get_by_text("Give a reason").press("Enter")
        page.get_by_label("Why may it be verified anyway?").press_sequentially(f"read the {role}")
        assert_accessible(page)
        page.keyboard.press("Enter")
        expect(page.locator("#checklist")).to_contain_text(f"mina: read the {role}")
        page.locator("#promote-verified").click()
        expect(page.locator("#decide")).to_contain_text("Promoted to verified.")

    page.goto(entries["user"].get_absolute_url())
    expect(page.locator("#facts")).not_to_contain_text("not said by the user")
    expect(page.locator("#decide")).to_contain_text("Everything is met.")

    page.goto("/entries/")
    page.get_by_label("Said by").select_option("not_user")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".claim")).to_have_text(["from the assistant", "from the tool", "from the summary"])


@pytest.mark.smoke
def test_two_reviewers_verify_together(
    page: Page, project: Project, entries: dict[str, Entry], sign_in: SignIn
) -> None:
    ask(project, "two_reviewers")
    entry = entries["user"]
    page.goto(entry.get_absolute_url())

    page.get_by_role("button", name="Approve").click()
    expect(page.locator("#checklist")).to_contain_text("approved by mina, needs another reviewer")
    expect(page.locator("#promote-verified")).to_have_attribute("aria-disabled", "true")

    sign_in(make_user("jun", project=project))
    page.reload()
    page.locator("#promote-verified").click()
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
    expect(page.locator("#checklist")).to_contain_text("approved by mina")


@pytest.mark.smoke
def test_a_certifier_certifies_with_the_password(
    page: Page,
    project: Project,
    entries: dict[str, Entry],
    sign_in: SignIn,
    assert_accessible: Callable[[Page], None],
) -> None:
    entry = verified(entries["user"])
    page.goto(entry.get_absolute_url())
    expect(page.locator("#decide")).to_contain_text("A certifier certifies it.")

    sign_in(with_password("hana", Role.CERTIFIER, project))
    page.reload()
    page.locator("#certify").click()
    page.get_by_label("Your password, again").fill("guessed")
    page.locator("#certify-go").click()
    expect(page.locator("#decide .say")).to_contain_text("That is not your password.")
    assert_accessible(page)
    page.get_by_label("Your password, again").fill("very much my own")
    page.keyboard.press("Enter")

    expect(page.locator("#decide")).to_contain_text("Promoted to certified.")
    page.reload()
    expect(page.locator("#decide")).to_contain_text("Certified by hana")


def test_a_manager_overrides_the_policy_and_the_mark_stays(
    page: Page, project: Project, entries: dict[str, Entry], sign_in: SignIn
) -> None:
    ask(project, "explain_sources", "two_reviewers")
    entry = entries["tool"]
    sign_in(make_user("boss", project=project, role=Role.MANAGER))
    page.goto(entry.get_absolute_url())

    page.locator("#override").click()
    page.get_by_label(f"Why? In {MIN_OVERRIDE_REASON_CHARS} characters or more.").fill(REASON)
    page.get_by_label("Type the number of the entry").fill("0")
    page.locator("#override-go").click()
    expect(page.locator("#decide .say")).to_contain_text("That is not the number of this entry.")
    expect(page.get_by_label(f"Why? In {MIN_OVERRIDE_REASON_CHARS} characters or more.")).to_have_value(REASON)
    page.get_by_label("Type the number of the entry").fill(str(entry.pk))
    page.locator("#override-go").click()

    expect(page.locator("#manual")).to_have_text("manual")
    expect(page.locator("#promotion")).to_contain_text(REASON)
    page.goto("/entries/")
    expect(page.get_by_role("row", name="from the tool")).to_contain_text("manual")


def test_the_gate_works_without_scripts(
    project: Project, entries: dict[str, Entry], sign_in: SignIn, without_scripts: Callable[[], Page]
) -> None:
    ask(project, "explain_sources", "two_reviewers")
    entry = entries["tool"]
    jun = make_user("jun", project=project)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=jun)
    page = without_scripts()
    page.goto(entry.get_absolute_url())
    page.locator(".explain summary").click()
    page.locator("#explain-source_role_unexplained").fill("read the log")
    page.locator("#explain-go-source_role_unexplained").click()
    page.locator("#promote-verified").click()
    expect(page.locator(".stage, #facts").first).to_contain_text("verified")

    sign_in(with_password("hana", Role.CERTIFIER, project))
    page = without_scripts()
    page.goto(entry.get_absolute_url())
    page.locator("#certify").click()
    page.locator("#certify-password").fill("very much my own")
    page.locator("#certify-go").click()
    expect(page.locator("#facts")).to_contain_text("certified")

    sign_in(make_user("boss", project=project, role=Role.MANAGER))
    page = without_scripts()
    page.goto(entries["assistant"].get_absolute_url())
    page.locator("#approve").click()
    page.locator("#override").click()
    page.locator("#override-reason").fill(REASON)
    page.locator("#override-number").fill(str(entries["assistant"].pk))
    page.locator("#override-go").click()
    expect(page.locator("#facts")).to_contain_text("verified")
    assert Entry.objects.get(pk=entries["assistant"].pk).overrides.exists()
