"""Words whose change changes a fact, in English and Korean. Small on purpose: general rules come first."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from rapidfuzz.distance import OSA


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


NEGATIONS = _words(
    "not non no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely",
    "안 못 아니 아니요 아뇨",
)
_NEGATION_PARTS = re.compile(
    "않|없|아[니닌님닙닐냐]|^못|못[하했한할해합]|^안[하했한할해합됐되된될돼]|마[세십라]|말[고라아자았]"
)
SHORTEST_MISTYPED = 6
"""A typo in a shorter negation may make another word, as now and on are."""
_LONG_NEGATIONS = tuple(word for word in NEGATIONS if len(word) > SHORTEST_MISTYPED)
NEGATIVE_PREFIXES = _words("불 비 미 무 부 몰 반 탈")
"""Sino-Korean syllables that turn the word behind them around."""
PREFIXES = _words(
    "in im ir il ex un non dis de en em inter intra under over up down out pre post mini maxi max min sub super",
    "fore after hyper hypo pro anti re a on off mis",
) | {""}
"""English prefixes: two words that differ only in one of them are two words."""
_TURNING = _words("un in im ir il non dis mis")
"""Those of them that turn the word behind them around."""
INFLECTIONS = _words("s es d ed ing er ers ly 's") | {""}

FUNCTION_WORDS = _words(
    "i you he she it we they me him her us them my your his its our their mine yours hers ours theirs",
    "this that these those who whom whose which what where when why how a an the",
    "in on at by for from to of off out into onto over under up down with about above below between through during",
    "before after since till until against among within and or but so yet if unless because although though while",
    "can could may might must shall should will would do does did is am are was were be been being has have had",
)
"""Changing one of these for another is no typo, however few letters differ."""
SCOPE = _words(
    "only all every each any some most many few several both either almost nearly always usually often sometimes",
    "rarely seldom about approximately exactly least more less first last except but unless before after until",
    "may might must can could should would shall half double twice once",
    "만 모두 모든 전부 일부 각 매 항상 늘 가끔 자주 거의 약 대략 정확히 최소 최대 이상 이하 초과 미만 이전 이후",
    "반 절반 전 후 제외 오직 반드시 먼저 아직 이미 더 덜",
)
"""Words that say how much of a claim holds; leaving one out or adding one changes the claim."""

_OPPOSITES = _words(
    "north/south east/west left/right up/down on/off in/out open/close opened/closed start/stop started/stopped",
    "before/after first/last early/late earlier/later morning/evening high/low higher/lower highest/lowest more/less",
    "most/least best/worst better/worse good/bad true/false yes/no buy/sell bought/sold won/lost win/lose push/pull",
    "old/new young/old hot/cold cheap/expensive big/small large/small major/minor male/female man/woman",
    "sooner/later rise/fall rose/fell add/remove added/removed lend/borrow host/guest day/night black/white",
    "now/not here/there import/export men/women tall/small wide/narrow long/short fast/slow alive/dead love/hate",
    "northern/southern eastern/western senior/junior hire/fire hired/fired employer/employee attach/detach",
    "accept/except inner/outer sender/receiver lessor/lessee raise/reduce raised/reduced gain/lose gained/lost",
    "웃/울 덜/더 많/적 크/작 높/낮 길/짧 앞/뒤 위/아래 안/밖 내/외 상/하 초/말 전/후 좌/우 동/서 남/북",
    "남/여 신/구 증/감 있/없 가/오 사/팔 주/받 켜/끄 열/닫 이기/지 시작/끝 찬성/반대 증가/감소 상승/하락",
    "인상/인하 허용/금지 승인/거부 성공/실패 포함/제외 가능/불가 오전/오후 여름/겨울 봄/가을 늘/줄",
    "빠르/느리 쉽/어렵 먼저/나중 같/다르 맞/틀",
)
OPPOSITES = frozenset(frozenset(pair.split("/")) for pair in _OPPOSITES)

_CLASSES = _words(
    "sunday,sun/monday,mon/tuesday,tue,tues/wednesday,wed/thursday,thu,thur,thurs/friday,fri/saturday,sat",
    "january,jan/february,feb/march,mar/april,apr/may/june,jun/july,jul/august,aug/september,sep,sept/october,oct/november,nov/december,dec",
    "월요일/화요일/수요일/목요일/금요일/토요일/일요일 나/너 내/네 앞/뒤/위/아래/옆/안/밖/속",
    "mother/father/brother/sister/son/daughter red/blue/green/black/white/brown daily/weekly/monthly/yearly/hourly",
    "iran/iraq austria/australia slovakia/slovenia niger/nigeria mali/malta gambia/zambia india/indonesia",
    "인천/이천/홍천 광주/경주/공주/전주/청주/충주/진주/원주/여주/파주/양주/나주/상주/영주/제주 대구/대전",
    "부산/오산/아산/군산/익산/울산/서산/논산/안산/경산/마산",
)
"""Closed classes: members that one letter parts are still two things, as Monday and Sunday are."""
_MEMBERS = {
    name: (place, member)
    for place, line in enumerate(_CLASSES)
    for member, names in enumerate(line.split("/"))
    for name in names.split(",")
}
_AUXILIARY = "do|does|did|is|are|was|were|have|has|had|should|could|would|must|need|might|wo|ca|sha|ai"
_NOT = re.compile(f"({_AUXILIARY})n'?t")
_STEMS = {"wo": "will", "ca": "can", "sha": "shall", "ai": "is"}
_CLIPPED = re.compile("(.+)'(ve|re|ll|m)")
_SPELLED = {
    "ve": "have",
    "re": "are",
    "ll": "will",
    "m": "am",
    "cannot": "can not",
    "gonna": "going to",
    "wanna": "want to",
    "an": "a",
    "okay": "ok",
    "이건": "이것은",
    "그건": "그것은",
    "이걸": "이것을",
    "그걸": "그것을",
    "이게": "이것이",
    "그게": "그것이",
    "뭘": "무엇을",
    "뭐": "무엇",
    "뭔가": "무언가",
}
_OBLIGATIONS = frozenset((one, "to") for one in ("has", "have", "need", "needs"))


Counts = Callable[[str], int]
"""Says how often the source has a word."""


def spelled_out(words: Iterable[str]) -> list[str]:
    """Write words in full: what is said short, or without its apostrophe, is said all the same.

    >>> spelled_out(["we", "don't"]), spelled_out(["i've"]), spelled_out(["has", "to"])
    (['we', 'do', 'not'], ['i', 'have'], ['must'])
    """
    found = [full for word in words for full in _in_full(word)]
    for at in range(len(found) - 1, 0, -1):
        if (found[at - 1], found[at]) in _OBLIGATIONS:
            found[at - 1 : at + 1] = ["must"]
    return found


def _in_full(word: str) -> list[str]:
    if negated := _NOT.fullmatch(word):
        return [_STEMS.get(negated[1], negated[1]), "not"]
    if clipped := _CLIPPED.fullmatch(word):
        return [clipped[1], _SPELLED[clipped[2]]]
    return _SPELLED.get(word, word).split()


def other_member(one: str, other: str) -> bool:
    """Say whether two words name two members of one closed class.

    >>> other_member("tue", "thursday"), other_member("tue", "tuesday"), other_member("may", "monday")
    (True, False, False)
    """
    left, right = _MEMBERS.get(one), _MEMBERS.get(other)
    return left is not None and right is not None and left != right and left[0] == right[0]


def same_member(one: str, other: str) -> bool:
    """Say whether two words name one member of a closed class, as Sept and September do."""
    return one in _MEMBERS and _MEMBERS[one] == _MEMBERS.get(other)


def negations(words: Sequence[str]) -> int:
    """Count the words that negate, among words spelled out.

    >>> negations(["배포하지", "않기로", "결정"]), negations(["do", "not", "pay"])
    (1, 1)
    """
    return sum(_negates(word, before) for before, word in pairwise(("", *words)))


def _negates(word: str, before: str) -> bool:
    if word == "말":
        return before.endswith("지")
    return word in NEGATIONS or _NEGATION_PARTS.search(word) is not None or _mistyped_negation(word)


def _mistyped_negation(word: str) -> bool:
    """Say whether a word is one keystroke from a long negation, and no word of this lexicon, as either is."""
    return (
        len(word) >= SHORTEST_MISTYPED
        and word not in SCOPE
        and any(OSA.distance(word, negation) == 1 for negation in _LONG_NEGATIONS)
    )


def turns_around(prefix: str, word: str) -> bool:
    """Say whether a word says another thing with something before it, as unclear, neither and 미확인 do.

    >>> turns_around("un", "clear"), turns_around("n", "either"), turns_around("arit", "hmetic")
    (True, True, False)
    """
    return prefix in _TURNING | NEGATIVE_PREFIXES or negations([prefix + word]) != negations([word])


def opposed(one: str, other: str) -> bool:
    """Say whether two words, or what parts two words, are opposites."""
    return frozenset((one, other)) in OPPOSITES


def shared(one: str, other: str) -> tuple[int, int]:
    """Count the characters two words share at the beginning, and at the end of the rest.

    >>> shared("import", "export"), shared("aa", "aaa")
    ((0, 4), (2, 0))
    """
    shortest = min(len(one), len(other))
    head = next((at for at in range(shortest) if one[at] != other[at]), shortest)
    rest = shortest - head
    tail = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    return head, tail


def both_told(said: str, stands: str, counts: Counts) -> bool:
    """Say whether the source has either word elsewhere too: then neither is a typo."""
    return counts(said) > 0 and counts(stands) > 1
