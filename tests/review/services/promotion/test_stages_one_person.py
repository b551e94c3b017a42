"""Two accounts of one person never count as two, however one brought the other; staff's confirmation makes them two."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.domain.roles import Role
from review.models import Entry, Event, Quote, ReviewSession
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.people.passwords import Reauthentication
from review.services.promotion.claims import correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.adding import add_quote
from review.services.repair.anchoring import anchor_quote
from review.services.repair.new_entries import EntryMade, NewClaim, add_entry
from review.services.repair.quotes import retry_quote
from review.services.repair.splitting import split_quote
from tests.behind import remove
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of, switch
from tests.joining import confirm_person, give_role, join, make_in_admin, staff

pytestmark = pytest.mark.django_db

TALK = ["We keep the raw text of every event. Nobody objected."]
WORDS = "keep the raw text of every event"
INVENTED = "something that nobody ever said here"
Two = tuple[User, User]


def joined_as(role: Role) -> Callable[[], Two]:
    return lambda: (eman := make_user("eman"), join(eman, "sock", role))


def joined_with_an_account() -> Two:
    eman, _ = make_user("eman"), make_user("sock")
    return eman, join(eman, "sock")


def raised_to_certifier() -> Two:
    eman, _ = make_user("eman"), make_user("sock", project=make_project())
    return eman, join(eman, "sock", Role.CERTIFIER)


def joined_through_another() -> Two:
    eman = make_user("eman")
    return eman, join(join(eman, "helper", Role.MANAGER), "sock")


def both_joined() -> Two:
    eman = make_user("eman")
    return join(eman, "other"), join(eman, "sock")


def both_joined_one_through_another() -> Two:
    eman = make_user("eman")
    return join(eman, "other"), join(join(eman, "helper", Role.MANAGER), "sock")


def made_in_the_admin() -> Two:
    return (eman := staff("eman")), make_in_admin(eman, "sock")


def joined_through_one_made_in_the_admin() -> Two:
    return (eman := staff("eman")), join(make_in_admin(eman, "helper"), "sock")


def confirmed_by_the_person() -> Two:
    """Let sock follow the link of somebody else; the same person confirms it, as another manager."""
    boss = make_user("boss", project=make_project(), role=Role.MANAGER)
    return boss, join(make_user("dana"), "sock", Role.CERTIFIER, second=boss)


def unknown() -> Two:
    eman, sock = make_user("eman"), make_user("sock")
    remove("review_accountorigin", where=f"account_id = {sock.pk}")
    return eman, sock


PATHS = {
    **{f"joined as {role}": joined_as(role) for role in Role},
    "joined with an account": joined_with_an_account,
    "raised to certifier": raised_to_certifier,
    "joined through another": joined_through_another,
    "both joined": both_joined,
    "both joined, one through another": both_joined_one_through_another,
    "made in the admin": made_in_the_admin,
    "joined through one made in the admin": joined_through_one_made_in_the_admin,
    "confirmed by the person": confirmed_by_the_person,
}
"""Two accounts of one person, by how the second came to be in the project."""


def version_of(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def promote(entry: Entry, actor: User, to: Stage = Stage.VERIFIED) -> Decision:
    if to is Stage.VERIFIED and Entry.objects.get(pk=entry.pk).claim_open:
        confirm(entry, actor)
    proof = Reauthentication(actor.pk, timezone.now())
    return promote_entry(entry_id=entry.pk, to=to, seen_version=version_of(entry), actor=actor, reauthentication=proof)


def talk() -> ReviewSession:
    """Return another session with the same words."""
    return make_session(TALK, session_id=f"talk-{ReviewSession.objects.count()}")


def quote_to_repair() -> tuple[Entry, Quote]:
    entry = make_entry(talk(), [INVENTED])
    return entry, quotes_of(entry)[0]


def approved(one: User, other: User) -> Decision:
    switch(two_reviewers=True)
    entry = make_entry(talk(), [WORDS])
    approve_entry(entry_id=entry.pk, seen_version=1, actor=one)
    return promote(entry, other)


def verified(one: User, other: User) -> Decision:
    give_role(other, Role.CERTIFIER)
    entry = make_entry(talk(), [WORDS])
    assert promote(entry, one) == Granted(Stage.VERIFIED)
    return promote(entry, other, Stage.CERTIFIED)


def selected(one: User, other: User) -> Decision:
    entry, quote = quote_to_repair()
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 3, 35, WORDS), seen_attempt=1, actor=one)
    return promote(entry, other)


def typed(one: User, other: User) -> Decision:
    entry, quote = quote_to_repair()
    retry_quote(quote_id=quote.pk, text=WORDS, message_index=0, seen_attempt=1, actor=one)
    return promote(entry, other)


def extended(one: User, other: User) -> Decision:
    """Let one account select words, and retype them with a word more."""
    entry, quote = quote_to_repair()
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 3, 35, WORDS), seen_attempt=1, actor=one)
    retry_quote(quote_id=quote.pk, text=f"We {WORDS}", message_index=0, seen_attempt=2, actor=one)
    return promote(entry, other)


def took_an_offer(one: User, other: User) -> Decision:
    entry = make_entry(talk(), ["keep the raw texts of every event"])
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text=WORDS, message_index=0, seen_attempt=1, actor=one)
    return promote(entry, other)


def split_up(one: User, other: User) -> Decision:
    entry = make_entry(talk(), ["We keep the raw text of every event. Nobody objected"])
    [quote] = quotes_of(entry)
    split_quote(quote_id=quote.pk, parts=[(WORDS, 0), ("Nobody objected", 0)], seen_attempt=1, actor=one)
    return promote(entry, other)


def quoted(one: User, other: User) -> Decision:
    entry = make_entry(talk(), ["Nobody objected"])
    add_quote(entry_id=entry.pk, selection=Selection(0, 3, 35, WORDS), seen_version=1, actor=one)
    return promote(entry, other)


def added(one: User, other: User) -> Decision:
    selection = Selection(0, 3, 35, WORDS)
    made = add_entry(session_id=talk().pk, claim=NewClaim("It is kept"), selection=selection, actor=one)
    assert isinstance(made, EntryMade)
    return promote(made.entry, other)


def rewrote(one: User, other: User) -> Decision:
    entry = make_entry(talk(), [WORDS])
    correct_claim(entry_id=entry.pk, title="The raw text is kept", body="", seen_version=1, actor=one)
    return promote(entry, other)


OF_WORDS = (selected, typed, extended, took_an_offer, split_up, quoted, added, rewrote)
ACTS = (approved, verified, *OF_WORDS)
"""What one account does, and another judges: returns the decision on the second's step."""
OF_SWITCHES = (approved, verified, selected)
"""One act for each requirement of a second person: `two_reviewers`, certifying, `separate_span_author`."""


