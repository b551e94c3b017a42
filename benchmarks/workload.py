"""Texts and quotes to measure with: generated from one seed, in English and Korean."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

Language = Literal["en", "ko"]
Kind = Literal["reject", "near", "accept"]

KINDS: tuple[Kind, ...] = ("reject", "near", "accept")
EDITED_SHARE: dict[Kind, float] = {"near": 0.24, "accept": 0.05}
"""The share of characters changed: beyond the threshold of 15 %, or within it."""

_STEMS = (
    "data index query store cache table graph model token event shard batch queue thread memory vector schema record "
    "order price client server deploy branch commit review design budget report meeting launch feature signal metric "
    "buffer kernel driver packet socket window layout filter column replica journal backup restore cluster gateway "
    "latency network message session account payment invoice project release version customer contract question "
    "answer decide remove change prefer measure collect observe connect balance discuss propose approve migrate"
).split()
_ENDINGS = ("", "", "", "s", "ed", "ing", "er", "able", "ment", "ation")
_LITTLE = "the of and to in a is that for it with as on be this by not we can but if at from or so when have".split()
_NOUNS = (
    "데이터 색인 질의 저장소 캐시 그래프 모델 토큰 사건 묶음 대기열 기억 벡터 구조 기록 주문 가격 고객 "
    "서버 배포 검토 설계 예산 보고서 회의 출시 기능 신호 지표 완충기 장치 소켓 화면 배치 조건 복제본 "
    "일지 백업 복구 관문 지연 연결망 메시지 대화 계정 결제 송장 과제 판본 계약 질문 답변 결정 변경 "
    "측정 관찰 균형 논의 제안 승인 이전 비용 성능 오류 근거 문장"
).split()
_PARTICLES = ("은", "는", "이", "가", "을", "를", "에서", "으로", "의", "에", "도", "까지", "보다", "와", "만", "")
_VERBS = "바꾸 줄이 늘리 고치 만들 지우 옮기 나누 합치 보내 남기 올리 내리 맡기 살피 묶".split()
_CLOSINGS = (
    "었습니다",
    "기로 했습니다",
    "는 것이 좋겠습니다",
    "면 됩니다",
    "지 않습니다",
    "려고 합니다",
    "고 있습니다",
)
_LETTERS: dict[Language, str] = {"en": "abcdefghijklmnopqrstuvwxyz", "ko": "가나다라마바사아자차카타파하고노도로모보소"}


RARE_WORDS = 4_000
"""How many names and rare words are invented, so that texts have as many different words as prose."""


def _invented(parts: tuple[list[str], ...]) -> list[str]:
    random = Random(0)
    return ["".join(random.choice(part) for part in parts) for _ in range(RARE_WORDS)]


_RARE_ENGLISH = _invented(
    (
        "b br c d dr f g gr h k l m n p pl r s st t tr v w".split(),
        "a e i o u ea ou".split(),
        "ck d g ll m n nt r rt s st t".split(),
        "a e i o y".split(),
        ["", "n", "r", "l", "th", "sh"],
    )
)
_RARE_KOREAN = _invented((list("강권김남도류문박배서송신양오유윤이임장정조최한홍"), *2 * (sorted({*"".join(_NOUNS)}),)))


def _rare(words: list[str], random: Random) -> str:
    """Return a word, the n-th about 1/n as often as the first."""
    return words[int(RARE_WORDS ** random.random()) - 1]


@dataclass(frozen=True, slots=True)
class QuoteSample:
    """A quote, and its span in the source before edits; a reject was taken from another text."""

    quote: str
    kind: Kind
    start: int = 0
    end: int = 0


def text(language: Language, size: int, random: Random) -> str:
    """Return *size* characters of prose."""
    sentence = _SENTENCES[language]
    parts: list[str] = []
    written = 0
    while written < size:
        parts.append(sentence(random))
        written += len(parts[-1]) + 1
    return " ".join(parts)[:size]


def edited(quote: str, share: float, language: Language, random: Random) -> str:
    """Return a quote with a share of its characters changed, dropped or inserted, each at another position."""
    chars = list(quote)
    for place in sorted(random.sample(range(len(chars)), round(len(chars) * share)), reverse=True):
        letter = random.choice(_LETTERS[language])
        chars[place : place + 1] = random.choice(([letter], [], [chars[place], letter]))
    return "".join(chars)


def sample_quote(source: str, kind: Kind, size: int, *, language: Language, random: Random) -> QuoteSample:
    """Return one quote of about *size* characters; its span is that of the unedited words."""
    if kind == "reject":
        return QuoteSample(text(language, size + 40, random)[20 : size + 20].strip(), kind)
    start = random.randrange(len(source) - size)
    return QuoteSample(
        edited(source[start : start + size], EDITED_SHARE[kind], language, random), kind, start, start + size
    )


def messages(language: Language, count: int, random: Random) -> list[str]:
    """Return the messages of a conversation, 150 to 650 characters each."""
    return [text(language, random.randrange(150, 650), random) for _ in range(count)]


def _english(random: Random) -> str:
    words = [
        random.choice(_LITTLE) if random.random() < 0.4 else _content(random) for _ in range(random.randrange(6, 20))
    ]
    return f"{' '.join(words).capitalize()}{random.choice('.....?!')}"


def _content(random: Random) -> str:
    stem = random.choice(_STEMS) if random.random() < 0.4 else _rare(_RARE_ENGLISH, random)
    return stem + random.choice(_ENDINGS)


def _korean(random: Random) -> str:
    nouns = [
        random.choice(_NOUNS) if random.random() < 0.5 else _rare(_RARE_KOREAN, random)
        for _ in range(random.randrange(3, 11))
    ]
    words = [noun + random.choice(_PARTICLES) for noun in nouns]
    return f"{' '.join(words)} {random.choice(_VERBS)}{random.choice(_CLOSINGS)}."


_SENTENCES: dict[Language, Callable[[Random], str]] = {"en": _english, "ko": _korean}

FAMILIES: dict[str, Callable[[int], tuple[str, str]]] = {
    "one letter": lambda size: ("a" * 84 + "b" * 16, "a" * size),
    "runs of one letter": lambda size: (("a" * 17 + "c") * 6, (("a" * 19 + "b") * (size // 20 + 1))[:size]),
    "one sentence": lambda size: ("the sat cat " * 8, ("the cat sit " * (size // 12 + 1))[:size]),
    "look-alikes": lambda size: ("раурal соdе " * 8, ("рayраl cоde " * (size // 12 + 1))[:size]),
    "stacked marks": lambda size: ("abcdefgh" * 10, ("a" + "\u0301\u0323" * 40) * (size // 81 + 1)),
    "long folding": lambda size: ("صلى الله عليه" * 6, "\ufdfa" * size),
}
"""Six hard families: a quote and a source of a given size, made to be as costly as possible."""
