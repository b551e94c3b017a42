"""What a whole session costs: a quote looked for in every message, and an extraction of thousands."""

from collections.abc import Callable
from functools import partial
from random import Random

from rapidfuzz import fuzz, process

from aligner_core import EvidenceAligner, fold
from aligner_core.claims import claim
from aligner_core.corpus import Corpus
from aligner_core.diagnosis import diagnose
from aligner_core.matching import PreparedSource, Settings
from benchmarks.peers import EDLIB, WORST, Source, by_edlib
from benchmarks.speed import LANGUAGES, Figures, Scale, cases
from benchmarks.timing import Paired, seconds, table
from benchmarks.workload import Kind, messages

SETTINGS = Settings(worst=WORST, longest=500, fuzzy=True)
LOOKED_FOR: tuple[Kind, ...] = ("reject", "accept")


def session_lookup(scale: Scale, figures: Figures) -> str:
    """Measure the search of a whole session for a quote that claims no message of it."""
    rows: list[list[object]] = []
    others = ["edlib loop", "extractOne"] if EDLIB else ["extractOne"]
    for language in LANGUAGES:
        random = Random(f"{scale.seed} session {language}")
        prepared = [PreparedSource(one) for one in messages(language, scale.messages, random)]
        corpus = Corpus(prepared)
        sources = [Source(one.folded) for one in prepared]
        for kind in LOOKED_FOR:
            paired = Paired()
            for at, one in enumerate(cases(corpus.folded.text, kind, max(3, scale.quotes // 2), language, random)):
                paired.measure(_actions(one.quote, corpus, sources), repeats=1 + (at == 0))
            figures |= {f"session {language} {kind} {name}": paired.ratio(name) for name in others}
            rows.append([language, kind, paired.middle("ours"), *(paired.ratio(name) for name in others)])
    return table(["language", "quotes", "ours ms", *(f"{name} ÷ ours" for name in others)], rows)


def _actions(quote: str, corpus: Corpus, sources: list[Source]) -> dict[str, Callable[[], object]]:
    given = claim({"quote": quote, "messageIndex": len(sources)})
    wanted = fold(quote)
    texts = [one.folded.text for one in sources]
    return {
        "ours": partial(diagnose, given, corpus, SETTINGS),
        "edlib loop": partial(_loop, wanted, sources),
        "extractOne": partial(process.extractOne, wanted, texts, scorer=fuzz.partial_ratio, score_cutoff=85),
    }


def _loop(wanted: str, sources: list[Source]) -> None:
    for one in sources if EDLIB else []:
        by_edlib(wanted, one)


def extraction(scale: Scale, figures: Figures) -> str:
    """Measure one extraction of thousands of quotes on a session of thousands of messages."""
    count, wanted = scale.extraction
    random = Random(f"{scale.seed} extraction")
    said = [one for language in LANGUAGES for one in messages(language, count // 2, random)]
    evidence = [_claimed(said, at, random) for at in range(wanted)]
    spent = seconds(partial(EvidenceAligner().align, said, {"evidence": evidence}), repeats=1)
    figures["extraction s"] = spent
    return table(["messages", "quotes", "s"], [[len(said), wanted, spent]])


def _claimed(said: list[str], at: int, random: Random) -> dict[str, object]:
    """Claim three quotes of four from their message as it stands, the fourth with edits."""
    index = random.randrange(len(said))
    language = LANGUAGES[index * 2 // len(said)]
    kind: Kind = "accept"
    one = cases(said[index], kind, 1, language, random)[0]
    return {"messageIndex": index, "quote": one.quote if at % 4 == 0 else said[index][one.start : one.end]}
