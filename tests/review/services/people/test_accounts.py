"""What changes of accounts through Django is recorded, and what goes past it is found."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.management import call_command

from review.models import AccountOrigin, Event, Membership, Role
from review.services.audit.audit_store import audit_store
from review.services.people.accounts import acting
from tests.behind import remove, rewrite
from tests.factories import make_project, make_user
from tests.joining import confirm_person, join, make_in_admin

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    user, project = make_user("mina", project=make_project()), make_project("other")
    user.user_permissions.add(Permission.objects.get(codename="add_event"))
    assert project.memberships.count() == 0
    return user


def recorded_events() -> list[tuple[str, str]]:
    """Return the events after those of the fixture: an account, its member and its permission."""
    events = Event.objects.filter(seq__gt=3).order_by("seq")
    return [(event.event_type, event.actor) for event in events]


def found() -> list[str]:
    return [finding.code for finding in audit_store()]


@pytest.mark.parametrize(
    ("column", "value", "kind", "code"),
    [
        ("is_staff", True, "rights_changed", "rights_unaccounted"),
        ("is_superuser", True, "rights_changed", "rights_unaccounted"),
        ("is_active", False, "account_deactivated", "account_unaccounted"),
        ("password", "md5$x$y", "password_changed", "password_unaccounted"),
    ],
)
def test_a_changed_account_is_recorded_or_found(mina: User, column: str, value: object, kind: str, code: str) -> None:
    User.objects.filter(pk=mina.pk).update(**{column: value})
    assert found() == [code]
    User.objects.filter(pk=mina.pk).update(**{column: getattr(mina, column)})

    setattr(mina, column, value)
    with acting(mina):
        mina.save(update_fields=[column])

    assert (found(), recorded_events()) == ([], [(kind, "mina")])


def test_an_account_that_is_let_in_again_is_recorded(mina: User) -> None:
    for active in (False, True):
        mina.is_active = active
        mina.save()

    assert (found(), [kind for kind, _ in recorded_events()]) == ([], ["account_deactivated", "account_activated"])


def test_a_new_account_is_recorded_or_found(mina: User) -> None:
    with acting(AnonymousUser()):
        call_command("createsuperuser", username="root", email="", interactive=False, verbosity=0)
    assert (found(), recorded_events()) == ([], [("account_made", "system")])

    User.objects.bulk_create([User(username="slipped")])
    assert found() == ["account_unaccounted"]


def test_an_account_records_who_made_it_or_invited_it(mina: User) -> None:
    made, commanded = make_in_admin(mina, "made"), make_user("commanded")
    invited = join(make_user("dana"), "invited")

    inviters = {one.account: one.invited_by for one in AccountOrigin.objects.all() if one.account != mina}
    assert {user: inviters[user] for user in (made, commanded, invited)} == {
        made: mina,
        commanded: None,
        invited: User.objects.get(username="dana"),
    }
    bodies = {
        event.body["account"]: event.body["invited_by"] for event in Event.objects.filter(event_type="account_made")
    }
    assert (bodies["made"], bodies["commanded"], bodies["invited"]) == ("mina", None, "dana")
    assert found() == []


@pytest.mark.parametrize("column", ["invited_by_id", "confirmed_by_id", "account_id"])
def test_an_origin_that_the_journal_does_not_have_is_found(mina: User, column: str) -> None:
    made, other = make_in_admin(mina, "made"), make_user("other")
    confirm_person(made)
    assert found() == []

    if column == "account_id":
        remove("review_accountorigin", where=f"account_id = {other.pk}")
    rewrite("review_accountorigin", column, other.pk, where=f"account_id = {made.pk}")

    assert set(found()) == {"origin_unaccounted"}


def test_an_origin_that_is_gone_or_was_added_is_found(mina: User) -> None:
    made = make_in_admin(mina, "made")
    remove("review_accountorigin", where=f"account_id = {made.pk}")
    assert found() == ["origin_unaccounted"]

    User.objects.bulk_create([User(username="slipped")])
    AccountOrigin.objects.create(account=made, invited_by=mina)
    AccountOrigin.objects.create(account=User.objects.get(username="slipped"))
    assert found() == ["account_unaccounted", "origin_unaccounted"]


def test_a_confirmation_that_is_gone_is_found(mina: User) -> None:
    made = make_in_admin(mina, "made")
    confirm_person(made)

    AccountOrigin.objects.update(confirmed_by=None, confirmed_at=None)

    assert found() == ["origin_unaccounted"]


def test_an_account_that_is_gone_and_a_member_nobody_added_are_found(mina: User) -> None:
    jun = make_user("jun")
    Membership.objects.create(project=make_project(), user=jun, role=Role.VIEWER)
    assert found() == ["member_unaccounted"]

    Membership.objects.filter(user=jun).delete()
    User.objects.filter(pk=jun.pk).delete()
    assert found() == ["account_missing"]


def test_a_log_in_and_a_loaded_account_record_nothing(mina: User) -> None:
    mina.save(update_fields=["last_login"])
    mina.is_staff = True
    mina.save_base(raw=True)

    assert recorded_events() == []


def test_permissions_are_recorded_wherever_they_come_from(mina: User) -> None:
    group = Group.objects.create(name="registrars")
    view, change = (Permission.objects.get(codename=name) for name in ("view_event", "change_entry"))
    steps = (
        lambda: mina.groups.add(group),
        lambda: group.permissions.add(view),
        lambda: view.group_set.remove(group),
        lambda: change.group_set.add(group),
        change.group_set.clear,
        group.user_set.clear,
        lambda: group.user_set.add(mina),
        lambda: change.user_set.add(mina),
        change.user_set.clear,
        group.permissions.clear,
        mina.user_permissions.clear,
    )
    for number, step in enumerate(steps, start=1):
        step()
        assert (found(), len(recorded_events())) == ([], number)

    User.groups.through.objects.all().delete()
    User.user_permissions.through.objects.create(user=mina, permission=view)
    assert found() == ["rights_unaccounted"]
