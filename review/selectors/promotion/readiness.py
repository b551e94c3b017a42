"""Which entries wait for whose decision, and what the others lack: what the gate says, asked as rarely as that allows.

What the evidence lacks is the same for everybody and stored with the entry (`Entry.missing`). Whether a person has
acknowledged a difference, explained a source or may be the second reviewer is not: of entries where that matters the
gate is asked for that person, of MAX_ASKED of them at most.
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
from review.selectors.promotion.asked import assigned_to_others
from review.selectors.promotion.gate_facts import facts_of
from review.selectors.promotion.listed import NEWEST_FIRST, Listed, count
from review.selectors.promotion.statements import statements_on

MAX_ASKED = 200
"""Of how many entries the gate is asked for one number."""
Reasons = tuple[Reason, ...]

PERSONAL = Reason.UNACKNOWLEDGED_DIFFERENCES
"""The one thing that the evidence lacks for one person and not for another."""
SHARED = (
    Reason.NO_EVIDENCE,
    Reason.EVIDENCE_NOT_ALIGNED,
    Reason.AMBIGUOUS_EVIDENCE,
    Reason.DRIFTED_EVIDENCE,
    Reason.CLAIM_UNCONFIRMED,
    Reason.INVENTED_SOURCE,
    Reason.PROOF_FAILED,
)
"""What the evidence lacks for everybody."""
LACKS_NOTHING = Q(missing="")
ITEMS_OF_PEOPLE = tuple(item for item in PolicyItem if item is not PolicyItem.CLAIM_FACTS)
"""What a project may require that one person can have met and another not."""
Parts = tuple[QuerySet[EntryMark], ...]


def stored_reasons(entry: Entry) -> Reasons:
    """Return what is stored as missing of an entry."""
    return tuple(map(Reason, entry.missing.split()))


def lacking(reason: str) -> Q:
    """Match the entries whose evidence lacks something; no code is a part of another."""
    return Q(missing__contains=reason)


def missing_for(entries: Iterable[Entry], user: Person) -> dict[int, Reasons]:
    """Return what each entry lacks for a person to verify it, by its key.

    It is what is stored, where that is the same for everybody or nothing is decided any more, and else what the gate
    finds.
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
    """Entries that wait for a person: parts that share none, and for which those beyond are there without being asked.

    `sure` wait whoever asks; of the others the gate `granted` some, and nobody asked about those `beyond`.
    """

    listed: Listed
    sure: Parts = ()
    granted: tuple[int, ...] = ()
    beyond: Parts = ()

    @property
    def parts(self) -> Parts:
        """All of them, to be listed."""
        return (*self.sure, *self.listed.of(self.granted), *self.beyond)

    @property
    def entries(self) -> QuerySet[Entry]:
        """All of them, as entries."""
        found = Q(*(Q(pk__in=part.values("entry")) for part in self.parts), _connector=Q.OR)
        return Entry.objects.filter(found) if self.parts else Entry.objects.none()

    @property
    def count(self) -> str:
        """How many there are, with a plus for more than MAX_COUNTED, or where not all of them were asked about."""
        number = count(self.parts, at_most=MAX_COUNTED)
        return counted(number, is_whole=not self.beyond, most=MAX_COUNTED)


def ready_to_verify(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to the candidates that the gate lets a person verify now.

    For somebody who decides nowhere they are the candidates that lack nothing.
    """
    reviewed = reviewed_projects(user)
    candidates = entries.among(reviewed) if reviewed else entries
    asking = _projects_that_ask_people(candidates)
    return _narrowed(
        candidates,
        sure=candidates.parts(READY, projects=set(candidates.projects) - asking),
        maybe=[*candidates.parts(TO_BE_ASKED), *candidates.parts(READY, projects=asking)],
        granted=lambda asked: [pk for pk, missing in missing_for(asked, user).items() if not missing],
    )


def waiting_for_approval(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to the candidates that a person may approve, so that another one may verify them."""
    asking = Project.objects.filter(pk__in=reviewed_projects(user), two_reviewers=True)
    candidates = entries.among(asking.values_list("pk", flat=True))

    def granted(asked: Sequence[Entry]) -> list[int]:
        facts, stated = facts_of(asked, actor=user), statements_on(asked)
        return [
            entry.pk
            for entry in asked
            if isinstance(decide_approval(facts[entry.pk], actor=ActorFacts(may_review=True)), Granted)
            and all(one.actor_id != user.pk for one in stated[entry.pk][1])
        ]

    return _narrowed(candidates, maybe=[*candidates.parts(READY), *candidates.parts(TO_BE_ASKED)], granted=granted)


def waiting_for_certification(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to the verified ones that a person may certify, once they give their password."""
    verified = entries.among(projects_where(user, Capability.CERTIFY).values_list("pk", flat=True))
    verified = replace(verified, conditions=(*verified.conditions, ~Q(entry__verified_by=user.pk)))
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
    """Return the function that narrows entries to those that lack something for a person to verify them."""

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
    """Narrow entries to those that were assigned to the person who asks."""
    return Waiting(entries, sure=tuple(entries.parts(assigned_mark(user.get_username()))))


def assigned_elsewhere(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those that were assigned to somebody else."""
    others = replace(entries, conditions=(*entries.conditions, assigned_to_others(user)))
    return Waiting(others, sure=tuple(others.parts(ASSIGNED)))


def wanting_change(user: Person, entries: Listed) -> Waiting:  # noqa: ARG001 - a change is asked of everybody
    """Narrow entries to those of which a change was asked for."""
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
}
"""What waits for a person, by the name of its filter."""


def _narrowed(
    entries: Listed,
    *,
    maybe: Sequence[QuerySet[EntryMark]],
    granted: Callable[[Sequence[Entry]], Collection[int]],
    sure: Sequence[QuerySet[EntryMark]] = (),
) -> Waiting:
    """Narrow entries to the *sure* ones, and the *granted* ones of those that *maybe* wait: of the newest MAX_ASKED.

    What is beyond them is kept, as nobody asked about it.
    """
    places = NEWEST_FIRST.merged(maybe, None, MAX_ASKED + 1)
    last = places.pop() if len(places) > MAX_ASKED else None
    rows = Entry.objects.filter(pk__in=[entry for _, entry in places])
    asked = list(rows.select_related("session__project", "claim", "verified_by").order_by("-session_id", "pk"))
    beyond = () if last is None else tuple(part.filter(NEWEST_FIRST.from_(last)) for part in maybe)
    return Waiting(entries, sure=tuple(sure), granted=tuple(granted(asked)), beyond=beyond)


def _projects_that_ask_people(entries: Listed) -> set[int]:
    """Return the projects that require what one person can have met and another not."""
    asks = Q(*((item, True) for item in ITEMS_OF_PEOPLE), _connector=Q.OR)
    return set(Project.objects.filter(asks, pk__in=entries.projects).values_list("pk", flat=True))


def _is_same_for_all(entry: Entry) -> bool:
    """Return whether what is stored is all that the entry lacks, for everybody."""
    asks_people = entry.type == ANSWER or any(getattr(entry.session.project, item) for item in ITEMS_OF_PEOPLE)
    return not asks_people and PERSONAL not in stored_reasons(entry)
