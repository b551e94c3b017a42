"""The lineage of accounts: who brought and who confirmed them, and which of them count as one person."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Q

from review.domain.lineage import Lineage, Origin
from review.models import AccountOrigin, Invitation
from review.selectors.access import Person

INVITED = "account__accepted_invitations"
COLUMNS = (
    "account",
    "account__username",
    "invited_by",
    "confirmed_by",
    "confirmed_by__username",
    f"{INVITED}__made_by",
    f"{INVITED}__confirmed_by",
)


def lineage_of(accounts: Iterable[int]) -> Lineage:
    """Return the lineage of accounts: a query for each level above them, however many they are."""
    origins, names, wanted = dict[int, Origin](), dict[int, str](), set(accounts)
    asked = set[int]()
    while wanted:
        asked |= wanted
        found = _origins_of(wanted, names)
        origins |= found
        wanted = {key for origin in found.values() for key in origin.anyhow} - asked
    return Lineage(origins, names)


def accounts_of_person(user: Person) -> frozenset[int]:
    """Return the keys of the accounts that count as one person with that of a person, which is among them."""
    if user.pk is None:
        return frozenset()
    lineage = lineage_of([user.pk])
    near = {*lineage.above(user.pk)}
    below = _brought_by({user.pk}, also_by_links={*lineage.above(user.pk, by_links=True)})
    if not below <= near:
        near |= below
        lineage = lineage_of(near)
    return frozenset(key for key in near if lineage.is_one_person(user.pk, key))


def origin_names(user: Person) -> tuple[tuple[str, ...], str | None]:
    """Return by name who brought the account of a person, and who of the staff confirmed it."""
    return lineage_of([user.pk or 0]).origin_names(user.pk or 0)


def _origins_of(accounts: Collection[int], names: dict[int, str]) -> dict[int, Origin]:
    """Return the stored origins of accounts, and add to *names* what the accounts and who confirmed them are called."""
    links, otherwise = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    confirmed = dict[int, int | None]()
    for key, name, inviter, confirmer, confirmer_name, maker, second in AccountOrigin.objects.filter(
        account__in=accounts
    ).values_list(*COLUMNS):
        names[key], confirmed[key] = name, confirmer
        if confirmer is not None:
            names[confirmer] = confirmer_name
        links[key] |= {maker} - {None}
        otherwise[key] |= {inviter, None if second == confirmer else second} - {None}
    return {
        key: Origin(frozenset(links[key]), frozenset(otherwise[key]), confirmer) for key, confirmer in confirmed.items()
    }


def _brought_by(accounts: set[int], *, also_by_links: set[int]) -> set[int]:
    """Return everybody below accounts, and below others by their links; two queries for each level."""
    found = set[int]()
    makers, links = accounts, accounts | also_by_links
    while links:
        by_link = Q(made_by__in=links) | Q(confirmed_by__in=makers)
        joined = Invitation.objects.filter(by_link, accepted_by__isnull=False).values_list("accepted_by", flat=True)
        made = AccountOrigin.objects.filter(invited_by__in=makers).values_list("account", flat=True)
        makers = links = {*joined, *made} - found - accounts
        found |= makers
    return found
