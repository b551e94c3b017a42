"""What other forms of a word have in common with it, in English and in Korean."""

import re
from collections.abc import Iterator
from functools import lru_cache

from aligner_core.hangul import closed_by, ends_in, is_hangul, open_syllable
from aligner_core.korean import parted

SHORTEST = 2
"""A stem of one letter tells nothing."""
_SHORTEST_ENGLISH, _SHORTEST_DERIVED = 3, 5
_INFLECTIONS = (
    *(("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")),
    *(("ly", ""), ("er", ""), ("er", "e"), ("ers", ""), ("ers", "e"), ("est", ""), ("est", "e")),
)
_DERIVATIONS = ("", "e", "y", "al", "als", "ion", "ions", "ation", "ations", "ment", "ments", "able", "ance", "ence")
"""What makes another word of a verb; such a verb is marked, and compared with its like alone."""
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
"""What makes a verb of a Korean noun: 제거하기로 comes back as 제거했다."""
_COPULA = re.compile("(?<=..)(?:입니다|이다|이에요|예요|이며|이고|이나|이면|인|일|이어서|이라|이라서|였다|이었다|임)$")
_SUFFIX = re.compile("(?<=..)(?:들|님|류|용|별|적|째|씩|쯤|뿐|끼리)$")
_ENDING_WORDS = (
    "습니다 십시오 으십시오 세요 으세요 어요 아요 요 네요 지요 고요 으며 며 으면 면 으면서 면서 으므로 므로 으니 니 "
    "으니까 니까 으려고 려고 으려면 려면 고 고서 지 지만 기 기로 거나 도록 는 는데 은 을 던 게 자 어 아 어서 아서 서 "
    "어도 아도 도 어야 아야 야 다 다가 음 나 라 는다 는지 은지 을지 을까 을수록"
)
_ENDINGS = _ENDING_WORDS.split()
_UNDER = (
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
"""Endings that put a letter under a stem that ends in a vowel."""
_GROWN = dict(zip("워려여와쳐져겨켜혀셔줘둬봐눠춰궈꿔껴꺼", "우리이오치지기키히시주두보누추구꾸끼끄", strict=True))
"""The last syllable of a verb and 어 or 아 grown together, and what it was."""
_SHORT_VERBS = frozenset(
    "있없같않많좋싶씻접묶담넣떼먹입신벗닫열찾받놓얹덮깎볶끓굽섞뽑막맞믿읽듣걷싣젓잇붓녹얼팔끊앉꽂빨풀썰잡뜯찢밟끄켜웃울"
)
"""Verbs of one syllable; any other syllable before an ending is taken for a noun of one letter, which tells nothing."""


_IS_ONE_LETTER = re.compile(".[에와과로의만으느은을는]")
"""A noun of one letter with a particle, and no verb."""


@lru_cache(maxsize=16384)
def stems(word: str) -> frozenset[str]:
    """Give what a folded word may come from, itself among them; two words are forms of one when they share any.

    >>> not stems("비운").isdisjoint(stems("비우고")), not stems("removing").isdisjoint(stems("removal"))
    (True, True)
    """
    return frozenset(_korean(word) if is_hangul(word) else _english(word))


def _korean(word: str) -> Iterator[str]:
    noun = parted(word)[0]
    for form in {word, noun, _COPULA.sub("", word), _PREDICATE.sub("", word)}:
        if len(form) >= SHORTEST:
            yield form
            yield _SUFFIX.sub("", form)
    for verb in _verbs(word):
        if verb in _SHORT_VERBS or (len(verb) >= SHORTEST and not _IS_ONE_LETTER.fullmatch(verb)):
            yield f"{verb}다"


def _verbs(word: str) -> Iterator[str]:
    """Yield what a word is before an ending, with what grew together taken apart."""
    for ending in _ENDINGS:
        if word.endswith(ending) and word != ending:
            yield from _taken_apart(word.removesuffix(ending))
    yield from _taken_apart(word)
    for ending, letter in _UNDER:
        stem = word.removesuffix(ending)
        if stem and word.endswith(ending) and ends_in(stem[-1]) == letter:
            bare = stem[:-1] + open_syllable(stem[-1])
            yield from (bare, bare[:-1] + closed_by(bare[-1], "ㄹ"))


def _taken_apart(stem: str) -> Iterator[str]:
    head, last = stem[:-1], stem[-1]
    if last in "었았" and head:
        yield head
    if ends_in(last) == "ㅆ":
        last = open_syllable(last)
    if last in _GROWN:
        last = _GROWN[last]
    elif last in "러라" and head and ends_in(head[-1]) == "ㄹ":
        head, last = head[:-1] + open_syllable(head[-1]), "르"
    yield head + last
    if stem[-1] != last:
        yield stem


def _english(word: str) -> Iterator[str]:
    bases = set(_inflected(word.removesuffix("'s")))
    yield from bases
    for base in bases:
        for ending in _DERIVATIONS:
            stem = base.removesuffix(ending)
            if base.endswith(ending) and len(stem) >= _SHORTEST_DERIVED:
                yield f"{_undoubled(stem)}-"


def _inflected(word: str) -> Iterator[str]:
    yield word
    yield _IRREGULAR.get(word, word)
    for ending, lost in _INFLECTIONS:
        stem = word.removesuffix(ending)
        whole = stem + "y" if lost == "y" else stem
        if stem != word and len(whole) >= _SHORTEST_ENGLISH and _VOWEL.search(whole) and not _NO_ENDING.search(word):
            yield from (stem + lost, _undoubled(stem))


def _undoubled(stem: str) -> str:
    """Give a stem with its last consonant once, as stop has it in stopped."""
    return stem[:-1] if stem[-1] == stem[-2] else stem
