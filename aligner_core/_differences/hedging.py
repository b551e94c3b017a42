"""Words before a hit in its sentence by which the speaker does not vouch for it: hearsay, conditions, doubt.

*He said he will resign* does not say that he will. This is worth a look, and changes no word: an advice
(specification 3.9).
"""

from aligner_core._differences.beside import Beside
from aligner_core._differences.severity import JUDGED
from aligner_core._language.lexicon import lexicon
from aligner_core._text.tokens import words_in


def hedge_in_sentence(beside: Beside) -> str:
    """Return the last words of hearsay, condition or doubt before a hit in its sentence; "" where there are none.

    >>> hedge_in_sentence(Beside("According to Kim, the roof is done.", 18, 34, "en"))
    'according to'
    """
    if not beside.before:
        return ""
    sentence = beside.sentence_before()
    words, last, hedge = words_in(sentence), -1, ""
    for code in _languages(beside.language, is_ascii=sentence.isascii()):
        hedges = lexicon(code).hedges
        pattern = hedges.in_sentence if hedges.may_be_in(words) else None
        for found in pattern.finditer(sentence) if pattern is not None else ():
            if found.start() > last:
                last, hedge = found.start(), found[0].strip(" ,")
    return hedge


def _languages(language: str | None, *, is_ascii: bool) -> tuple[str, ...]:
    if language in {None, *JUDGED}:
        return ("en",) if is_ascii else JUDGED
    return (str(language), "en")
