"""What every output of an entry says of its promotion: the gate's own decision."""

import pytest

from review.domain.policy import Reason, Stage
from review.selectors.promotion.blocks import PromotionBlock, promotion_block
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import withdraw_quote
from review.services.repair.splitting import Split, split_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND, INVENTED, TWICE = (0, "keep the raw text"), (0, "nobody ever said so"), (1, "The cache lives for one hour.")


def test_promotion_block_of_an_entry_that_may_be_verified() -> None:
    assert promotion_block(make_entry(make_session(WORDS), [FOUND])) == PromotionBlock((), ())


def test_promotion_block_names_the_failed_quotes_and_says_why() -> None:
    block = promotion_block(make_entry(make_session(WORDS), [FOUND, INVENTED, TWICE], stage="raw"))

    assert block == PromotionBlock((Reason.EVIDENCE_NOT_ALIGNED, Reason.AMBIGUOUS_EVIDENCE), (INVENTED[1],))
    assert (block.blocked, block.reason) == (True, "Evidence alignment failed. Cannot promote to Verified.")


def test_promotion_block_says_the_codes_of_other_reasons() -> None:
    assert promotion_block(make_entry(make_session(WORDS), [TWICE])).reason == "ambiguous_evidence"
    assert promotion_block(make_entry(make_session(WORDS))).reason == "no_evidence"


def test_promotion_block_lists_withdrawn_quotes_among_the_failed() -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(WORDS), [FOUND, INVENTED])
    withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="invented", seen_attempt=1, actor=mina)
    entry.refresh_from_db()

    assert promotion_block(entry) == PromotionBlock((Reason.CLAIM_UNCONFIRMED,), (INVENTED[1],))


def test_promotion_block_names_no_quote_that_its_parts_stand_for() -> None:
    mina = make_user("mina", project=make_project())
    first, last = "We keep the raw text of every event", "until the end of the next year."
    message = f"{first}, however large it is and whoever sent it to us, {last}"
    entry = make_entry(make_session([message]), [f"{first} … {last}"])
    before = promotion_block(entry)
    parts = [(first, 0), (last, 0)]

    assert isinstance(split_quote(quote_id=quotes_of(entry)[0].pk, parts=parts, seen_attempt=1, actor=mina), Split)
    entry.refresh_from_db()

    assert (before.failed_quotes, promotion_block(entry).failed_quotes) == ((f"{first} … {last}",), ())


def test_promotion_block_of_verified_and_of_rejected_entries() -> None:
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS)
    verified, rejected = make_entry(session, [FOUND]), make_entry(session, [FOUND], title="Another")
    promote_entry(entry_id=verified.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    reject_entry(entry_id=rejected.pk, reason="wrong", seen_version=1, actor=mina)
    verified.refresh_from_db()
    rejected.refresh_from_db()

    assert promotion_block(verified) == PromotionBlock((), ())
    assert promotion_block(rejected).reason == "wrong_stage"
