"""What other forms of a word have in common with it, in English and in Korean."""

import re
from collections.abc import Iterator
from functools import lru_cache

from aligner_core._language.korean_particles import split_particle
from aligner_core._text.hangul import final_consonant, has_hangul, with_final, without_final

MIN_STEM_CHARS = 2
"""A stem of one letter says nothing."""
_MIN_ENGLISH_CHARS, _MIN_DERIVED_CHARS = 3, 5
_INFLECTIONS = (
    *(("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")),
    *(("ly", ""), ("er", ""), ("er", "e"), ("ers", ""), ("ers", "e"), ("est", ""), ("est", "e")),
)
_DERIVATIONS = ("", "e", "y", "al", "als", "ion", "ions", "ation", "ations", "ment", "ments", "able", "ance", "ence")
"""Endings that derive another word from a verb; the stems of such words are marked and match only each other."""
_NO_ENDING = re.compile("(?:ss|us|is|news|number|paper|order|other|corner)$")
_VOWEL = re.compile("[aeiouy]")
_IRREGULAR_LINES = (
    "begin began begun/break broke broken/bring brought/build built/buy bought/catch caught/choose chose chosen",
    "come came/draw drew drawn/drive drove driven/eat ate eaten/fall fell fallen/feel felt/find found/fly flew flown",
    "forget forgot forgotten/freeze froze frozen/give gave given/go went gone/grow grew grown/hear heard",
    "hide hid hidden/shrink shrank shrunk/sing sang sung/swim swam swum",
    "hold held/keep kept/know knew known/lead led/leave left/lend lent/lose lost/mean meant/meet met/pay paid",
    "rise rose risen/run ran/see saw seen/seek sought/sell sold/send sent/shake shook shaken/show shown/sink sank sunk",
    "sleep slept/speak spoke spoken/spend spent/stand stood/steal stole stolen/take took taken/teach taught/tell told",
    "think thought/throw threw thrown/understand understood/wear wore worn/win won/write wrote written/child children",
    "foot feet/tooth teeth/man men/woman women/person people/leaf leaves/half halves/shelf shelves/knife knives",
    "life lives/mouse mice/index indices/bicycle bike bikes",
)
_IRREGULAR = {
    form: line.split()[0] for lines in _IRREGULAR_LINES for line in lines.split("/") for form in line.split()[1:]
}
_PREDICATE = re.compile("(?<=..)(?:하|했|한|할|합|함|해|되|됐|된|될|됩|됨|돼|시키|시켜|시킨|시킵).*")
"""Endings that make a verb of a Korean noun: 제거하기로 and 제거했다 have the same noun."""
_COPULA = re.compile("(?<=..)(?:입니다|이다|이에요|예요|이며|이고|이나|이면|인|일|이어서|이라|이라서|였다|이었다|임)$")
_SUFFIX = re.compile("(?<=..)(?:들|님|류|용|별|적|째|씩|쯤|뿐|끼리)$")
_ENDING_WORDS = (
    "습니다 십시오 으십시오 세요 으세요 어요 아요 요 네요 지요 고요 으며 며 으면 면 으면서 면서 으므로 므로 으니 니 "
    "으니까 니까 으려고 려고 으려면 려면 고 고서 지 지만 기 기로 거나 도록 는 는데 은 을 던 게 자 어 아 어서 아서 서 "
    "어도 아도 도 어야 아야 야 다 다가 음 나 라 는다 는지 은지 을지 을까 을수록"
)
_ENDINGS = _ENDING_WORDS.split()
_FINAL_ENDINGS = (
    ("니다", "ㅂ"),
    ("다", "ㄴ"),
    ("데", "ㄴ"),
    ("지", "ㄴ"),
    ("지", "ㄹ"),
    ("까", "ㄹ"),
    ("수록", "ㄹ"),
    ("", "ㄴ"),
    ("", "ㄹ"),
    ("", "ㅁ"),
)
"""Endings that add a final consonant to a stem that ends in a vowel, and the consonant."""
_CONTRACTED = dict(zip("워려여와쳐져겨켜혀셔줘둬봐눠춰궈꿔껴꺼", "우리이오치지기키히시주두보누추구꾸끼끄", strict=True))
"""The last syllable of a verb contracted with 어 or 아, and what it was before."""
_SHORT_VERBS = frozenset(
    "있없같않많좋싶씻접묶담넣떼먹입신벗닫열찾받놓얹덮깎볶끓굽섞뽑막맞믿읽듣걷싣젓잇붓녹얼팔끊앉꽂빨풀썰잡뜯찢밟끄켜웃울"
)
"""Verbs of one syllable; any other single syllable before an ending is taken for a noun, which says nothing."""

