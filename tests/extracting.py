"""Projects whose extractor asks a scripted model, over HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.test import override_settings

from aligner_core.extraction import ScriptedModel
from review.domain.extracting import ExtractorSettings
from review.models import Project, ReviewSession, Role
from review.selectors.extracting import extractor_digest
from review.services.people.members import set_extractor
from tests.factories import make_project, make_session, make_user

MESSAGES = [f"The budget of part {n} is {1000 + 37 * n} euros, due on {n + 2} May." for n in range(6)]


def choose(project: Project, **chosen: object) -> None:
    """Have a manager of a project choose its extractor."""
    dana = User.objects.filter(username="dana").first() or make_user("dana", project=project, role=Role.MANAGER)
    project.refresh_from_db()
    given = ExtractorSettings.of(chosen)
    set_extractor(project_id=project.pk, chosen=given, seen=extractor_digest(project), actor=dana)
    project.refresh_from_db()


@contextmanager
def asking(
    script: str, *, server: ScriptedModel | None = None, **chosen: object
) -> Iterator[tuple[ReviewSession, ScriptedModel]]:
    """Have a project in the block with a session, whose extractor asks a scripted model, or the one of a *server*."""
    with server or ScriptedModel() as model:
        host = urlsplit(model.url).netloc
        with override_settings(REVIEW_OPENAI_KEY="a-key", REVIEW_LLM_HOSTS=(host,)):
            project = make_project()
            choose(project, **{"model": script, "base_url": model.openai_url, **chosen})
            yield make_session(MESSAGES, project=project), model
