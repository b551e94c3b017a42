"""Chains of events: what is found by the chain alone, and what only with a checkpoint."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import canonical_json
from aligner_core.ledger.hash_chain import ChainBreak, Head, Link, event_hash, verify_chain
from tests.aligner_core.ledger.chains import (
    ATTACKS,
    UNSEEN_WITHOUT_CHECKPOINT,
    Attack,
    Chain,
    chance_of,
    edit_and_rechain,
    hashed,
    head_of,
    make_chain,
    truncate,
)

TIMES = 200
CHAIN = make_chain(5, chance_of("five"))


def found(chain: Chain, pins: dict[int, str] | None = None) -> list[ChainBreak]:
    return list(verify_chain(chain, head=head_of(chain), pins=pins))


def attacked(attack: Attack) -> list[tuple[Chain, Chain]]:
    """Return 200 chains before and after an attack."""
    chance = chance_of(attack.__name__)
    before = [make_chain(chance.randrange(2, 30), chance) for _ in range(TIMES)]
    return [(chain, attack(chain, chance)) for chain in before]


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_checkpoint_made_before_finds_200_of_200(attack: Attack) -> None:
    """T6: 8 attacks x 200, detected 1,600 of 1,600 given a checkpoint made before the attack."""
    seen = [found(after, {len(before): before[-1].hash}) for before, after in attacked(attack)]

    assert sum(map(bool, seen)) == TIMES


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack not in UNSEEN_WITHOUT_CHECKPOINT])
def test_the_chain_alone_finds_most_of_what_leaves_it_broken(attack: Attack) -> None:
    """What leaves no broken chain is an attack on the newest event, which nothing rests on."""
    unseen = [(before, after) for before, after in attacked(attack) if not found(after)]

    assert all(before[:-1] == after[: len(before) - 1] for before, after in unseen)
    assert len(unseen) < TIMES // 2


@pytest.mark.parametrize("attack", UNSEEN_WITHOUT_CHECKPOINT)
def test_without_a_checkpoint_nothing_reveals_a_chain_that_was_computed_anew(attack: Attack) -> None:
    """F3: edit and re-chain, truncated tail, newest edited: 0 of 200. docs/operation.md says so."""
    assert [found(after) for _, after in attacked(attack)] == [[]] * TIMES


@pytest.mark.parametrize("attack", [truncate, edit_and_rechain])
def test_a_checkpoint_says_nothing_of_what_came_behind_it(attack: Attack) -> None:
    before = make_chain(20, chance_of("before"))
    pins = {10: before[9].hash}

    after = [*before[:10], *attack(before[10:], chance_of("behind"))]

    assert found(make_relinked(after), pins) == []


def make_relinked(chain: Chain) -> Chain:
    """Link the events behind the tenth anew."""
    linked = chain[:10]
    for link in chain[10:]:
        linked.append(hashed(link._replace(seq=len(linked) + 1, prev_hash=linked[-1].hash)))
    return linked


def test_verify_chain_finds_nothing_in_a_chain_that_holds() -> None:
    assert found(CHAIN, {link.seq: link.hash for link in CHAIN}) == []
    assert list(verify_chain([])) == []
    assert list(verify_chain(CHAIN)) == []


def test_verify_chain_names_the_first_broken_event() -> None:
    edited = [*CHAIN[:2], CHAIN[2]._replace(actor="forged"), *CHAIN[3:]]

    assert found(edited) == [ChainBreak("event_changed", 3)]


def test_verify_chain_names_the_place_of_a_gap_once() -> None:
    assert list(verify_chain([CHAIN[0], *CHAIN[2:]])) == [ChainBreak("chain_broken", 3)]


def test_verify_chain_knows_a_first_event_that_is_not_the_first() -> None:
    assert list(verify_chain([hashed(CHAIN[0]._replace(prev_hash="0" * 64))])) == [ChainBreak("chain_broken", 1)]


@pytest.mark.parametrize("head", [Head("s", 4, CHAIN[-1].hash), Head("s", 5, CHAIN[3].hash)])
def test_verify_chain_compares_the_head(head: Head) -> None:
    assert list(verify_chain(CHAIN, head=head)) == [ChainBreak("chain_head_differs", head.seq)]


def test_verify_chain_distinguishes_a_rewritten_event_from_a_missing_one() -> None:
    assert found(CHAIN, {2: "0" * 64}) == [ChainBreak("checkpoint_differs", 2)]
    assert found(CHAIN, {9: "0" * 64, 7: "0" * 64}) == [ChainBreak("checkpoint_ahead", 7)]


@pytest.mark.parametrize("payload", [b"{}", None, "\ud800"])
def test_verify_chain_names_what_is_no_text(payload: object) -> None:
    broken = CHAIN[0]._replace(payload=payload)  # type: ignore[arg-type]

    assert list(verify_chain([broken])) == [ChainBreak("event_changed", 1)]


def test_verify_chain_names_a_column_that_has_no_canonical_form() -> None:
    broken = CHAIN[0]._replace(actor=b"mina")  # type: ignore[arg-type]

    assert list(verify_chain([broken])) == [ChainBreak("event_changed", 1)]


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    link=st.builds(
        Link,
        event_id=texts,
        seq=st.integers(1, 2**53),
        event_type=texts,
        session_id=st.none() | texts,
        entry_id=st.none() | texts,
        actor=texts,
        created_at=texts,
        payload=st.dictionaries(texts, texts | st.integers() | st.booleans()).map(
            lambda value: canonical_json(value).decode()
        ),
        prev_hash=texts,
        hash=texts,
    )
)
def test_event_hash_is_the_digest_of_the_whole_envelope(link: Link) -> None:
    """Specification 2: the canonical JSON of the envelope, computed here with the standard library."""
    envelope = link._asdict() | {"payload": json.loads(link.payload)}
    del envelope["hash"]

    text = json.dumps(envelope, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    assert event_hash(link) == hashlib.sha256(text.encode()).hexdigest()
