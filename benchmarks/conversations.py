"""The cost of a whole session: a quote searched for in every message, and an extraction of thousands of quotes."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from rapidfuzz import fuzz, process

from aligner_core import EvidenceAligner, fold
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.failure_reasons import align_or_explain
from aligner_core._matching.cascade import PreparedSource, Settings
from aligner_core.formats.quotes import read_quote
from benchmarks.peers import EDLIB, MAX_RATIO, Source, by_edlib
from benchmarks.results import Result
from benchmarks.speed import LANGUAGES, Scale, sample_quotes
from benchmarks.timing import PairedTimes, fastest_seconds
from benchmarks.workload import Kind, messages

SETTINGS = Settings(max_ratio=MAX_RATIO, max_quote_length=2_000, enable_fuzzy=True)
LOOKUP_KINDS: tuple[Kind, ...] = ("reject", "accept")


def session_lookup(scale: Scale) -> Iterator[Result]:
    """Measure the search of a whole session for a quote that claims none of its messages."""
    for language in LANGUAGES:
        random = Random(f"{scale.seed} session {language}")
        prepared = [PreparedSource(content) for content in messages(language, scale.messages, random)]
        corpus = Corpus(prepared)
        sources = [Source(source.folded) for source in prepared]
        for kind in LOOKUP_KINDS:
            paired = PairedTimes()
            for at, sample in enumerate(
                sample_quotes(corpus.folded.text, kind, max(3, scale.quotes // 2), language, random)
            ):
                paired.measure(_actions(sample.quote, corpus, sources), repeats=1 + (at == 0))
            yield from paired.results("quote in a whole session", f"{language} {kind}", f"{scale.messages} messages")


def _actions(quote: str, corpus: Corpus, sources: list[Source]) -> dict[str, Callable[[], object]]:
    claimed = read_quote({"quote": quote, "messageIndex": len(sources)})
    wanted = fold(quote)
    texts = [source.folded.text for source in sources]
    loop = {"edlib loop": partial(_loop, wanted, sources)} if EDLIB else {}
    return {
        "ours": partial(align_or_explain, claimed, corpus, SETTINGS),
        **loop,
        "extractOne": partial(process.extractOne, wanted, texts, scorer=fuzz.partial_ratio, score_cutoff=85),
    }


def _loop(wanted: str, sources: list[Source]) -> None:
    for source in sources:
        by_edlib(wanted, source)


def extraction(scale: Scale) -> Iterator[Result]:
    """Measure one extraction of thousands of quotes on a session of thousands of messages."""
    count, wanted = scale.extraction
    random = Random(f"{scale.seed} extraction")
    contents = [content for language in LANGUAGES for content in messages(language, count // 2, random)]
    evidence = [_claimed(contents, at, random) for at in range(wanted)]
    spent = fastest_seconds(partial(EvidenceAligner().align, contents, {"evidence": evidence}), repeats=1)
    yield Result("one large extraction", scale=f"{len(contents)} messages, {wanted} quotes", value=spent, unit="s")


def _claimed(contents: list[str], at: int, random: Random) -> dict[str, object]:
    """Return a quote in its wire form: three of four are verbatim, the fourth is edited."""
    index = random.randrange(len(contents))
    language = LANGUAGES[index * 2 // len(contents)]
    kind: Kind = "accept"
    sample = sample_quotes(contents[index], kind, 1, language, random)[0]
    return {"messageIndex": index, "quote": sample.quote if at % 4 == 0 else contents[index][sample.start : sample.end]}
