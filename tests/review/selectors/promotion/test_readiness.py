"""Home, lists and the gate agree on who can verify what, whatever happened to a store before."""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet

from review.domain.changes import ChangeReason
from review.domain.policy import (
    UNVERIFIED,
    Granted,
    PolicyItem,
    Reason,
    Stage,
    decide,
    decide_approval,
    requirements,
    unmet,
)
from review.models import ABOVE_CANDIDATE, Entry, Quote, Role
from review.payloads import check_session
from review.selectors.access import visible_entries
from review.selectors.entries.entry_list import entry_list, entry_pages
from review.selectors.home import home
from review.selectors.promotion import readiness
from review.selectors.promotion.asked import asked_on
from review.selectors.promotion.gate_facts import actor_facts, entry_facts
from review.selectors.promotion.listed import listed
from review.selectors.promotion.readiness import (
    lacking,
    missing_for,
    ready_to_verify,
    waiting_for_approval,
    waiting_for_certification,
)
from review.selectors.promotion.statements import statements_on
from review.selectors.repair.selection import selection_of
from review.services.audit._derived import derived_differences
from review.services.audit.audit_store import audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.queue.assignments import assign_entry
from review.services.queue.changes import request_change, resolve_change
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import acknowledge_differences, choose_occurrence, retry_quote, withdraw_quote
from tests.behind import lifted, rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of, switch

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

WORDS = [
    {"role": "user", "content": "We keep 21 builds of every branch. The cache lives for one hour."},
    {"role": "assistant", "content": "The cache lives for one hour, and the cache lives for one hour."},
    {"role": "user", "content": "Mina tells the tenants on Friday that the lease ends in April."},
]
QUOTES = [
    (0, "We keep 21 builds of every branch."),
    (0, "We keep 12 builds of every branch."),
    (1, "cache lives for one hour"),
    (1, "The cache lives for one hour, and"),
    (2, "the tenants on Friday that the lease ends in May"),
    (2, "nobody has ever said anything like it here"),
]
STORES = 20
"""So many stores are generated, each from its own number."""


