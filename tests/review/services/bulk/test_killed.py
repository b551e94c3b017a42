"""A batch whose process is killed midway: what was done is reported, and the rest goes on."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from review.domain.bulk import BatchKind
from review.models import Entry
from review.services.bulk.parts import confirm_batch
from review.services.bulk.previews import preview_entries
from tests.bulk import make_mix
from tests.factories import make_project, make_user
from tests.sharing import shared

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[4]
NUMBER = 90
COUNTS = """SELECT
    (SELECT count(*) FROM review_batchitem WHERE state = 'done'),
    (SELECT count(*) FROM review_event WHERE event_type = 'entry_promoted' AND CAST(payload AS text) LIKE '%batch%'),
    (SELECT count(*) FROM review_entry WHERE stage = 'verified'),
    (SELECT count(*) FROM review_batchitem WHERE state = 'refused')"""


def applying(address: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Return a process that applies a batch of a store."""
    environment = {**os.environ, "REVIEW_DATABASE_URL": address}
    return subprocess.Popen([sys.executable, "-m", "tests.applying", *arguments], cwd=ROOT, env=environment)


@pytest.mark.slow
def test_a_killed_batch_reports_what_was_done_and_goes_on(tmp_path: Path) -> None:
    project = make_project()
    mina = make_user("mina", project=project)
    mix = make_mix(NUMBER, mina=mina, project=project)
    batch = preview_entries(BatchKind.VERIFY, Entry.objects.all(), actor=mina)
    confirm_batch(name=batch.name, reason="read together", actor=mina)
    address, asked = shared(tmp_path)
    before, all_done = len(mix["verified"]), len(mix["read"])

    with applying(address, batch.name, "mina") as killed:
        while asked(COUNTS)[0] < 2 and killed.poll() is None:
            time.sleep(0.01)
        killed.kill()
    done, *others = asked(COUNTS)
    with applying(address, batch.name, "mina") as second:
        is_over = second.wait()

    assert killed.returncode == -9
    assert 2 <= done < all_done
    assert others == [done, before + done, 0]
    assert is_over == 0
    assert asked(COUNTS) == (all_done, all_done, before + all_done, 0)
