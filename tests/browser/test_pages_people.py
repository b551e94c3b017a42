"""The people of a project in a real browser: roles, policy items, and joining by a link."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.roles import Role
from review.models import Membership, Project
from tests.factories import make_invitation, make_project, make_user
from tests.joining import join

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(sign_in: Callable[[User], None]) -> User:
    make_user("mina", project=make_project())
    manager = make_user("dana", project=make_project(), role=Role.MANAGER)
    sign_in(manager)
    return manager


@pytest.mark.smoke
def test_a_manager_decides_at_once(dana: User, page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto("/")
    page.get_by_role("link", name="Project", exact=True).click()

    page.get_by_label("Role of mina").select_option("auditor")
    page.get_by_role("button", name="Change mina").click()
    expect(page.get_by_text("mina has the role auditor now.").first).to_be_visible()
    page.get_by_role("button", name="Turn on Two reviewers for verified").click()
    expect(page.get_by_role("button", name="Turn off Two reviewers for verified")).to_be_visible()

    assert Membership.objects.get(user__username="mina").role == "auditor"
    assert Project.objects.get().two_reviewers
    assert_accessible(page)


@pytest.mark.smoke("True")
@pytest.mark.parametrize("scripts", [True, False])
def test_a_stranger_joins_by_the_link(
    dana: User,
    page: Page,
    without_scripts: Callable[[], Page],
    page_of: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    scripts: bool,  # noqa: FBT001 - a case
) -> None:
    manager = page if scripts else without_scripts()
    manager.goto("/projects/ledger/")
    manager.get_by_label("Invite somebody as").select_option("auditor")
    manager.get_by_role("button", name="Make a link").click()
    link = manager.get_by_label("This link, shown only now").input_value()

    stranger = page_of()
    stranger.goto(link)
    assert_accessible(stranger)
    stranger.get_by_label("Name").fill("sora")
    for label in ("Password", "Password again"):
        stranger.get_by_label(label, exact=True).fill("evening walks in Daejeon")
    stranger.get_by_role("button", name="Make an account and join").click()

    expect(stranger.get_by_text("You are a member of Ledger now, as auditor.").first).to_be_visible()
    expect(stranger.get_by_role("link", name="Upload")).to_have_count(0)
    stranger.context.close()


def test_a_second_manager_confirms_the_account_that_followed_the_link(
    dana: User, page: Page, page_of: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    make_invitation(Role.CERTIFIER)
    stranger = page_of()
    stranger.goto("/invitations/token/")
    stranger.get_by_label("Name").fill("sora")
    for label in ("Password", "Password again"):
        stranger.get_by_label(label, exact=True).fill("evening walks in Daejeon")
    stranger.get_by_role("button", name="Make an account and join").click()
    expect(stranger.get_by_text("You are certifier when a second manager or staff confirms").first).to_be_visible()
    stranger.context.close()
    page.goto("/projects/ledger/")
    expect(page.get_by_text("sora followed the link by dana")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm sora")).to_have_count(0)

    second = page_of(make_user("boss", project=make_project(), role=Role.MANAGER))
    second.goto("/projects/ledger/")
    second.get_by_role("button", name="Confirm sora").click()

    expect(second.get_by_text("sora has the role certifier now.").first).to_be_visible()
    assert_accessible(second)
    second.context.close()


def test_staff_confirm_that_a_member_is_another_person(
    dana: User, page: Page, page_of: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    join(dana, "sora")
    root = make_user("root", project=make_project(), role=Role.VIEWER)
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    staff = page_of(User.objects.get(pk=root.pk))
    staff.goto("/projects/ledger/")

    staff.get_by_role("button", name="Confirm as another person sora").click()

    expect(staff.get_by_text("Confirmed: sora is another person.").first).to_be_visible()
    expect(staff.get_by_role("row", name="sora")).to_contain_text("invited by dana")
    assert_accessible(staff)
    staff.context.close()
