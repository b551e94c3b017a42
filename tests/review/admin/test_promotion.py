"""Statements for the gate in the admin: read-only registers and the four-eyes filter."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.policy import Reason, Stage
from review.models import Approval, Entry, Explanation, Override, Role, Statement
from review.selectors.repair.selection import Selection
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.repair.anchoring import anchor_quote
from tests.factories import confirm, make_entries, make_project, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

WORDS = [{"role": "tool", "content": "All 312 tests passed."}, {"role": "user", "content": "So we release."}]
REASON = "The second reviewer \u202eis away."
NAMES = ("explanation", "approval", "override")


def select(entry: Entry, actor: User) -> None:
    [quote] = quotes_of(entry)
    anchor_quote(quote_id=quote.pk, selection=Selection(1, 3, 13, "we release"), seen_attempt=1, actor=actor)


def verify(entry: Entry, actor: User) -> None:
    if Entry.objects.get(pk=entry.pk).claim_open:
        confirm(entry, actor)
    version = Entry.objects.get(pk=entry.pk).version
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


@pytest.fixture(scope="module", autouse=True)
def entries(standing: None) -> list[Entry]:
    """Make entries verified by the person who selected, by another one, certified by the former, and overridden."""
    project = make_project()
    mina, jun, boss = (make_user(name, project=project) for name in ("mina", "jun", "boss"))
    boss.memberships.update(role=Role.MANAGER)
    session = make_session(WORDS, project=project)
    quoted = {"evidence": [{"messageIndex": 1, "quote": "So we release."}]}
    by_tool = {"evidence": [{"messageIndex": 0, "quote": "All 312 tests passed."}], "title": "\u202epassed"}
    alone, by_two, certified, past, bare = made = make_entries(session, [quoted, quoted, quoted, by_tool, quoted])
    for entry in (alone, by_two, certified):
        select(entry, mina)
    for entry, actor in ((alone, mina), (by_two, jun), (certified, jun), (bare, jun)):
        verify(entry, actor)
    now = Entry.objects.get(pk=certified.pk).verified_at
    Entry.objects.filter(pk=certified.pk).update(stage="certified", certified_by=mina, certified_at=now)
    switch(explain_sources=True, two_reviewers=True)
    unexplained = Reason.SOURCE_ROLE_UNEXPLAINED
    explain_requirement(entry_id=past.pk, requirement=unexplained, reason="the log", seen_version=1, actor=jun)
    approve_entry(entry_id=past.pk, seen_version=2, actor=boss)
    override_policy(entry_id=past.pk, reason=REASON, seen_version=3, actor=boss)
    return made


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def page_of(root: Client, name: str) -> str:
    return root.get(reverse(f"admin:review_{name}_changelist")).content.decode()


@pytest.mark.parametrize(("value", "kept"), [("same", [0, 2]), ("manual", [3]), ("", [0, 1, 2, 3, 4])])
def test_entries_filter_by_four_eyes(root: Client, entries: list[Entry], value: str, kept: list[int]) -> None:
    response = root.get(reverse("admin:review_entry_changelist"), {"eyes": value})

    assert {entry.pk for entry in response.context["cl"].result_list} == {entries[number].pk for number in kept}


def test_entries_show_the_manual_mark(root: Client) -> None:
    rows = page_of(root, "entry").split("<tr>")

    assert ['field-is_manual">yes</td>' in row for row in rows if "[RLO]passed" in row] == [True]


def test_lists_have_words_and_no_icons(root: Client, entries: list[Entry]) -> None:
    for model, page in admin.site._registry.items():
        shown = root.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        assert "/img/icon-" not in shown.content.decode(), page
    assert (
        root.get(reverse("admin:review_entry_change", args=[entries[0].pk])).content.decode().count("/img/icon-") == 0
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("explanation", ["[RLO]passed", "jun", "source_role_unexplained", "the log"]),
        ("approval", ["[RLO]passed", "boss"]),
        (
            "override",
            ["[RLO]passed", "boss", "The user said it, or a reason is given", "The second reviewer [RLO]is away."],
        ),
    ],
)
def test_registers_show_who_stated_what(root: Client, name: str, shown: list[str]) -> None:
    page = page_of(root, name)

    assert [words for words in shown if words not in page] == []


@pytest.mark.parametrize("name", NAMES)
def test_registers_have_no_way_to_write(root: Client, name: str) -> None:
    kinds: dict[str, type[Statement]] = {"explanation": Explanation, "approval": Approval, "override": Override}
    pk = kinds[name]._default_manager.get().pk

    assert root.get(reverse(f"admin:review_{name}_change", args=[pk])).status_code == 200
    assert root.get(reverse(f"admin:review_{name}_add")).status_code == 403
    assert root.post(reverse(f"admin:review_{name}_change", args=[pk]), {"reason": "x" * 30}).status_code == 403
    assert root.post(reverse(f"admin:review_{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