def judged(act: Callable[[User, User], Decision], one: User, other: User) -> Decision:
    people = [give_role(user, Role.REVIEWER) for user in (one, other)]
    if act in OF_WORDS:
        switch(separate_span_author=True)
    return act(*people)


def is_refused_for_a_second_person(decision: Decision) -> bool:
    return isinstance(decision, Refused) and decision.reasons == (Reason.SAME_REVIEWER,)


@pytest.mark.parametrize("turned", [False, True], ids=["one judges", "the other judges"])
@pytest.mark.parametrize("act", OF_SWITCHES)
@pytest.mark.parametrize("path", PATHS)
def test_two_accounts_of_one_person_count_as_one_until_staff_confirm(
    path: str,
    act: Callable[[User, User], Decision],
    turned: bool,  # noqa: FBT001 - a case
) -> None:
    first, sock = PATHS[path]()
    pair = (sock, first) if turned else (first, sock)

    assert is_refused_for_a_second_person(judged(act, *pair))

    confirm_person(sock)
    assert isinstance(judged(act, *pair), Granted)


@pytest.mark.parametrize("act", OF_WORDS)
def test_however_one_account_chose_words_or_wrote_the_other_is_their_author_too(
    act: Callable[[User, User], Decision],
) -> None:
    eman, sock = joined_as(Role.REVIEWER)()

    assert is_refused_for_a_second_person(judged(act, sock, eman))


