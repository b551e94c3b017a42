"""Registers of retrievals: everything can be read, nothing can be changed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import Chunk, SourceCorrection
from review.services.retrievals import correct_source
from tests.factories import make_retrieval, make_user

pytestmark = pytest.mark.django_db

HIDDEN = "cache\u202e.md"


@pytest.fixture
def root(client: Client) -> Client:
    user = User.objects.create(username="root", is_staff=True, is_superuser=True)
    client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def _corrected() -> None:
    chunk = {"title": HIDDEN, "content": "The cache lives for one hour."}
    session = make_retrieval([chunk], answer="One hour.\n\nSource: `gone.md`")
    actor = make_user("mina", project=session.project)
    source = session.entries.get().cited_sources.get()
    correct_source(source_id=source.pk, replacement=HIDDEN, reason="asked Dana", seen_version=1, actor=actor)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("retrieval", "How long does the cache live?"),
        ("chunk", "cache[RLO].md"),
        ("citedsource", "gone.md"),
        ("sourcecorrection", "asked Dana"),
    ],
)
def test_registers_of_retrievals_show_every_row(root: Client, model: str, words: str) -> None:
    page = root.get(reverse(f"admin:review_{model}_changelist"), {"q": words[:4]}).content.decode()

    assert words in page
    assert "\u202e" not in page


@pytest.mark.parametrize("model", [Chunk, SourceCorrection])
def test_registers_of_retrievals_change_nothing(root: Client, model: type[Chunk | SourceCorrection]) -> None:
    name, pk = model._meta.model_name, model._default_manager.get().pk

    for action in ("change", "delete"):
        assert root.post(reverse(f"admin:review_{name}_{action}", args=[pk]), {"post": "yes"}).status_code == 403
    assert root.get(reverse(f"admin:review_{name}_add")).status_code == 403
