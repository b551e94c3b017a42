"""What entries lack for a person, by what is stored of them: for lists and counts, where nothing is judged again.

A decision, and the checklist of the one entry that is shown, evaluate the gate on the sources instead
(`review/selectors/promotion/gate_facts.py`). The audit compares what is stored with these.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from review.databases.statements import Statement
from review.domain.policy import (
    UNVERIFIED,
    AnswerFacts,
    EntryFacts,
    QuoteFacts,
    Reason,
    Stage,
    policy_requirements,
    unmet,
)
from review.models import Approval, Entry, Quote, Standing
from review.models.sessions import FIRST_HAND, speaker_of
from review.payloads import ANSWER
from review.selectors.access import Person
from review.selectors.promotion.gate_facts import policy_items_of
from review.selectors.promotion.second_persons import with_people
from review.selectors.promotion.statements import statements_on
from review.selectors.quotes.critical_differences import acknowledged_by_key
from review.selectors.retrievals.answers import answers_among, rests_on_stale

Reasons = tuple[Reason, ...]
PERSONAL = Reason.UNACKNOWLEDGED_DIFFERENCES
"""The only missing code that depends on the person."""


def stored_reasons(entry: Entry) -> Reasons:
    """Return the stored missing codes of an entry."""
    return tuple(map(Reason, entry.missing.split()))


def lacking_for(entries: Sequence[Entry], user: Person) -> dict[int, Reasons]:
    """Return what undecided entries lack for a person to verify them, by their keys, in the order of the gate."""
    differing = with_open_differences([entry.pk for entry in entries], user)
    policy = _policy_reasons([entry for entry in entries if _asks_people(entry)], user)
    return {
        entry.pk: (
            *(reason for reason in stored_reasons(entry) if reason is not PERSONAL or entry.pk in differing),
            *policy.get(entry.pk, ()),
        )
        for entry in entries
    }


def with_open_differences(entries: Iterable[int], user: Person) -> set[int]:
    """Return the undecided ones among entries with critical differences that a person has not acknowledged; one query.

    Acknowledgements by others do not count, nor do those of another claim.
    """
    return {entry for (entry,) in _open_differences.rows(entries=[*entries], user=user.pk or 0)}


def acknowledged_by_verifiers(entries: Iterable[int]) -> set[int]:
    """Return those among entries whose verifiers have acknowledged all critical differences; two queries."""
    known = Entry.objects.filter(pk__in=entries, stage=Stage.VERIFIED, rejected_at=None)
    keys = set(known.values_list("pk", flat=True))
    is_open = ~Q(acknowledged_by_key(OuterRef("entry__verified_by")))
    return keys - set(_differing(keys).filter(is_open).values_list("entry_id", flat=True))


def approved_by(user: Person, entries: Iterable[int]) -> set[int]:
    """Return those among entries that a person has approved as they are."""
    own = Exists(Approval.objects.filter(entry=OuterRef("pk"), actor=user.pk or 0))
    stated = list(Entry.objects.filter(own, pk__in=entries).select_related("claim"))
    approvals = {pk: given for pk, (_, given) in statements_on(stated).items()} if stated else {}
    return {pk for pk, given in approvals.items() if any(one.actor_id == user.pk for one in given)}


def _differing(entries: Iterable[int]) -> QuerySet[Quote]:
    return Quote.objects.filter(entry__in=entries, standing=Standing.COUNTS, differs=True).order_by()


@Statement
def _open_differences(entries: Sequence[int], user: int) -> QuerySet[Quote, tuple[int]]:
    differing = _differing(entries).filter(entry__stage__in=UNVERIFIED, entry__rejected_at=None)
    return differing.filter(~Q(acknowledged_by_key(user))).values_list("entry_id")


def _asks_people(entry: Entry) -> bool:
    return entry.type == ANSWER or bool(policy_items_of(entry.session.project))


def _policy_reasons(entries: Sequence[Entry], user: Person) -> dict[int, Reasons]:
    """Return the requirements of their projects that entries do not meet for a person, by their keys."""
    quotes = _quotes_of(entries)
    facts = {entry.pk: _entry_facts(entry, quotes[entry.pk]) for entry in entries}
    asking = [entry for entry in entries if facts[entry.pk].asks_people]
    if asking:
        stated = statements_on(asking, [quote for some in quotes.values() for quote in some])
        facts |= with_people(facts, asking, quotes, stated, user)
    return {pk: unmet(policy_requirements(one)) for pk, one in facts.items()}


def _quotes_of(entries: Sequence[Entry]) -> Mapping[int, Sequence[Quote]]:
    found = defaultdict[int, list[Quote]](list)
    if entries:
        quotes = Quote.objects.filter(entry__in=entries).select_related("current").order_by("entry", "position")
        for quote in quotes.defer("current__evidence_json", "current__config").annotate(
            role=F("current__message__role")
        ):
            found[quote.entry_id].append(quote)
    return found


def _entry_facts(entry: Entry, quotes: Iterable[Quote]) -> EntryFacts:
    """Return the facts about an entry that the policy of its project asks for; those of the evidence are left out."""
    is_answer = entry.type == ANSWER and bool(answers_among(entry.session, [entry]))
    return EntryFacts(
        stage=Stage(entry.stage),
        rejected=entry.rejected_at is not None,
        quotes=tuple(_quote_facts(quote) for quote in quotes),
        asked=policy_items_of(entry.session.project),
        answer=AnswerFacts(rests_on_stale=rests_on_stale(entry)) if is_answer else None,
    )


def _quote_facts(quote: Quote) -> QuoteFacts:
    current, role = quote.current, vars(quote)["role"]
    return QuoteFacts(
        quote.position,
        counts=quote.counts,
        aligned=current is not None and current.aligned,
        from_user=role is None or speaker_of(role) in FIRST_HAND,
    )
