"""Quotes below the bar of their project: listed by `realign`, looked for again, and left alone once verified."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from aligner_core import AlignerConfig
from review.domain.policy import Granted, Stage
from review.models import Entry, Provenance, Quote, Role
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_aligner
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair import realigning
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.realign import low_quotes, search_again
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = "The index is rebuilt on Friday, before the relaese of the week."


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def slipped(title: str = "") -> Quote:
    session = make_session([MESSAGE], project=make_project(), session_id=f"s-{Entry.objects.count()}")
    return quotes_of(make_entry(session, [SLIPPED], title=title))[0]


def raise_bar(dana: User) -> None:
    config = AlignerConfig(fuzzy_threshold=0.99)
    set_aligner(project_id=make_project().pk, config=config, seen=AlignerConfig(), actor=dana)


def said(*options: str) -> str:
    out = StringIO()
    call_command("realign", *options, stdout=out)
    return out.getvalue()


def test_search_again_looks_with_the_bar_of_today(dana: User) -> None:
    quote = slipped()
    raise_bar(dana)

    again = search_again(quote.pk, actor=None)

    assert again is not None
    entry = Entry.objects.get()
    assert (again.method, again.reason, again.attempt, again.threshold) == ("none", "below_threshold", 2, 0.99)
    assert (entry.missing, entry.evidence_aligned) == ("evidence_not_aligned", False)
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor, event.body["attempt"]) == ("quote_realigned", "system", 2)
    assert search_again(quote.pk, actor=None) is None
    assert list(audit_store()) == []


@pytest.mark.parametrize("by", ["", "jun"])
def test_search_again_keeps_who_wrote_the_words(by: str, dana: User) -> None:
    asking = make_user(by, project=make_project(), role=Role.MANAGER) if by else None
    quote = slipped()
    retry_quote(quote_id=quote.pk, text=f"{SLIPPED[:-5]}weak.", message_index=0, seen_attempt=1, actor=dana)
    raise_bar(dana)

    again = search_again(quote.pk, actor=asking)

    assert again is not None
    assert (again.actor_id, again.provenance) == (dana.pk, Provenance.EDITED_QUOTE)
    assert quote.entry.events.latest("seq").actor == (by or "system")
    assert list(audit_store()) == []


def test_search_again_leaves_what_a_bar_does_not_matter_to(dana: User) -> None:
    above, withdrawn, rejected, verified = (slipped() for _ in range(4))
    assert search_again(above.pk, actor=None) is None, "above the bar of today"
    withdraw_quote(quote_id=withdrawn.pk, reason="invented", seen_attempt=1, actor=dana)
    reject_entry(entry_id=rejected.entry_id, reason="no", seen_version=rejected.entry.version, actor=dana)
    confirmed = Entry.objects.get(pk=verified.entry_id)
    granted = promote_entry(entry_id=confirmed.pk, to=Stage.VERIFIED, seen_version=confirmed.version, actor=dana)
    assert granted == Granted(Stage.VERIFIED)

    raise_bar(dana)

    assert [search_again(one.pk, actor=None) for one in (withdrawn, rejected, verified)] == [None] * 3
    assert {one.pk for one in low_quotes()} == {above.pk, verified.pk}


def test_the_command_lists_first_and_searches_with_apply(dana: User) -> None:
    low, verified = slipped(), slipped()
    entry = Entry.objects.get(pk=verified.entry_id)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=dana)
    raise_bar(dana)

    listed, applied, again = said("--dry-run"), said("--apply"), said("--dry-run")

    assert f"entry {low.entry_id} quote 0 (candidate): below the bar\n" in listed
    assert f"entry {entry.pk} quote 0 (verified, kept): below the bar\n" in listed
    assert "2 quotes are less similar than their project asks for now." in listed
    assert f"entry {low.entry_id} quote 0 (candidate): below the bar -> none\n" in applied
    assert f"entry {entry.pk} quote 0 (verified, kept): below the bar\n" in applied
    assert "1 quotes are less similar than their project asks for now." in again


def test_the_command_leaves_a_project_to_the_job_that_realigns_it(dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realigning, "MAX_REALIGNED_AT_ONCE", 0)
    slipped()
    realigning.start_if_large(make_project(), actor=dana)

    with pytest.raises(CommandError, match="A job realigns ledger now: wait until it is done"):
        said("--apply")
    assert "0 quotes are less similar" in said("--dry-run")
