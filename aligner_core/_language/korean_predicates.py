"""Korean predicates: a word read as stem, tense and mood.

Only the endings listed in `data/ko.toml` are taken off; a word with any other ending is no form of a stem.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from aligner_core._language.lexicon import table_at, words_at
from aligner_core._text.hangul import final_consonant, with_final, without_final

MAX_CACHED_WORDS = 4096

_PAST_MARK, _FUTURE_MARK, _HONORIFIC = "ㅆ", "겠", "시"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FIRST, _INITIAL_SIZE, _VOWEL_SIZE = 0xAC00, 588, 28


class Form(NamedTuple):
    """One reading of a predicate."""

    stem: str
    tense: str
    mood: str


def spell_out_quotes(word: str) -> list[str]:
    """Return a word of hearsay in full.

    >>> spell_out_quotes("줄이래요"), spell_out_quotes("줄여요")
    (['줄이라고', '해요'], ['줄여요'])
    """
    for ending, full in table_at("predicates.hearsay", "ko").items():
        if word.endswith(ending) and len(word) > len(ending):
            return f"{word.removesuffix(ending)}{full}".split()
    return [word]


def contracted(word: str) -> str:
    """Return a word with the past of 하다, 되다, 주다 and 보다 contracted; the full form means the same.

    >>> contracted("입원하였다가"), contracted("되었으나")
    ('입원했다가', '됐으나')
    """
    for full, contraction in table_at("predicates.contracted_past", "ko").items():
        word = word.replace(full, contraction)
    return word


@lru_cache(maxsize=MAX_CACHED_WORDS)
def forms_of(word: str) -> frozenset[Form]:
    """Return every reading of a word as a predicate; too many do no harm, since words are compared by common readings.

    >>> Form("결정하", "past", "statement") in forms_of("결정했어요") & forms_of("결정하였습니다")
    True
    >>> forms_of("합니다") & forms_of("하세요")
    frozenset()
    """
    return frozenset(_forms(word))


def is_of_one_stem(word: str, other: str, shared: Iterable[Form]) -> bool:
    """Return whether words with readings in common are likely to have one stem.

    Of stems of one syllable too many readings are known: then both words must begin with the same consonant, and with
    vowels that endings exchange.

    >>> is_of_one_stem("봅니다", "봐요", forms_of("봅니다") & forms_of("봐요"))
    True
    """
    return any(len(form.stem) > 1 for form in shared) or _may_be_exchanged(word[0], other[0])


def _may_be_exchanged(syllable: str, other: str) -> bool:
    if syllable == other or not (_is_syllable(syllable) and _is_syllable(other)):
        return syllable == other
    vowels = {_vowel(syllable), _vowel(other)}
    same_consonant = (ord(syllable) - _FIRST) // _INITIAL_SIZE == (ord(other) - _FIRST) // _INITIAL_SIZE
    return same_consonant and (
        len(vowels) == 1 or any(vowels <= {*pair} for pair in words_at("predicates.exchanged", "ko"))
    )


def _forms(word: str) -> Iterator[Form]:
    yield from _forms_of_will(word)
    if stem := table_at("predicates.irregular", "ko").get(word):
        yield Form(stem, "present", "statement")
    for ending, mood in table_at("predicates.copula", "ko").items():
        if word.endswith(ending):
            yield Form(word.removesuffix(ending) + "이", "present", mood)
    for mood, endings in table_at("predicates.endings", "ko").items():
        for ending in endings:
            for base in _before(word, ending) if word.endswith(ending[1:]) else ():
                yield from (Form(stem, tense, mood) for stem, tense in _stems_and_tenses(base))
    for mood, endings in table_at("predicates.infinitive_endings", "ko").items():
        for ending in endings:
            if word.endswith(ending) and len(word) > len(ending):
                base = word.removesuffix(ending)
                yield from (Form(stem, tense, mood) for stem, tense in _stems_of_infinitive(base))


def _forms_of_will(word: str) -> Iterator[Form]:
    for ending in words_at("predicates.will", "ko"):
        for base in _before(word, ending):
            yield from (Form(stem, f"{tense} future", "statement") for stem, tense in _stems_and_tenses(base))


def _before(word: str, ending: str) -> Iterator[str]:
    """Yield the part before an ending of which a word has all but the first sign.

    The ending may begin with the final consonant of the syllable before it.
    """
    if ending[0] in "ㄴㄹㅁㅂ":
        rest = word.removesuffix(ending[1:])
        if rest and final_consonant(rest[-1]) == ending[0]:
            yield rest[:-1] + without_final(rest[-1])
            yield rest[:-1] + with_final(without_final(rest[-1]), "ㄹ")
    elif word.endswith(ending) and len(word) > len(ending):
        yield word.removesuffix(ending)


def _stems_and_tenses(base: str) -> Iterator[tuple[str, str]]:
    """Yield the stems that the part before an ending may come from, with their tense."""
    if base.endswith(_FUTURE_MARK) and len(base) > 1:
        yield from ((stem, f"{tense} future") for stem, tense in _stems_and_tenses(base[:-1]))
    elif final_consonant(base[-1]) == _PAST_MARK and base[-1] != "있":
        yield from ((stem, "past") for stem, _ in _stems_of_infinitive(base[:-1] + without_final(base[-1])))
    else:
        yield base, "present"
        if base.endswith(_HONORIFIC) and len(base) > 1:
            yield base[:-1].removesuffix("으"), "present"


def _stems_of_infinitive(base: str) -> Iterator[tuple[str, str]]:
    """Yield the stems that may have a text as their form in 아 or 어: 해 of 하, 마셔 of 마시, 도와 of 돕."""
    if final_consonant(base[-1]) == _PAST_MARK and base[-1] != "있":
        yield from ((stem, "past") for stem, _ in _stems_of_infinitive(base[:-1] + without_final(base[-1])))
        return
    if final_consonant(base[-1]) or not _is_syllable(base[-1]):
        return
    head, last = base[:-1], base[-1]
    if last == "해":
        yield head + "하", "present"
    yield from _stems_before_vowel(head, last)
    for vowel in table_at("predicates.vowels", "ko").get(_vowel(last), ()):
        stem = head + _with_vowel(last, vowel)
        yield stem, "present"
        if stem.endswith(_HONORIFIC) and len(stem) > 1:
            yield stem[:-1].removesuffix("으"), "present"
    if _vowel(last) == "ㅐ":
        yield from ((head + with_final(_with_vowel(last, vowel), "ㅎ"), "present") for vowel in "ㅏㅓ")
    if last in "와워" and head:
        yield head[:-1] + with_final(head[-1], "ㅂ") if not final_consonant(head[-1]) else head, "present"
    if last in "라러" and head and final_consonant(head[-1]) == "ㄹ":
        yield head[:-1] + without_final(head[-1]) + "르", "present"


def _stems_before_vowel(head: str, last: str) -> Iterator[tuple[str, str]]:
    """Yield the stems that end before 아, 어 or 여: 가겠 of 가겠어, 먹었 of 먹었어, 먹 of 먹어."""
    if last == "어" and head.endswith(_FUTURE_MARK) and head != _FUTURE_MARK:
        yield from ((stem, f"{tense} future") for stem, tense in _stems_and_tenses(head[:-1]))
    elif last == "어" and head and final_consonant(head[-1]) == _PAST_MARK and head[-1] != "있":
        yield from _stems_of_infinitive(head)
    elif head and (last in "아어" or (last == "여" and head.endswith("하"))):
        yield from ((stem, "present") for stem in _regular_and_not(head))


def _regular_and_not(head: str) -> Iterator[str]:
    yield head
    if final_consonant(head[-1]) == "ㄹ":
        yield head[:-1] + with_final(without_final(head[-1]), "ㄷ")
    elif not final_consonant(head[-1]) and _is_syllable(head[-1]):
        yield head[:-1] + with_final(head[-1], "ㅅ")


def _is_syllable(char: str) -> bool:
    return "가" <= char <= "힣"


def _vowel(syllable: str) -> str:
    return _VOWELS[(ord(syllable) - _FIRST) // _VOWEL_SIZE % len(_VOWELS)]


def _with_vowel(syllable: str, vowel: str) -> str:
    code = ord(syllable) - _FIRST
    return chr(_FIRST + code // _INITIAL_SIZE * _INITIAL_SIZE + _VOWELS.index(vowel) * _VOWEL_SIZE + code % _VOWEL_SIZE)
