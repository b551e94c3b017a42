"""The work of the most similar places: a window is slid for quotes of a moderate length alone."""

import pytest

from aligner_core import Corpus, check
from aligner_core._corpus.candidates import _most_similar_window, candidates
from aligner_core._corpus.search import CorpusSearch
from aligner_core.aligner import AlignerConfig, settings_of
from tests.calls import calls_of

TEXT = "word and some other text here. "
SLIDES = _most_similar_window.__name__


def elided(parts: int) -> str:
    return " ... ".join(f"word{number} and some" for number in range(parts))


@pytest.mark.parametrize(("parts", "slides"), [(4, 1), (200, 0)])
def test_a_window_is_slid_where_its_cost_is_within_bounds(parts: int, slides: int) -> None:
    search = CorpusSearch(Corpus([TEXT * 4_000]), settings_of(AlignerConfig()))

    called = calls_of(lambda: candidates(elided(parts), search, limit=3))

    assert called[SLIDES] == slides


def test_a_long_quote_has_its_closest_words_by_the_search() -> None:
    words = " ".join(f"word{number} and some" for number in range(400))
    texts = [TEXT, TEXT * 200 + words.replace("word39 and", "word39 or") + TEXT * 200]
    search = CorpusSearch(Corpus(texts), settings_of(AlignerConfig()))

    assert [place.message_index for place in candidates(words, search, limit=1)] == [1]


def test_200_ellipses_are_looked_for_a_few_times() -> None:
    called = calls_of(lambda: check(elided(200), TEXT * 4_000))

    assert called[SLIDES] == 0
    assert called.total() <= 400_000