_SHORT_NOUN = re.compile(".[에와과로의만으느은을는]")
"""A noun of one syllable with a particle, rather than a verb."""


@lru_cache(maxsize=16384)
def stems(word: str) -> frozenset[str]:
    """Return the stems a folded word may have, itself among them; two words are forms of one when they share any.

    >>> not stems("비운").isdisjoint(stems("비우고")), not stems("removing").isdisjoint(stems("removal"))
    (True, True)
    """
    return frozenset(_korean_stems(word) if has_hangul(word) else _english_stems(word))


def _korean_stems(word: str) -> Iterator[str]:
    noun = split_particle(word)[0]
    for form in {word, noun, _COPULA.sub("", word), _PREDICATE.sub("", word)}:
        if len(form) >= MIN_STEM_CHARS:
            yield form
            yield _SUFFIX.sub("", form)
    for verb in _verb_stems(word):
        if verb in _SHORT_VERBS or (len(verb) >= MIN_STEM_CHARS and not _SHORT_NOUN.fullmatch(verb)):
            yield f"{verb}다"


def _verb_stems(word: str) -> Iterator[str]:
    """Yield what a word may be before an ending, with contractions undone."""
    for ending in _ENDINGS:
        if word.endswith(ending) and word != ending:
            yield from _uncontracted(word.removesuffix(ending))
    yield from _uncontracted(word)
    for ending, letter in _FINAL_ENDINGS:
        stem = word.removesuffix(ending)
        if stem and word.endswith(ending) and final_consonant(stem[-1]) == letter:
            bare = stem[:-1] + without_final(stem[-1])
            yield from (bare, bare[:-1] + with_final(bare[-1], "ㄹ"))


def _uncontracted(stem: str) -> Iterator[str]:
    head, last = stem[:-1], stem[-1]
    if last in "었았" and head:
        yield head
    if final_consonant(last) == "ㅆ":
        last = without_final(last)
    if last in _CONTRACTED:
        last = _CONTRACTED[last]
    elif last in "러라" and head and final_consonant(head[-1]) == "ㄹ":
        head, last = head[:-1] + without_final(head[-1]), "르"
    yield head + last
    if stem[-1] != last:
        yield stem


def _english_stems(word: str) -> Iterator[str]:
    bases = set(_inflected(word.removesuffix("'s")))
    yield from bases
    for base in bases:
        for ending in _DERIVATIONS:
            stem = base.removesuffix(ending)
            if base.endswith(ending) and len(stem) >= _MIN_DERIVED_CHARS:
                yield f"{_undoubled(stem)}-"


def _inflected(word: str) -> Iterator[str]:
    yield word
    yield _IRREGULAR.get(word, word)
    for ending, lost in _INFLECTIONS:
        stem = word.removesuffix(ending)
        whole = stem + "y" if lost == "y" else stem
        if stem != word and len(whole) >= _MIN_ENGLISH_CHARS and _VOWEL.search(whole) and not _NO_ENDING.search(word):
            yield from (stem + lost, _undoubled(stem))


def _undoubled(stem: str) -> str:
    """Return a stem with its last consonant once: stop of stopped."""
    return stem[:-1] if stem[-1] == stem[-2] else stem
