"""The entries that wait for a person's decision, and what the others lack, evaluating the gate as rarely as possible.

What the evidence lacks is the same for everybody and stored with the entry (`Entry.missing`). Whether a person has
acknowledged a difference, explained a source or may be the second reviewer is not: where that matters, the gate is
evaluated for that person, on at most MAX_ASKED entries.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Q, QuerySet

from review.domain.limits import MAX_COUNTED
from review.domain.marks import (
    ASSIGNED,
    CERTIFIABLE,
    CERTIFIABLE_TO_BE_ASKED,
    CHANGE,
    READY,
    TO_BE_ASKED,
    assigned_mark,
)
from review.domain.policy import (
    ActorFacts,
    Granted,
    PolicyItem,
    Reason,
    Stage,
    decide,
    decide_approval,
    requirements,
    unmet,
)
from review.domain.roles import Capability
from review.models import ABOVE_CANDIDATE, Entry, EntryMark, Project
from review.payloads import ANSWER
from review.selectors.access import Person, projects_where, reviewed_projects
from review.selectors.keyset import counted
from review.selectors.lineage import accounts_of_person
from review.selectors.promotion.asked import assigned_to_others
from review.selectors.promotion.gate_facts import facts_of
from review.selectors.promotion.listed import NEWEST_FIRST, Listed, count
from review.selectors.promotion.statements import statements_on

MAX_ASKED = 200
"""The maximum number of entries for which one count evaluates the gate."""
Reasons = tuple[Reason, ...]

PERSONAL = Reason.UNACKNOWLEDGED_DIFFERENCES
"""The only missing code that depends on the person."""
SHARED = (
    Reason.NO_EVIDENCE,
    Reason.EVIDENCE_NOT_ALIGNED,
    Reason.AMBIGUOUS_EVIDENCE,
    Reason.DRIFTED_EVIDENCE,
    Reason.BELOW_PROJECT_BAR,
    Reason.CLAIM_UNCONFIRMED,
    Reason.INVENTED_SOURCE,
    Reason.PROOF_FAILED,
)
"""The missing codes that are the same for everybody."""
LACKS_NOTHING = Q(missing="")
ITEMS_OF_PEOPLE = tuple(item for item in PolicyItem if item is not PolicyItem.CLAIM_FACTS)
"""The policy items that one person may have met and another not."""
Parts = tuple[QuerySet[EntryMark], ...]


def stored_reasons(entry: Entry) -> Reasons:
    """Return the stored missing codes of an entry."""
    return tuple(map(Reason, entry.missing.split()))


def lacking(reason: str) -> Q:
    """Match the entries with a missing code; no code contains another."""
    return Q(missing__contains=reason)


def missing_for(entries: Iterable[Entry], user: Person) -> dict[int, Reasons]:
    """Return what each entry lacks for a person to verify it, by its key.

    The stored codes are used where they are the same for everybody or no decision is open; else the gate is evaluated.
    """
    known, asked = dict[int, Reasons](), list[Entry]()
    for entry in entries:
        if entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None:
            known[entry.pk] = tuple(reason for reason in stored_reasons(entry) if reason is not PERSONAL)
        elif _is_same_for_all(entry):
            known[entry.pk] = stored_reasons(entry)
        else:
            asked.append(entry)
    return known | {pk: unmet(requirements(facts)) for pk, facts in facts_of(asked, actor=user).items()}


@dataclass(frozen=True, slots=True)
class Waiting:
    """Entries that wait for a person, in disjoint parts; beyond a limit the gate is not evaluated.

    `sure` wait for anybody; of the others the gate `granted` some, and it was not evaluated for those `beyond`.
    """

    listed: Listed
    sure: Parts = ()
    granted: tuple[int, ...] = ()
    beyond: Parts = ()

    @property
    def parts(self) -> Parts:
        """All waiting entries, in parts for a list."""
        return (*self.sure, *self.listed.of(self.granted), *self.beyond)

    @property
    def entries(self) -> QuerySet[Entry]:
        """All waiting entries, as one queryset."""
        found = Q(*(Q(pk__in=part.values("entry")) for part in self.parts), _connector=Q.OR)
        return Entry.objects.filter(found) if self.parts else Entry.objects.none()

    @property
    def count(self) -> str:
        """The number of entries, with a plus above MAX_COUNTED, or when the gate was not evaluated for all of them."""
        number = count(self.parts, at_most=MAX_COUNTED)
        return counted(number, is_whole=not self.beyond, most=MAX_COUNTED)


def ready_to_verify(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those that the gate lets a person verify now, whatever their stage below verified.

    For a person without decision rights they are the ones that lack nothing.
    """
    reviewed = reviewed_projects(user)
    unverified = entries.among(reviewed) if reviewed else entries
    asking = _projects_that_ask_people(unverified)
    return _narrowed(
        unverified,
        sure=unverified.parts(READY, projects=set(unverified.projects) - asking),
        maybe=[*unverified.parts(TO_BE_ASKED), *unverified.parts(READY, projects=asking)],
        granted=lambda asked: [pk for pk, missing in missing_for(asked, user).items() if not missing],
    )


