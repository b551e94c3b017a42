"""One aligner, by the settings: what is looked for, kept, shown and signed follows one configuration."""

import pytest
from pytest_django.fixtures import Settings

from aligner_core import AlignerConfig
from review.aligner import aligner
from review.config.environment import Environment
from review.models import Quote
from review.selectors.repair.diagnoses import corpus_of
from review.selectors.repair.trial import trial_of
from review.services.repair.quotes import Attempted, retry_quote
from tests.factories import make_project, make_quote, make_user

pytestmark = pytest.mark.django_db

TALK = "We keep the raw text of every event for a year. " * 30


def test_aligner_looks_by_default_for_as_long_a_quote_as_the_core() -> None:
    assert aligner().config == AlignerConfig()
    assert aligner() is aligner()


def test_aligner_is_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVIEW_MAX_FUZZY_QUOTE_CHARS", "300")

    assert Environment().max_fuzzy_quote_chars == 300


def test_a_limit_that_is_raised_lets_a_quote_be_found_by_looking_again(settings: Settings) -> None:
    mina, words = make_user(project=make_project()), TALK.strip().replace("raw", "rew", 1)
    settings.REVIEW_MAX_FUZZY_QUOTE_CHARS = 200
    quote = make_quote(TALK, quote=words)
    before = Quote.objects.select_related("current").get(pk=quote.pk).current
    trial = trial_of(words, 0, corpus_of(quote.entry.session))

    settings.REVIEW_MAX_FUZZY_QUOTE_CHARS = 2_000
    made = retry_quote(quote_id=quote.pk, text=words, message_index=0, seen_attempt=1, actor=mina)

    assert before is not None
    assert (before.reason, trial and trial.state) == ("quote_too_long", "failed")
    assert isinstance(made, Attempted)
    assert made.alignment.method == "fuzzy"
    assert [before.config_digest, made.alignment.config_digest] == [
        AlignerConfig(max_quote_length=size).digest for size in (200, 2_000)
    ]
