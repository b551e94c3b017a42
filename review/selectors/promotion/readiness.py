"""Which entries wait for whose decision, and what the others lack: what the gate says, asked as rarely as that allows.

What the evidence lacks is the same for everybody and stored with the entry (`Entry.missing`). Whether a person has
acknowledged a difference, explained a source or may be the second reviewer is not: of entries where that matters the
gate is asked for that person, of MAX_ASKED of them at most.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

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
from review.models import ABOVE_CANDIDATE, Entry
from review.payloads import ANSWER
from review.selectors.access import Person, projects_where, reviewed_projects
from review.selectors.promotion.gate_facts import facts_of
from review.selectors.promotion.statements import statements_on

MAX_ASKED = 200
"""Of how many entries the gate is asked for one number."""
MAX_COUNTED = 99
"""More are counted as "99+"."""
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
MAY_LACK_NOTHING = Q(missing__in=("", PERSONAL)) | Q(missing=None)
ITEMS_OF_PEOPLE = tuple(item for item in PolicyItem if item is not PolicyItem.CLAIM_FACTS)
"""What a project may require that one person can have met and another not."""
ASKS_PEOPLE = Q(*((f"session__project__{item}", True) for item in ITEMS_OF_PEOPLE), ("type", ANSWER), _connector=Q.OR)
"""Matches the entries of which statements of people matter."""


def stored_reasons(entry: Entry) -> Reasons:
    """Return what is stored as missing of an entry."""
    return tuple(map(Reason, (entry.missing or "").split()))


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
    """Entries that wait for a person; `is_whole` is false when the last of them are there without being asked about."""

    entries: QuerySet[Entry]
    is_whole: bool = True

    @property
    def count(self) -> str:
        """How many there are: "99+" for more than MAX_COUNTED, and "12+" when not all of them were asked about."""
        number = len(self.entries.order_by().values_list("pk")[: MAX_COUNTED + 1])
        if number > MAX_COUNTED:
            return f"{MAX_COUNTED}+"
        return f"{number}" if self.is_whole else f"{number}+"


def ready_to_verify(user: Person, entries: QuerySet[Entry]) -> Waiting:
    """Narrow entries to the candidates that the gate lets a person verify now.

    For somebody who decides nowhere they are the candidates that lack nothing.
    """
    candidates = entries.filter(stage=Stage.CANDIDATE, rejected_at__isnull=True)
    if projects := reviewed_projects(user):
        candidates = candidates.filter(session__project__in=projects)
    return _narrowed(
        candidates,
        sure=LACKS_NOTHING & ~ASKS_PEOPLE,
        granted=lambda asked: [pk for pk, missing in missing_for(asked, user).items() if not missing],
    )


def waiting_for_approval(user: Person, entries: QuerySet[Entry]) -> Waiting:
    """Narrow entries to the candidates that a person may approve, so that another one may verify them."""
    decided = Q(session__project__in=reviewed_projects(user), session__project__two_reviewers=True)
    candidates = entries.filter(decided, stage=Stage.CANDIDATE, rejected_at__isnull=True)

    def granted(asked: Sequence[Entry]) -> list[int]:
        facts, stated = facts_of(asked, actor=user), statements_on(asked)
        return [
            entry.pk
            for entry in asked
            if isinstance(decide_approval(facts[entry.pk], actor=ActorFacts(may_review=True)), Granted)
            and all(one.actor_id != user.pk for one in stated[entry.pk][1])
        ]

    return _narrowed(candidates, sure=None, granted=granted)


def waiting_for_certification(user: Person, entries: QuerySet[Entry]) -> Waiting:
    """Narrow entries to the verified ones that a person may certify, once they give their password."""
    certified = entries.filter(session__project__in=projects_where(user, Capability.CERTIFY))
    verified = certified.filter(stage=Stage.VERIFIED, rejected_at__isnull=True)
    actor = ActorFacts(may_review=True, may_certify=True, reauthenticated=True)

    def granted(asked: Sequence[Entry]) -> list[int]:
        return [
            entry.pk
            for entry in asked
            for facts in facts_of([entry], actor=entry.verified_by).values()
            if isinstance(decide(facts, to=Stage.CERTIFIED, actor=actor), Granted)
        ]

    return _narrowed(verified.exclude(verified_by=user.pk), sure=LACKS_NOTHING, granted=granted)


def entries_lacking(reason: Reason) -> Callable[[Person, QuerySet[Entry]], Waiting]:
    """Return the function that narrows entries to those that lack something for a person to verify them."""

    def waiting(user: Person, entries: QuerySet[Entry]) -> Waiting:
        return _narrowed(
            entries,
            maybe=lacking(reason) | Q(missing=None),
            sure=None if reason is PERSONAL else lacking(reason),
            granted=lambda asked: [pk for pk, missing in missing_for(asked, user).items() if reason in missing],
        )

    return waiting


WAITING = {
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
    entries: QuerySet[Entry],
    *,
    maybe: Q = MAY_LACK_NOTHING,
    sure: Q | None,
    granted: Callable[[Sequence[Entry]], Collection[int]],
) -> Waiting:
    """Narrow entries to those that wait for *sure*, and to the *granted* ones of those that *maybe* do.

    What is beyond MAX_ASKED is kept, as nobody asked about it.
    """
    uncertain = entries.filter(maybe)
    uncertain = uncertain if sure is None else uncertain.exclude(sure)
    rows = uncertain.select_related("session__project", "claim", "verified_by").order_by("pk")
    asked = list(rows[: MAX_ASKED + 1])
    beyond = asked.pop() if len(asked) > MAX_ASKED else None
    kept = Q(pk__in=granted(asked))
    if sure is not None:
        kept |= sure
    if beyond is not None:
        kept |= maybe & Q(pk__gte=beyond.pk)
    return Waiting(entries.filter(kept), is_whole=beyond is None)


def _is_same_for_all(entry: Entry) -> bool:
    """Return whether what is stored is all that the entry lacks, for everybody."""
    asks_people = entry.type == ANSWER or any(getattr(entry.session.project, item) for item in ITEMS_OF_PEOPLE)
    return entry.missing is not None and not asks_people and PERSONAL not in stored_reasons(entry)
