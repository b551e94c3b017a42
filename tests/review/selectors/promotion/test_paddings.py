"""Nothing around a refused claim or quote gets an entry through the gate, on either engine."""

from functools import cache
from random import Random
from typing import Any

import pytest

from aligner_core import check_claim
from aligner_core._claims.said import MESSAGES_AFTER, MESSAGES_BEFORE
from review.domain.policy import PolicyItem
from review.models import Project, ReviewSession
from review.selectors.promotion.gate_facts import missing_codes, quotes_of
from tests.aligner_core._claims.test_check_properties import REFUSED
from tests.factories import make_entries, make_project, make_session
from tests.paddings import REFUSED_QUOTES, padded_claim, padded_quote

pytestmark = pytest.mark.django_db

MADE_AT_ONCE = 100
BETWEEN = ["Okay."] * max(MESSAGES_BEFORE, MESSAGES_AFTER)
"""Messages between those of two entries: what stands nearby is advice."""


@pytest.fixture
def project() -> Project:
    project = make_project()
    setattr(project, PolicyItem.CLAIM_FACTS, True)
    project.save()
    return project


@cache
def is_refused(claim: str, words: str) -> bool:
    return not check_claim(claim, [words])


def case(seed: int) -> tuple[dict[str, Any], list[str]]:
    """Return an entry that the gate has to refuse, and its messages: a padded claim, or a padded quote."""
    rng = Random(seed)  # noqa: S311 - the same cases in every run
    if rng.random() < 0.5:
        quote, message = padded_quote(*rng.choice(REFUSED_QUOTES), rng)
        return {"title": f"q{seed}", "evidence": [quote]}, [message]
    claim, words = next(one for one in rng.sample(REFUSED, 20) if is_refused(*one))
    padded, messages = padded_claim(claim, [words], rng)
    return {"title": "", "body": padded, "evidence": messages}, messages


def session_of(project: Project, seeds: range) -> ReviewSession:
    """Return a session with an entry for each seed, each about messages of its own."""
    entries, messages = list[dict[str, Any]](), list[str]()
    for seed in seeds:
        entry, own = case(seed)
        evidence = [{"messageIndex": len(messages) + n, "quote": one} for n, one in enumerate(entry.pop("evidence"))]
        entries.append({**entry, "entryId": str(seed), "evidence": evidence})
        messages += (*own, *BETWEEN)
    session = make_session(messages, project=project, session_id=f"s{seeds.start}")
    make_entries(session, entries)
    return session


def granted(project: Project, seeds: range) -> list[str]:
    """Return the entries of seeds that lack nothing at the gate."""
    found = []
    for start in range(seeds.start, seeds.stop, MADE_AT_ONCE):
        session = session_of(project, range(start, min(start + MADE_AT_ONCE, seeds.stop)))
        entries = list(session.entries.select_related("session__project", "claim").order_by("pk"))
        assert len(entries) == min(MADE_AT_ONCE, seeds.stop - start)
        missing = missing_codes(entries, quotes_of(entries))
        found += [entry.entry_id for entry in entries if not missing[entry.pk] or not entry.missing]
    return found


def test_no_padding_gets_a_refused_entry_through_the_gate(project: Project) -> None:
    assert granted(project, range(60)) == []


@pytest.mark.exhaustive
def test_none_of_5000_paddings_gets_through_the_gate(project: Project) -> None:
    assert granted(project, range(60, 5_060)) == []
