"""What a fix does and the words of its button, by its kind."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner
from review.selectors.quotes.quote_rows import OfferedFix, OfferedFixKind
from review.wording import fix_act, fix_sentence


def offered(kind: OfferedFixKind, *, parts: int = 1) -> OfferedFix:
    """Return a fix in message 3."""
    evidence = EvidenceAligner().align_quote("We keep it", "We keep it.")
    assert isinstance(evidence, AlignedEvidence)
    return OfferedFix("some", kind, (evidence.model_copy(update={"message_index": 3}),) * parts)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("move", "Move to #3"),
        ("use_words", "Take “We keep it”"),
        ("rewrite", "Cut to these words"),
        ("split", "Split into 2"),
        ("extend", "Extend"),
        ("align", "Look for the words"),
    ],
)
def test_the_button_says_what_it_does(kind: OfferedFixKind, words: str) -> None:
    assert fix_act(offered(kind, parts=2)) == words


@pytest.mark.parametrize(
    ("change", "words"), [(("30", "90"), "Take “90”"), (("", "not"), "Take “We keep it”"), (None, "Take “We keep it”")]
)
def test_the_button_names_the_words_of_the_message_that_it_takes(change: tuple[str, str] | None, words: str) -> None:
    assert fix_act(offered("use_words"), change=change) == words


@pytest.mark.parametrize(
    ("kind", "looked_for_in", "sentence"),
    [
        ("move", 1, "The words are in message 3."),
        ("use_words", 3, "Take the words of the message instead of the model’s:"),
        ("use_words", 1, "Take the words of message 3 instead of the model’s:"),
        ("rewrite", 1, "This part of the quote is in message 3:"),
        ("split", 1, "Each part is a quote of its own:"),
        ("align", None, "Look for the words in message 3."),
    ],
)
def test_a_sentence_says_what_a_fix_is(kind: OfferedFixKind, looked_for_in: int | None, sentence: str) -> None:
    assert fix_sentence(offered(kind), message_index=looked_for_in) == sentence
