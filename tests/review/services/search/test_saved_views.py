"""Views of lists that people keep: their own and shared ones, and who may delete which."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.limits import MAX_SAVED_VIEWS
from review.models import Role, SavedView
from review.selectors.search.saved_views import deletable_views, saved_views
from review.services.search.saved_views import Kept, delete_view, save_view
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SAVE = reverse("review:view_save")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def names(user: User, page: str = "search") -> list[str]:
    return [view.name for view in saved_views(user, page).views]


def test_save_view_keeps_and_replaces_a_view_by_its_name(mina: User) -> None:
    first = save_view(owner=mina, page="search", name="Lease", query="q=lease", project=None)
    second = save_view(owner=mina, page="search", name="Lease", query="q=rent", project=None)
    save_view(owner=mina, page="entry_list", name="Lease", query="stage=raw", project=None)

    assert [first, second] == [Kept.SAVED, Kept.REPLACED]
    assert list(SavedView.objects.order_by("pk").values_list("page", "name", "query")) == [
        ("search", "Lease", "q=rent"),
        ("entry_list", "Lease", "stage=raw"),
    ]


def test_save_view_keeps_a_limited_number(mina: User) -> None:
    outcomes = [
        save_view(owner=mina, page="search", name=str(number), query="", project=None)
        for number in range(MAX_SAVED_VIEWS + 1)
    ]

    assert outcomes == [*[Kept.SAVED] * MAX_SAVED_VIEWS, Kept.TOO_MANY]
    assert save_view(owner=mina, page="search", name="0", query="q=a", project=None) == Kept.REPLACED


def test_saved_views_are_own_ones_and_those_of_ones_projects(mina: User) -> None:
    jun, stranger = make_user("jun", project=make_project()), make_user("stranger", project=make_project("elsewhere"))
    save_view(owner=mina, page="search", name="own", query="", project=None)
    save_view(owner=mina, page="search", name="shared", query="", project=make_project())

    assert [names(one) for one in (mina, jun, stranger)] == [["own", "shared"], ["shared"], []]
    assert names(mina, "entry_list") == []


def test_deletable_views_are_own_ones_and_shared_ones_of_managers(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    save_view(owner=mina, page="search", name="own", query="", project=None)
    save_view(owner=mina, page="search", name="shared", query="", project=make_project())

    deletable = [[view.name for view in deletable_views(one)] for one in (mina, jun, dana)]

    assert deletable == [["own", "shared"], [], ["shared"]]
    assert len(saved_views(dana, "search").deletable) == 1


def test_delete_view_deletes_one_and_does_not_mind_its_absence(mina: User) -> None:
    save_view(owner=mina, page="search", name="own", query="", project=None)
    view = SavedView.objects.get()

    delete_view(view_id=view.pk)
    delete_view(view_id=view.pk)

    assert not SavedView.objects.exists()


def test_a_view_is_saved_listed_and_deleted_on_its_page(mina: User, client: Client) -> None:
    client.force_login(mina)
    fields = {"page": "search", "name": "<b>Lease</b>", "query": "q=lease&after=9&stage=raw", "project": "ledger"}

    saved = client.post(SAVE, fields)
    page = client.get(saved["Location"]).content.decode()
    view = SavedView.objects.get()
    deleted = client.post(reverse("review:view_delete", args=[view.pk]))

    assert saved["Location"] == f"{reverse('review:search')}?q=lease&stage=raw"
    assert "&lt;b&gt;Lease&lt;/b&gt;" in page
    assert "The view is saved." in page
    assert view.project == make_project()
    assert deleted["Location"] == reverse("review:search")
    assert not SavedView.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"page": "search", "name": " "},
        {"page": "audit", "name": "a"},
        {"page": "search", "name": "a", "project": "elsewhere"},
        {"page": "search", "name": "a" * 81},
    ],
)
def test_a_view_is_not_saved_without_a_name_or_for_others(mina: User, client: Client, fields: dict[str, str]) -> None:
    make_project("elsewhere")
    client.force_login(mina)

    client.post(SAVE, fields)

    assert not SavedView.objects.exists()


def test_entries_list_their_views(mina: User, client: Client) -> None:
    client.force_login(mina)
    save_view(owner=mina, page="entry_list", name="Raw ones", query="stage=raw", project=None)

    page = client.get(reverse("review:entry_list")).content.decode()

    assert f'href="{reverse("review:entry_list")}?stage=raw"' in page
