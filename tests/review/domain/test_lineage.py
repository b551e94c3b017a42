"""Which accounts count as one person: chains, common makers of links, confirmations, in any order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.domain.lineage import Act, Kinship, Lineage, Origin, SecondPerson

KEYS = range(1, 8)
OUTSIDER = 99
"""Somebody of the staff who brought nobody."""


def by_link(*keys: int, confirmed_by: int | None = None) -> Origin:
    return Origin(by_links=frozenset(keys), confirmed_by=confirmed_by)


def made(*keys: int, confirmed_by: int | None = None) -> Origin:
    return Origin(otherwise=frozenset(keys), confirmed_by=confirmed_by)


NAMES = {1: "eman", 2: "two", 3: "three", 4: "four", OUTSIDER: "root"}
CASES = [
    pytest.param({1: Origin(), 2: Origin()}, None, id="nobody invited them"),
    pytest.param({1: Origin(), 2: by_link(1)}, Kinship(1, None), id="one invited the other"),
    pytest.param({1: by_link(2), 2: Origin()}, Kinship(2, None), id="the other invited the one"),
    pytest.param({1: Origin(), 2: made(1)}, Kinship(1, None), id="one made the other"),
    pytest.param({1: Origin(), 2: by_link(3), 3: by_link(1)}, Kinship(1, None), id="through another"),
    pytest.param({1: Origin(), 2: by_link(3), 3: made(1)}, Kinship(1, None), id="through one that was made"),
    pytest.param({1: by_link(3), 2: by_link(3), 3: Origin()}, Kinship(3, None), id="links of one person"),
    pytest.param({1: by_link(3), 2: by_link(4), 3: Origin(), 4: by_link(3)}, Kinship(3, None), id="through others"),
    pytest.param({1: made(3), 2: made(3), 3: Origin()}, None, id="made by the same"),
    pytest.param({1: by_link(3), 2: made(3), 3: Origin()}, None, id="one invited, one made by the same"),
    pytest.param({1: by_link(2), 2: by_link(1)}, Kinship(2, None), id="each invited the other"),
    pytest.param({1: Origin(), 2: by_link(1, confirmed_by=OUTSIDER)}, Kinship(1, OUTSIDER), id="confirmed"),
    pytest.param({1: by_link(2, confirmed_by=OUTSIDER), 2: Origin()}, Kinship(2, OUTSIDER), id="the other confirmed"),
    pytest.param({1: Origin(confirmed_by=OUTSIDER), 2: by_link(1)}, Kinship(1, None), id="who invited is confirmed"),
    pytest.param({1: Origin(), 2: by_link(1, confirmed_by=1)}, Kinship(1, None), id="confirmed by who invited"),
    pytest.param({1: Origin(), 2: made(1, confirmed_by=1)}, Kinship(1, None), id="confirmed by who made it"),
    pytest.param(
        {1: Origin(), 2: by_link(3, confirmed_by=1), 3: by_link(1)}, Kinship(1, None), id="confirmed by who is above"
    ),
    pytest.param(
        {1: Origin(), 2: by_link(3), 3: by_link(1, confirmed_by=OUTSIDER)},
        Kinship(1, OUTSIDER),
        id="one between is confirmed",
    ),
    pytest.param(
        {1: by_link(3, confirmed_by=OUTSIDER), 2: by_link(3), 3: Origin()},
        Kinship(3, OUTSIDER),
        id="one of two invited is confirmed",
    ),
    pytest.param(
        {1: by_link(3, confirmed_by=3), 2: by_link(3, confirmed_by=3), 3: Origin()},
        Kinship(3, None),
        id="both confirmed by who invited them",
    ),
    pytest.param({1: Origin()}, Kinship(None, None), id="unknown"),
]


@pytest.mark.parametrize(("origins", "kinship"), CASES)
def test_kinship_is_through_whom_and_confirmed_by_whom(origins: dict[int, Origin], kinship: Kinship | None) -> None:
    lineage = Lineage(origins, NAMES)

    assert lineage.kinship(1, 2) == kinship
    assert lineage.is_one_person(1, 2) is lineage.is_one_person(2, 1) is (kinship is not None and kinship.is_one)


def test_an_account_is_one_person_with_itself_and_no_kin() -> None:
    lineage = Lineage({1: Origin()})

    assert (lineage.is_one_person(1, 1), lineage.kinship(1, 1)) == (True, None)


@pytest.mark.parametrize(
    ("origin", "person"),
    [
        (Origin(), SecondPerson(Act.APPROVED, "two")),
        (by_link(1), SecondPerson(Act.APPROVED, "two", counts_as_one=True, through="eman")),
        (by_link(1, confirmed_by=OUTSIDER), SecondPerson(Act.APPROVED, "two", through="eman", confirmed_by="root")),
    ],
)
def test_second_person_is_by_names(origin: Origin, person: SecondPerson) -> None:
    lineage = Lineage({1: Origin(), 2: origin}, NAMES)

    assert lineage.second_person(Act.APPROVED, 2, beside=1) == person
    assert person.is_related is (origin != Origin())


def test_second_person_without_an_origin_counts_as_one_through_nobody() -> None:
    person = Lineage({1: Origin()}, {1: "eman"}).second_person(Act.APPROVED, 2, beside=1)

    assert (person.counts_as_one, person.through, person.is_related) == (True, None, True)


@pytest.mark.parametrize(
    ("origin", "needs"),
    [
        (Origin(), False),
        (Origin(confirmed_by=OUTSIDER), False),
        (by_link(1), True),
        (made(1), True),
        (made(1, confirmed_by=1), True),
        (by_link(3, confirmed_by=1), True),
        (by_link(1, confirmed_by=OUTSIDER), False),
    ],
)
def test_needs_confirmation_until_somebody_confirmed_who_did_not_bring_it(origin: Origin, needs: bool) -> None:  # noqa: FBT001 - a case
    lineage = Lineage({1: Origin(), 2: origin, 3: made(1)}, NAMES)

    assert lineage.needs_confirmation(2) is needs


def test_origin_names_are_sorted_and_of_nobody_for_an_unknown_account() -> None:
    lineage = Lineage({2: Origin(frozenset({4}), frozenset({3}), OUTSIDER)}, NAMES)

    assert lineage.origin_names(2) == (("four", "three"), "root")
    assert lineage.origin_names(5) == ((), None)


KEY_SETS = st.frozensets(st.sampled_from(KEYS), max_size=2)
ORIGINS = st.builds(Origin, KEY_SETS, KEY_SETS, st.sampled_from([None, None, OUTSIDER, *KEYS]))
LINEAGES = st.fixed_dictionaries(dict.fromkeys(KEYS, ORIGINS) | {OUTSIDER: st.just(Origin())}).map(Lineage)
PAIRS = st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS))


@given(LINEAGES, PAIRS)
def test_whatever_the_order_two_accounts_count_as_one_or_not(lineage: Lineage, pair: tuple[int, int]) -> None:
    one, other = pair

    assert lineage.is_one_person(one, other) is lineage.is_one_person(other, one)


@given(LINEAGES, PAIRS)
def test_without_a_confirmation_who_is_above_counts_as_one(lineage: Lineage, pair: tuple[int, int]) -> None:
    one, other = pair
    bare = Lineage({key: replace(origin, confirmed_by=None) for key, origin in lineage.origins.items()})
    links = [set(bare.above(key, by_links=True)) for key in pair]

    related = one in bare.above(other) or other in bare.above(one) or bool(links[0] & links[1])

    assert bare.is_one_person(one, other) is related


@given(LINEAGES, PAIRS, st.sampled_from(KEYS))
def test_a_confirmation_by_somebody_else_separates_and_joins_nobody(
    lineage: Lineage, pair: tuple[int, int], confirmed: int
) -> None:
    one, other = pair
    origins = dict(lineage.origins)
    origins[confirmed] = replace(origins[confirmed], confirmed_by=OUTSIDER)
    after = Lineage(origins)

    if not lineage.is_one_person(one, other):
        assert not after.is_one_person(one, other)
    for key in set(KEYS) - {confirmed}:
        is_below = confirmed in after.above(key)
        assert is_below or not after.is_one_person(confirmed, key)