@pytest.mark.parametrize("act", OF_SWITCHES)
def test_an_account_of_which_nobody_knows_where_it_comes_from_counts_with_everybody_as_one(
    act: Callable[[User, User], Decision],
) -> None:
    eman, sock = unknown()

    assert is_refused_for_a_second_person(judged(act, sock, eman))
    assert is_refused_for_a_second_person(judged(act, eman, sock))


@pytest.mark.parametrize("act", ACTS)
def test_people_whom_nobody_invited_are_two(act: Callable[[User, User], Decision]) -> None:
    assert isinstance(judged(act, make_user("mina"), make_user("jun")), Granted)


@pytest.mark.parametrize("act", OF_SWITCHES)
def test_people_whose_accounts_the_same_staff_made_are_two(act: Callable[[User, User], Decision]) -> None:
    mina, jun = (make_in_admin(staff(), name) for name in ("mina", "jun"))

    assert isinstance(judged(act, mina, jun), Granted)


@pytest.mark.parametrize("act", OF_SWITCHES)
def test_people_whom_two_managers_invited_are_two(act: Callable[[User, User], Decision]) -> None:
    mina, jun = join(make_user("dana"), "mina"), join(make_user("boss"), "jun")

    assert isinstance(judged(act, mina, jun), Granted)


@pytest.mark.parametrize("act", ACTS)
def test_one_account_is_one_person(act: Callable[[User, User], Decision]) -> None:
    mina = make_user("mina")

    decision = judged(act, mina, mina)

    assert isinstance(decision, Refused)
    assert Reason.SAME_REVIEWER in decision.reasons


@pytest.mark.parametrize("act", [approved, verified, selected])
def test_staff_make_no_second_person_of_an_account_that_they_made(act: Callable[[User, User], Decision]) -> None:
    eman, sock = made_in_the_admin()
    confirm_person(sock, eman)

    assert is_refused_for_a_second_person(judged(act, eman, sock))

    confirm_person(sock)
    assert isinstance(judged(act, eman, sock), Granted)


def test_who_is_above_a_confirmed_account_is_another_person_than_those_below_it() -> None:
    eman = make_user("eman")
    helper = join(eman, "helper", Role.MANAGER)
    kim = join(helper, "kim")
    confirm_person(helper)

    assert isinstance(judged(approved, eman, kim), Granted)
    assert is_refused_for_a_second_person(judged(approved, helper, kim))


def bodies(kind: str) -> list[dict[str, object]]:
    return [event.body for event in Event.objects.filter(event_type=kind).order_by("seq", "pk")]


def test_the_journal_records_who_counted_as_one_and_who_confirmed_them() -> None:
    eman, sock = joined_as(Role.REVIEWER)()
    judged(approved, sock, eman)
    confirm_person(sock)
    judged(approved, sock, eman)

    [refused], [verified_] = bodies("promotion_refused"), bodies("entry_promoted")
    person = {"act": "approved", "account": "sock", "through": "eman"}
    assert refused["second_persons"] == [{**person, "counts_as_one": True, "confirmed_by": None}]
    assert verified_["second_persons"] == [{**person, "counts_as_one": False, "confirmed_by": "root"}]
    origins = [(body["brought_by"], body["confirmed_by"]) for body in bodies("entry_approved")]
    assert sorted(origins, key=str) == [(["eman"], "root"), (["eman"], None)]
    assert list(audit_store()) == []


def test_the_journal_records_the_verifier_beside_the_certifier() -> None:
    mina, jun = make_user("mina"), make_user("jun")
    judged(verified, mina, jun)

    first, second = bodies("entry_promoted")
    alone = {"act": "verified", "account": "mina", "through": None, "counts_as_one": False, "confirmed_by": None}
    assert (first["second_persons"], second["second_persons"]) == ([], [alone])


def test_an_override_records_who_counted_as_one() -> None:
    eman, sock = joined_as(Role.REVIEWER)()
    judged(approved, sock, eman)
    entry, reason = Entry.objects.get(), "there is nobody else this week"
    override_policy(entry_id=entry.pk, reason=reason, seen_version=entry.version, actor=give_role(eman, Role.MANAGER))

    [body] = bodies("entry_promoted")
    assert body["second_persons"] == bodies("promotion_refused")[0]["second_persons"] != []