class Store:
    """A small store in which people did things at random."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)  # noqa: S311 - seeded on purpose
        self.project = make_project(f"store-{number}")
        for item in PolicyItem:
            setattr(self.project, item, self.random.random() < 0.3)
        self.project.save()
        roles = {"mina": Role.REVIEWER, "jun": Role.CERTIFIER, "dana": Role.MANAGER, "vera": Role.VIEWER}
        self.people = [make_user(f"{name}-{number}", project=self.project, role=role) for name, role in roles.items()]
        session = make_session(WORDS, project=self.project, session_id="store")
        for at in range(4):
            stage = self.random.choice(["raw", "candidate", "candidate", "candidate"])
            make_entry(session, self.random.sample(QUOTES, self.random.randrange(3)), stage=stage, title=f"Entry {at}")

    def entries(self) -> QuerySet[Entry]:
        return Entry.objects.filter(session__project=self.project).select_related("session", "claim").order_by("pk")

    def live(self) -> None:
        """Let people do a few things."""
        actions: list[Callable[[Entry, User], object]] = [
            self.verify,
            self.verify,
            self.mend,
            self.mend,
            self.decide,
            self.state,
            self.turn_back,
            self.ask,
        ]
        for _ in range(10):
            entry = self.random.choice(list(self.entries()))
            self.random.choice(actions)(entry, self.random.choice(self.people))
        if self.random.random() < 0.3:
            self.revise()

    def verify(self, entry: Entry, actor: User) -> None:
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)

    def mend(self, entry: Entry, actor: User) -> None:
        for quote in self.random.sample(quotes := quotes_of(entry), min(1, len(quotes))):
            seen = quote.current.attempt if quote.current else 0
            index, text = self.random.choice(QUOTES)
            message = entry.session.current_messages().get(index=2)
            match self.random.randrange(5):
                case 0:
                    retry_quote(quote_id=quote.pk, text=text, message_index=index, seen_attempt=seen, actor=actor)
                case 1:
                    withdraw_quote(quote_id=quote.pk, reason="wrong", seen_attempt=seen, actor=actor)
                case 2:
                    acknowledge_differences(quote_id=quote.pk, reason="meant so", seen_attempt=seen, actor=actor)
                case 3:
                    choose_occurrence(quote_id=quote.pk, start=41, seen_attempt=seen, actor=actor)
                case _:
                    if selection := selection_of(message, 0, 30):
                        anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=seen, actor=actor)

    def decide(self, entry: Entry, actor: User) -> None:
        if self.random.random() < 0.7:
            confirm_claim(entry_id=entry.pk, seen_version=entry.version, actor=actor)
        else:
            title = f"{entry.title} once more"
            correct_claim(entry_id=entry.pk, title=title, body="", seen_version=entry.version, actor=actor)

    def state(self, entry: Entry, actor: User) -> None:
        if self.random.random() < 0.6:
            approve_entry(entry_id=entry.pk, seen_version=entry.version, actor=actor)
        else:
            reason = Reason.SOURCE_ROLE_UNEXPLAINED
            explain_requirement(
                entry_id=entry.pk, requirement=reason, reason="said aloud", seen_version=entry.version, actor=actor
            )

    def ask(self, entry: Entry, actor: User) -> None:
        seen = entry.version
        match self.random.randrange(3):
            case 0:
                request_change(
                    entry_id=entry.pk, reason=ChangeReason.OTHER, comment="say more", seen_version=seen, actor=actor
                )
            case 1:
                resolve_change(entry_id=entry.pk, seen_version=seen, actor=actor)
            case _:
                person = self.random.choice(self.people)
                assign_entry(entry_id=entry.pk, person=person, seen_version=seen, actor=actor)

    def turn_back(self, entry: Entry, actor: User) -> None:
        match self.random.randrange(3):
            case 0:
                reject_entry(entry_id=entry.pk, reason="no", seen_version=entry.version, actor=actor)
            case 1:
                reopen_entry(entry_id=entry.pk, seen_version=entry.version, actor=actor)
            case _:
                demote_entry(entry_id=entry.pk, reason="doubt", seen_version=entry.version, actor=actor)

    def revise(self) -> None:
        words = [*WORDS[:2], {"role": "user", "content": "Mina tells nobody anything."}]
        upload = check_session({"sessionId": "store", "messages": words})
        receive_session(project=self.project, upload=upload, actor=self.people[0], accept_changes=True)


def granted(user: User, to: Stage) -> set[str]:
    """Return the titles of what the gate lets a person promote, asked entry by entry."""
    found = set()
    for entry in visible_entries(user):
        actor = replace(actor_facts(user, entry), reauthenticated=True)
        facts = entry_facts(entry, actor=entry.verified_by or user)
        if entry.stage != to and isinstance(decide(facts, to=to, actor=actor), Granted):
            found.add(entry.title)
    return found


def titles(entries: object) -> set[str]:
    assert isinstance(entries, readiness.Waiting)
    return {entry.title for entry in entries.entries}


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(4))
def test_what_is_counted_is_what_the_gate_grants(block: int) -> None:
    """Every person, every store: ready, to be approved, to be certified, and what is missing."""
    first = block * (STORES // 4)
    for number in range(first, first + STORES // 4):
        store = Store(number)
        store.live()
        for user in store.people:
            check_numbers(user)
    assert [one for one in audit_store() if one.code in {"missing_changed", "marks_changed"}] == []


def check_numbers(user: User) -> None:
    everything, shown = visible_entries(user), listed(user)
    candidates = everything.filter(stage__in=UNVERIFIED, rejected_at=None)
    lacks = {entry.pk: unmet(requirements(entry_facts(entry, actor=user))) for entry in candidates}
    assert missing_for(candidates.select_related("session__project", "claim"), user) == lacks
    ready = titles(ready_to_verify(user, shown))
    if user.username.startswith("vera"):
        assert ready == {entry.title for entry in candidates if not lacks[entry.pk]}
    else:
        assert ready == granted(user, Stage.VERIFIED)
    approvable = {
        entry.title
        for entry in candidates
        if isinstance(decide_approval(entry_facts(entry, actor=user), actor=actor_facts(user, entry)), Granted)
        and user.pk not in {one.actor_id for one in statements_on([entry])[entry.pk][1]}
    }
    assert titles(waiting_for_approval(user, shown)) == approvable
    assert titles(waiting_for_certification(user, shown)) == granted(user, Stage.CERTIFIED)
    counted = home(user)
    assert {**counted.waiting, "failed": counted.failures.entries} == {
        "ready": str(len(ready)),
        "approvable": str(len(approvable)),
        "certifiable": str(len(granted(user, Stage.CERTIFIED))),
        **{name: str(number) for name, number in lacked(user).items()},
        **{name: str(number) for name, number in asked(user).items()},
    }
    for name, number in {**counted.waiting, "failed": counted.failures.entries}.items():
        assert str(entry_list(user, {"method": name}).count()) == number
        assert len(entry_pages(user, {"method": name}, None).entries) == int(number)


NAMED = {
    "failed": Reason.EVIDENCE_NOT_ALIGNED,
    "differences": Reason.UNACKNOWLEDGED_DIFFERENCES,
    "ambiguous": Reason.AMBIGUOUS_EVIDENCE,
    "claim": Reason.CLAIM_UNCONFIRMED,
    "drifted": Reason.DRIFTED_EVIDENCE,
    "below_bar": Reason.BELOW_PROJECT_BAR,
}


def lacked(user: User) -> dict[str, int]:
    """Return how many entries that can still be verified lack what, as the gate says."""
    open_entries = visible_entries(user).filter(rejected_at=None).exclude(stage__in=ABOVE_CANDIDATE)
    found = [unmet(requirements(entry_facts(entry, actor=user))) for entry in open_entries]
    return {name: sum(reason in one for one in found) for name, reason in NAMED.items()}


def asked(user: User) -> dict[str, int]:
    """Return of how many entries a change was asked for, and how many were assigned to a person, by the journal."""
    found = [asked_on(entry) for entry in visible_entries(user)]
    own = [one for one in found if one.assignment is not None and one.assignment.person == user.username]
    return {"change": sum(one.change is not None for one in found), "assigned": len(own)}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def test_what_a_certifier_verified_waits_for_another_one(mina: User) -> None:
    hana = make_user("hana", project=make_project(), role=Role.CERTIFIER)
    session = make_session(WORDS)
    for number, person in enumerate((mina, hana)):
        entry = make_entry(session, [QUOTES[0]], title=person.username, stage="candidate", entryId=f"e-{number}")
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=person)

    waiting = waiting_for_certification(hana, listed(hana))

    assert ([entry.title for entry in waiting.entries], waiting.count) == (["mina"], "1")


def test_who_approved_is_not_asked_again(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    entry = make_entry(make_session(WORDS), [QUOTES[0]], title="read", stage="candidate")
    switch(two_reviewers=True)
    approve_entry(entry_id=entry.pk, seen_version=entry.version, actor=mina)

    assert [titles(waiting_for_approval(user, listed(user))) for user in (mina, jun)] == [set(), {"read"}]


def test_a_list_of_one_project_has_its_entries_alone(mina: User) -> None:
    other = make_project("other", reviewer=mina)
    for project in (make_project(), other):
        make_entry(make_session(WORDS, project=project), [QUOTES[0]], title=project.slug, stage="candidate")

    assert titles(ready_to_verify(mina, listed(mina, project="other"))) == {"other"}


def test_more_than_are_counted_are_shown_as_more(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_session(WORDS)
    for title in ("first", "second", "third"):
        make_entry(session, [QUOTES[0]], stage="candidate", title=title)

    def counted(at_most: int) -> str:
        monkeypatch.setattr(readiness, "MAX_COUNTED", at_most)
        return ready_to_verify(mina, listed(mina)).count

    assert (counted(2), counted(3)) == ("2+", "3")


def test_what_nobody_asked_about_is_listed_and_shown_as_more(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_session(WORDS)
    for title in ("first", "second", "third"):
        make_entry(session, [QUOTES[1]], stage="candidate", title=title)
    monkeypatch.setattr(readiness, "MAX_ASKED", 2)

    waiting = ready_to_verify(mina, listed(mina))

    assert (titles(waiting), waiting.count) == ({"third"}, "1+")


def test_entries_are_found_by_what_they_lack(mina: User) -> None:
    session = make_session(WORDS)
    for title, quotes in (("nothing", [QUOTES[0]]), ("failed", [QUOTES[5]]), ("ambiguous", [QUOTES[2]]), ("none", [])):
        make_entry(session, quotes, title=title)

    def found(reason: Reason) -> set[str]:
        return {entry.title for entry in Entry.objects.filter(lacking(reason))}

    assert found(Reason.EVIDENCE_NOT_ALIGNED) == {"failed"}
    assert found(Reason.AMBIGUOUS_EVIDENCE) == {"ambiguous"}
    assert found(Reason.NO_EVIDENCE) == {"none"}


def test_no_code_of_a_reason_is_a_part_of_another() -> None:
    assert [one for one in Reason for other in Reason if one is not other and one in other] == []


def test_audit_store_finds_an_entry_that_hides_what_it_lacks(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [QUOTES[5]], stage="candidate")
    assert list(audit_store()) == []
    rewrite("review_entry", "missing", "")

    assert [(one.code, one.pk, one.is_note) for one in audit_store()] == [("missing_changed", entry.pk, False)]


def test_audit_store_finds_a_quote_that_hides_its_differences(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [QUOTES[1]], stage="candidate")
    with lifted("review_quote"):
        Quote.objects.update(differs=False)

    assert [(one.code, one.pk, one.is_note) for one in audit_store()] == [("missing_changed", entry.pk, False)]


def test_audit_store_only_notes_what_older_rules_found(mina: User) -> None:
    make_entry(make_session(WORDS), [QUOTES[5]], stage="candidate")
    rewrite("review_entry", "missing", "")
    rewrite("review_alignment", "engine", "1")

    assert [(one.code, one.is_note) for one in derived_differences(set())] == [("missing_changed", True)]