def waiting_for_approval(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those that a person may approve, so that another person may verify them."""
    asking = Project.objects.filter(pk__in=reviewed_projects(user), two_reviewers=True)
    unverified = entries.among(asking.values_list("pk", flat=True))

    def granted(asked: Sequence[Entry]) -> list[int]:
        facts, stated = facts_of(asked, actor=user), statements_on(asked)
        return [
            entry.pk
            for entry in asked
            if isinstance(decide_approval(facts[entry.pk], actor=ActorFacts(may_review=True)), Granted)
            and all(one.actor_id != user.pk for one in stated[entry.pk][1])
        ]

    return _narrowed(unverified, maybe=[*unverified.parts(READY), *unverified.parts(TO_BE_ASKED)], granted=granted)


def waiting_for_certification(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to the verified ones that a person may certify, once they give their password."""
    verified = entries.among(projects_where(user, Capability.CERTIFY).values_list("pk", flat=True))
    if not verified.projects:
        return Waiting(verified)
    own = accounts_of_person(user)
    verified = replace(verified, conditions=(*verified.conditions, ~Q(entry__verified_by__in=own)))
    actor = ActorFacts(may_review=True, may_certify=True, reauthenticated=True)

    def granted(asked: Sequence[Entry]) -> list[int]:
        by_verifier = groupby(sorted(asked, key=lambda entry: entry.verified_by_id or 0), lambda one: one.verified_by)
        facts = [facts_of(list(verified), actor=verifier) for verifier, verified in by_verifier]
        return [
            pk
            for some in facts
            for pk, known in some.items()
            if isinstance(decide(known, to=Stage.CERTIFIED, actor=actor), Granted)
        ]

    sure, maybe = verified.parts(CERTIFIABLE), verified.parts(CERTIFIABLE_TO_BE_ASKED)
    return _narrowed(verified, sure=sure, maybe=maybe, granted=granted)


def entries_lacking(reason: Reason) -> Callable[[Person, Listed], Waiting]:
    """Return a function that narrows entries to those that lack something for a person to verify them."""

    def waiting(user: Person, entries: Listed) -> Waiting:
        found = entries.parts(f"missing:{reason}")
        if reason is not PERSONAL:
            return Waiting(entries, sure=tuple(found))
        return _narrowed(
            entries,
            maybe=found,
            granted=lambda asked: [pk for pk, missing in missing_for(asked, user).items() if reason in missing],
        )

    return waiting


def assigned_to_reader(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those assigned to the person."""
    return Waiting(entries, sure=tuple(entries.parts(assigned_mark(user.get_username()))))


def assigned_elsewhere(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those assigned to somebody else."""
    others = replace(entries, conditions=(*entries.conditions, assigned_to_others(user)))
    return Waiting(others, sure=tuple(others.parts(ASSIGNED)))


def wanting_change(user: Person, entries: Listed) -> Waiting:  # noqa: ARG001 - a change is requested from everybody
    """Narrow entries to those with a requested change."""
    return Waiting(entries, sure=tuple(entries.parts(CHANGE)))


WAITING = {
    "assigned": assigned_to_reader,
    "elsewhere": assigned_elsewhere,
    "change": wanting_change,
    "ready": ready_to_verify,
    "approvable": waiting_for_approval,
    "certifiable": waiting_for_certification,
    "failed": entries_lacking(Reason.EVIDENCE_NOT_ALIGNED),
    "differences": entries_lacking(PERSONAL),
    "ambiguous": entries_lacking(Reason.AMBIGUOUS_EVIDENCE),
    "claim": entries_lacking(Reason.CLAIM_UNCONFIRMED),
    "drifted": entries_lacking(Reason.DRIFTED_EVIDENCE),
    "below_bar": entries_lacking(Reason.BELOW_PROJECT_BAR),
}
"""The functions that find waiting entries, by the name of their filter."""


def _narrowed(
    entries: Listed,
    *,
    maybe: Sequence[QuerySet[EntryMark]],
    granted: Callable[[Sequence[Entry]], Collection[int]],
    sure: Sequence[QuerySet[EntryMark]] = (),
) -> Waiting:
    """Narrow entries to the *sure* ones, and the *granted* ones among the newest MAX_ASKED of those that *maybe* wait.

    Those beyond the limit are kept, as the gate was not evaluated for them.
    """
    places = NEWEST_FIRST.merged(maybe, None, MAX_ASKED + 1)
    last = places.pop() if len(places) > MAX_ASKED else None
    rows = Entry.objects.filter(pk__in=[entry for _, entry in places])
    asked = list(rows.select_related("session__project", "claim", "verified_by").order_by("-session_id", "pk"))
    beyond = () if last is None else tuple(part.filter(NEWEST_FIRST.from_(last)) for part in maybe)
    return Waiting(entries, sure=tuple(sure), granted=tuple(granted(asked)), beyond=beyond)


def _projects_that_ask_people(entries: Listed) -> set[int]:
    """Return the projects with requirements that one person may have met and another not."""
    asks = Q(*((item, True) for item in ITEMS_OF_PEOPLE), _connector=Q.OR)
    return set(Project.objects.filter(asks, pk__in=entries.projects).values_list("pk", flat=True))


def _is_same_for_all(entry: Entry) -> bool:
    """Return whether the stored codes are complete and the same for everybody."""
    asks_people = entry.type == ANSWER or any(getattr(entry.session.project, item) for item in ITEMS_OF_PEOPLE)
    return not asks_people and PERSONAL not in stored_reasons(entry)
