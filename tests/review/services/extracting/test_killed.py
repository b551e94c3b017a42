"""An extraction whose workers are killed midway is stored once."""

import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import override_settings

from aligner_core.extraction import ScriptedModel
from review.models import Job
from review.services.extracting.starting import start_extraction
from tests.extracting import choose
from tests.factories import make_project, make_session, make_user
from tests.killing import DELIVERIES, Machine, delivered, kill_until_done, skip_unless_delivered
from tests.sharing import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
COUNTS = """SELECT
    (SELECT count(*) FROM review_extraction),
    (SELECT count(*) FROM review_entry),
    (SELECT count(*) FROM review_event WHERE event_type = 'memory_extracted'),
    (SELECT count(*) FROM review_extractorrun)"""


@pytest.mark.parametrize("delivery", DELIVERIES)
def test_killed_workers_store_an_extraction_once(
    delivery: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_unless_delivered(delivery)
    with ScriptedModel(slow=0.4) as model:
        host = urlsplit(model.url).netloc
        monkeypatch.setenv("REVIEW_OPENAI_KEY", "a-key")
        monkeypatch.setenv("REVIEW_LLM_HOSTS", host)
        with override_settings(REVIEW_OPENAI_KEY="a-key", REVIEW_LLM_HOSTS=(host,)):
            project = make_project()
            choose(project, model="slow+flip>slow+mend", base_url=model.openai_url)
            session = make_session([f"{n}: {'words and more ' * 1_500}{n}" for n in range(6)], project=project)
            assert isinstance(start_extraction(session, actor=make_user("mina", project=project)), Job)
        machine = Machine(*shared(tmp_path), delivery)

        with delivered(machine, delivery):
            kill_until_done(machine, random.Random(7), kills=4)  # noqa: S311 - which moment

        assert machine.asked(COUNTS) == (1, 6, 1, 1)
