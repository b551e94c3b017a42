"""Bundles of entries of which something was taken back: the verifiers find nothing wrong, nor what counts no more."""

import io
import json
import zipfile

import pytest
from django.contrib.auth.models import User

from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.promotion.undo import undo_decision
from review.verifier import verify
from tests.factories import make_project, make_user
from tests.saying import KINDS
from tests.undone import newest

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.mark.parametrize("name", KINDS)
def test_what_was_taken_back_stands_in_the_journal_alone(mina: User, name: str) -> None:
    entry = KINDS[name].prepare(mina)
    KINDS[name].make(entry, mina)
    undo_decision(entry_id=entry.pk, event_id=newest(entry).pk, actor=mina)

    bundle = seal_bundle(scope=session_scope(entry.session), withheld=(), actor=None)

    assert isinstance(bundle, SealedBundle)
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    assert verify.check(files) == []
    events = [json.loads(line) for line in files["events.jsonl"].splitlines()]
    assert [one["event_type"] for one in events][-2:] == [name.split(maxsplit=1)[0], "decision_reverted"]
    [record] = [json.loads(line) for line in files["entries.jsonl"].splitlines()]
    is_second = name == "claim_corrected again"
    assert [one["version"] for one in record["claims"]] == ([1, 2] if is_second else [1])
    assert record["claim_confirmations"] == []
