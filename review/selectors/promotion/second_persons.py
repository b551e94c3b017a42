"""What people said and did on entries, as another person judges it: accounts of one lineage count as one person."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from review.domain.lineage import Act, Lineage, SecondPerson
from review.domain.policy import EntryFacts, PolicyItem
from review.models import Approval, Entry, Quote
from review.selectors.access import Person
from review.selectors.lineage import lineage_of
from review.selectors.promotion.span_authors import span_authors
from review.selectors.promotion.statements import Statements, explained_by, statements_on


class Deed(NamedTuple):
    """What an account did that another person has to judge; `quote` is the position of the quote, if it is on one."""

    act: Act
    account: int
    quote: int | None = None


class JudgedPerson(NamedTuple):
    """An account that did something on an entry, as it stands to the account `beside` it, which judged that."""

    beside: str
    person: SecondPerson


def with_people(
    facts: Mapping[int, EntryFacts],
    entries: Sequence[Entry],
    quotes: Mapping[int, Sequence[Quote]],
    stated: Mapping[int, Statements],
    actor: Person | None,
) -> dict[int, EntryFacts]:
    """Return the facts of entries with what people said and did on them, as *actor* judges it.

    *quotes* and what people *stated* are by entry.

    Without an actor every approval is another person's, and nothing is the actor's own. The number of queries depends
    on nothing but how long the chains of invitations are.
    """
    asked = {entry.pk: facts[entry.pk].asked for entry in entries}
    authors = _authors_of_quotes(entries, asked, quotes)
    deeds = {
        entry.pk: [*_deeds(entry, asked[entry.pk], stated[entry.pk][1], quotes[entry.pk], authors)] for entry in entries
    }
    lineage = _lineage_beside(actor, [deed for some in deeds.values() for deed in some])
    return {
        entry.pk: replace(
            _judged(facts[entry.pk], deeds[entry.pk], lineage, actor),
            explained=explained_by(stated[entry.pk][0], actor),
        )
        for entry in entries
    }


def second_persons_on(entry: Entry) -> list[JudgedPerson]:
    """Return the accounts whose acts the verifier and the certifier of an entry had to judge; none if not verified.

    They are those that the switches asked about that were on when it was verified, as they stand to each other now.
    """
    if entry.verified_by is None:
        return []
    items = frozenset(map(PolicyItem, entry.verified_under.split())) - {PolicyItem.CLAIM_FACTS}
    found = [*_judged_by_verifier(entry, items)] if items else []
    if entry.certified_by is not None:
        lineage = lineage_of([entry.verified_by.pk, entry.certified_by.pk])
        verifier = lineage.second_person(Act.VERIFIED, entry.verified_by.pk, beside=entry.certified_by.pk)
        found.append(JudgedPerson(entry.certified_by.get_username(), verifier))
    return found


def verifier_beside(entry: Entry, actor: Person) -> SecondPerson | None:
    """Return who verified an entry, as that account stands to *actor*; None where nobody did, or the actor."""
    verifier = entry.verified_by_id
    if verifier is None or actor.pk is None or actor.pk == verifier:
        return None
    return lineage_of([verifier, actor.pk]).second_person(Act.VERIFIED, verifier, beside=actor.pk)


def _judged_by_verifier(entry: Entry, items: frozenset[PolicyItem]) -> Iterator[JudgedPerson]:
    quotes = {entry.pk: list(entry.quotes.select_related("current").order_by("position"))}
    approvals = statements_on([entry], quotes[entry.pk])[entry.pk][1]
    authors = _authors_of_quotes([entry], {entry.pk: items}, quotes)
    deeds = [*_deeds(entry, items, approvals, quotes[entry.pk], authors)]
    verifier = entry.verified_by
    if verifier is not None:
        for one in _others(deeds, _lineage_beside(verifier, deeds), verifier.pk):
            yield JudgedPerson(verifier.get_username(), one)


def _authors_of_quotes(
    entries: Iterable[Entry], asked: Mapping[int, frozenset[PolicyItem]], quotes: Mapping[int, Sequence[Quote]]
) -> dict[int, set[int]]:
    asking = [entry.pk for entry in entries if PolicyItem.SEPARATE_SPAN_AUTHOR in asked[entry.pk]]
    return span_authors([quote for pk in asking for quote in quotes[pk]]) if asking else {}


def _deeds(
    entry: Entry,
    asked: frozenset[PolicyItem],
    approvals: Iterable[Approval],
    quotes: Iterable[Quote],
    authors: Mapping[int, set[int]],
) -> Iterator[Deed]:
    """Yield what accounts did on an entry that its project asks another person to judge."""
    if PolicyItem.TWO_REVIEWERS in asked:
        yield from (Deed(Act.APPROVED, one.actor_id) for one in approvals)
    if PolicyItem.SEPARATE_SPAN_AUTHOR in asked:
        for quote in quotes:
            if quote.counts:
                yield from (Deed(Act.CHOSE_WORDS, key, quote.position) for key in sorted(authors.get(quote.pk, ())))
        writers = (entry.added_by_id, None if entry.claim is None else entry.claim.actor_id)
        yield from (Deed(Act.WROTE_CLAIM, key) for key in writers if key is not None)


def _lineage_beside(actor: Person | None, deeds: Iterable[Deed]) -> Lineage:
    others = {deed.account for deed in deeds} - {None if actor is None else actor.pk}
    return Lineage() if actor is None or actor.pk is None or not others else lineage_of({*others, actor.pk})


def _judged(facts: EntryFacts, deeds: Sequence[Deed], lineage: Lineage, actor: Person | None) -> EntryFacts:
    if actor is None or actor.pk is None:
        return replace(facts, approved=any(deed.act is Act.APPROVED for deed in deeds))
    own = {deed for deed in deeds if lineage.is_one_person(deed.account, actor.pk)}
    chosen = {deed.quote for deed in own if deed.act is Act.CHOSE_WORDS}
    return replace(
        facts,
        quotes=tuple(replace(one, chosen_by_actor=one.position in chosen) for one in facts.quotes),
        approved=any(deed.act is Act.APPROVED and deed not in own for deed in deeds),
        written_by_actor=any(deed.act is Act.WROTE_CLAIM for deed in own),
        second_persons=_others(deeds, lineage, actor.pk),
    )


def _others(deeds: Iterable[Deed], lineage: Lineage, actor: int) -> tuple[SecondPerson, ...]:
    """Return the accounts other than the actor's, each once for what it did."""
    done = dict.fromkeys((deed.act, deed.account) for deed in deeds if deed.account != actor)
    return tuple(lineage.second_person(act, account, beside=actor) for act, account in done)
