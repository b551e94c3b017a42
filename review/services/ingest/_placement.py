"""Which conversation an extraction without one was made from: the one that has most of its quotes, word for word.

Private to the services.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from aligner_core import AlignedEvidence, AlignerConfig, EvidenceAligner, WorkBudget

MAX_ASKED = 50
"""How many conversations are tried for an extraction without a session."""
MAX_QUOTES_ASKED = 100
WORK_ASKED = 20_000_000
Key = tuple[int, int]
"""The position of a file and the place of a part in it."""


class Words(NamedTuple):
    """The contents of the messages of a conversation, or the quotes of an extraction; an alternate is a branch."""

    key: Key
    texts: Sequence[str]
    is_alternate: bool = False


class Placed(NamedTuple):
    """The conversation that an extraction belongs to, and how many of the quotes that were asked about stand there."""

    belongs_to: Key | None
    standing: int
    asked: int


def placed(extractions: Iterable[Words], conversations: Sequence[Words]) -> Mapping[Key, Placed]:
    """Return the conversation that holds most quotes of each extraction, by the key of the extraction."""
    aligner, budget = EvidenceAligner(AlignerConfig(enable_fuzzy=False)), WorkBudget(WORK_ASKED)
    found: dict[Key, Placed] = {}
    for one in extractions:
        asked = [{"quote": text} for text in islice((text for text in one.texts if text.strip()), MAX_QUOTES_ASKED)]
        counted = [
            (sum(_aligned(aligner, conversation.texts, asked, budget)), conversation) for conversation in conversations
        ]
        ranked = ((count, not fit.is_alternate, _before(fit.key, one.key), fit.key) for count, fit in counted)
        best = max(ranked, key=lambda rank: rank[:3], default=(0, True, 0, None))
        found[one.key] = Placed(best[3], best[0], len(asked))
    return found


def _before(conversation: Key, extraction: Key) -> int:
    """Return how closely a conversation precedes an extraction in its file; 0 when it does not."""
    (file, place), (other, behind) = conversation, extraction
    return place + 1 if file == other and place < behind else 0


def _aligned(
    aligner: EvidenceAligner, contents: Sequence[str], quotes: list[dict[str, str]], budget: WorkBudget
) -> list[bool]:
    given = {"index": "none", "evidence": quotes}
    outcomes = aligner.align(list(contents), given, budget=budget).outcomes
    return [isinstance(outcome, AlignedEvidence) for outcome in outcomes]
