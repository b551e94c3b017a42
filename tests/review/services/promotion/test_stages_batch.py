"""Moving the entries of a batch: each one as by itself, with the batch and its reason recorded beside it."""

import pytest
from django.contrib.auth.models import User

from review.domain.bulk import InBatch
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Entry
from review.services.promotion.stages import promote_in_batch
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

FOUND, INVENTED = (0, "keep the raw text of every event"), (0, "nobody has ever said anything like it here")
BATCH = InBatch(name="b-1", reason="read together on Monday")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def entry_with(*quotes: tuple[int, str]) -> Entry:
    return make_entry(make_session(["We keep the raw text of every event."]), quotes, stage="candidate")


def test_promote_in_batch_moves_an_entry_and_records_the_batch_and_its_reason(mina: User) -> None:
    entry = entry_with(FOUND)

    decision = promote_in_batch(
        entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina, batch=BATCH
    )

    event = entry.events.latest("seq")
    recorded = {name: event.body[name] for name in ("from_stage", "to_stage", "batch", "reason")}
    assert isinstance(decision, Granted)
    assert (event.event_type, event.actor) == ("entry_promoted", "mina")
    assert recorded == {"from_stage": "candidate", "to_stage": "verified", "batch": BATCH.name, "reason": BATCH.reason}


def test_promote_in_batch_is_refused_by_the_same_gate_and_records_the_batch(mina: User) -> None:
    entry = entry_with(FOUND, INVENTED)

    decision = promote_in_batch(
        entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina, batch=BATCH
    )

    event = entry.events.latest("seq")
    assert decision == Refused(Stage.VERIFIED, (Reason.EVIDENCE_NOT_ALIGNED,))
    assert (event.event_type, event.body["batch"]) == ("promotion_refused", BATCH.name)
    assert Entry.objects.get(pk=entry.pk).stage == Stage.CANDIDATE
