"""The entries that wait for a person's decision, and what the others lack, by what is stored of them.

What the evidence lacks is the same for everybody and stored with the entry (`Entry.missing`). Whether a person has
acknowledged a difference, explained a source or may be the second reviewer is not: where that matters, it is looked up
for that person, on at most MAX_ASKED entries. Nothing is judged again: that is for the decision.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

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
from review.domain.policy import PolicyItem, Reason
from review.domain.roles import Capability
from review.models import Entry, Project
from review.payloads import ANSWER
from review.selectors.access import Person, decided_projects, own_projects, reviewed_projects
from review.selectors.keyset import Rows, counted
from review.selectors.lineage import accounts_of_person
from review.selectors.promotion.asked import assigned_to_others
from review.selectors.promotion.listed import NEWEST_FIRST, Listed, count
from review.selectors.promotion.stored_facts import (
    PERSONAL,
    Reasons,
    acknowledged_by_verifiers,
    approved_by,
    lacking_for,
    stored_reasons,
    with_open_differences,
)

MAX_ASKED = 200
"""The maximum number of entries for which one count looks up what a person did."""
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
Parts = tuple[Rows, ...]


def lacking(reason: str) -> Q:
    """Match the entries with a missing code; no code contains another."""
    return Q(missing__contains=reason)


def missing_for(entries: Iterable[Entry], user: Person) -> dict[int, Reasons]:
    """Return what each entry lacks for a person to verify it, by its key.

    The stored codes are used as they are where they are the same for everybody or no decision is open.
    """
    known, asked = dict[int, Reasons](), list[Entry]()
    for entry in entries:
        if entry.is_settled:
            known[entry.pk] = tuple(reason for reason in stored_reasons(entry) if reason is not PERSONAL)
        elif _is_same_for_all(entry):
            known[entry.pk] = stored_reasons(entry)
        else:
            asked.append(entry)
    return known | (lacking_for(asked, user) if asked else {})


@dataclass(frozen=True, slots=True)
class Waiting:
    """Entries that wait for a person, in disjoint parts; beyond a limit it is not looked up what the person did.

    `sure` wait for anybody; others are `granted` by what the person did, which was not looked up for those `beyond`.
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
        """The number of entries, with a plus above MAX_COUNTED, or when not all of them were looked up."""
        number = count(self.parts, at_most=MAX_COUNTED)
        return counted(number, is_whole=not self.beyond, most=MAX_COUNTED)


def ready_to_verify(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those that the gate lets a person verify now, whatever their stage below verified.

    For a person without decision rights they are the ones that lack nothing.
    """
    reviewed = reviewed_projects(user)
    unverified = entries.among(reviewed) if reviewed else entries
    asking = {one.pk for one in own_projects(user) if one.pk in unverified.projects and _asks_people(one)}
    return _narrowed(
        unverified,
        sure=unverified.parts(READY, projects=set(unverified.projects) - asking),
        maybe=[*unverified.parts(TO_BE_ASKED), *unverified.parts(READY, projects=asking)],
        granted=lambda asked: _lacking_nothing({*asked} - with_open_differences(asked, user), user),
    )


def _lacking_nothing(entries: Collection[int], user: Person) -> list[int]:
    read = Entry.objects.filter(pk__in=entries).select_related("session__project", "claim") if entries else ()
    return [pk for pk, missing in missing_for(read, user).items() if not missing]


def waiting_for_approval(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to those that a person may approve, so that another person may verify them."""
    unverified = entries.among(one.pk for one in decided_projects(user) if one.two_reviewers)

    def granted(asked: Sequence[int]) -> Collection[int]:
        undecided = Entry.objects.filter(pk__in=asked, rejected_at=None).values_list("pk", flat=True)
        return {*undecided} - with_open_differences(asked, user) - approved_by(user, asked)

    return _narrowed(unverified, maybe=[*unverified.parts(READY), *unverified.parts(TO_BE_ASKED)], granted=granted)


def waiting_for_certification(user: Person, entries: Listed) -> Waiting:
    """Narrow entries to the verified ones that a person may certify, once they give their password."""
    verified = entries.among(one.pk for one in own_projects(user, Capability.CERTIFY))
    if not verified.projects:
        return Waiting(verified)
    own = accounts_of_person(user)
    verified = replace(verified, conditions=(*verified.conditions, ~Q(entry__verified_by__in=own)))
    sure, maybe = verified.parts(CERTIFIABLE), verified.parts(CERTIFIABLE_TO_BE_ASKED)
    return _narrowed(verified, sure=sure, maybe=maybe, granted=acknowledged_by_verifiers)


def entries_lacking(reason: Reason) -> Callable[[Person, Listed], Waiting]:
    """Return a function that narrows entries to those that lack something for a person to verify them."""

    def waiting(user: Person, entries: Listed) -> Waiting:
        found = entries.parts(f"missing:{reason}")
        if reason is not PERSONAL:
            return Waiting(entries, sure=tuple(found))
        return _narrowed(entries, maybe=found, granted=lambda asked: with_open_differences(asked, user))

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
    maybe: Sequence[Rows],
    granted: Callable[[Sequence[int]], Collection[int]],
    sure: Sequence[Rows] = (),
) -> Waiting:
    """Narrow entries to the *sure* ones, and the *granted* ones among the newest MAX_ASKED of those that *maybe* wait.

    Those beyond the limit are kept, as nothing was looked up for them.
    """
    places = NEWEST_FIRST.merged(maybe, None, MAX_ASKED + 1)
    last = places.pop() if len(places) > MAX_ASKED else None
    beyond = () if last is None else tuple(part.filter(NEWEST_FIRST.from_(last)) for part in maybe)
    found = tuple(granted([entry for _, entry in places])) if places else ()
    return Waiting(entries, sure=tuple(sure), granted=found, beyond=beyond)


def _asks_people(project: Project) -> bool:
    """Return whether a project has requirements that one person may have met and another not."""
    return any(getattr(project, item) for item in ITEMS_OF_PEOPLE)


def _is_same_for_all(entry: Entry) -> bool:
    """Return whether the stored codes are complete and the same for everybody."""
    asks_people = entry.type == ANSWER or _asks_people(entry.session.project)
    return not asks_people and PERSONAL not in stored_reasons(entry)
