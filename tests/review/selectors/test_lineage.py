"""The lineage of accounts as stored: by links, by the admin, by second persons; in a query for each level."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from review.domain.lineage import Origin
from review.domain.roles import Role
from review.selectors.lineage import accounts_of_person, lineage_of, origin_names
from review.services.people.invitations import accept_invitation
from tests.behind import remove
from tests.factories import make_project, make_user
from tests.joining import confirm_person, join, make_in_admin, make_link, staff

pytestmark = pytest.mark.django_db


def keys(*names: str) -> frozenset[int]:
    return frozenset(User.objects.get(username=name).pk for name in names)


@pytest.fixture(autouse=True)
def people() -> None:
    """Make dana, who invites mina, jun and the manager boss, who invites kim; root makes dana and hana."""
    root = staff()
    dana = make_in_admin(root, "dana")
    make_in_admin(root, "hana")
    for name in ("mina", "jun"):
        join(dana, name)
    second = make_user("second", project=make_project(), role=Role.MANAGER)
    boss = join(dana, "boss", Role.MANAGER, second=second)
    join(boss, "kim")


def test_lineage_of_reads_who_brought_an_account_and_everybody_above() -> None:
    [kim, boss, dana] = [User.objects.get(username=name).pk for name in ("kim", "boss", "dana")]

    lineage = lineage_of([kim])

    assert lineage.origins[kim] == Origin(keys("boss"), keys("boss"))
    assert lineage.origins[boss] == Origin(keys("dana"), keys("dana", "second"))
    assert lineage.origins[dana] == Origin(otherwise=keys("root"))
    assert {lineage.names[key] for key in lineage.above(kim)} == {"kim", "boss", "dana", "second", "root"}


def test_lineage_of_names_who_confirmed_and_leaves_out_the_second_person_who_did() -> None:
    confirm_person(User.objects.get(username="boss"))
    [boss] = keys("boss")

    assert origin_names(User.objects.get(username="boss")) == (("dana", "second"), "root")
    assert lineage_of([boss]).origins[boss].confirmed_by in keys("root")


def test_lineage_of_leaves_out_an_account_without_an_origin() -> None:
    [mina] = keys("mina")
    remove("review_accountorigin", where=f"account_id = {mina}")

    assert mina not in lineage_of([mina]).origins


@pytest.mark.parametrize("names", [["mina"], ["mina", "jun"]])
def test_lineage_of_takes_a_query_for_each_level(names: list[str]) -> None:
    wanted = keys(*names)

    with CaptureQueriesContext(connection) as queries:
        lineage_of(wanted)

    assert len(queries) == 3


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("mina", ["dana", "jun", "boss", "kim", "root"]),
        ("hana", ["root"]),
        ("dana", ["mina", "jun", "boss", "kim", "root"]),
        ("second", ["boss", "kim"]),
        ("kim", ["boss", "dana", "mina", "jun", "second", "root"]),
    ],
)
def test_accounts_of_person_are_those_that_count_as_one(name: str, others: list[str]) -> None:
    assert accounts_of_person(User.objects.get(username=name)) == keys(name, *others)


@pytest.mark.parametrize("change", [lambda: None, lambda: confirm_person(User.objects.get(username="boss"))])
def test_accounts_of_person_agrees_with_what_the_gate_asks(change: Callable[[], None]) -> None:
    change()
    everybody = list(User.objects.all())
    lineage = lineage_of([user.pk for user in everybody])

    for user in everybody:
        others = {other.pk for other in everybody if lineage.is_one_person(user.pk, other.pk)}
        assert accounts_of_person(user) == others


def test_accounts_of_nobody_are_none() -> None:
    assert accounts_of_person(AnonymousUser()) == frozenset()


def test_a_link_that_is_followed_later_brings_two_accounts_together() -> None:
    hana, mina = keys("hana"), keys("mina")
    assert not lineage_of(hana | mina).is_one_person(*hana, *mina)

    accept_invitation(
        invitation_id=make_link(User.objects.get(username="dana")).pk, user=User.objects.get(username="hana")
    )

    assert lineage_of(hana | mina).is_one_person(*hana, *mina)
