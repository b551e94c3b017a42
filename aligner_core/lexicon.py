"""Words whose change changes a fact, in English and Korean. Small on purpose: general rules come first."""

import re


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


SHORTEST_PLURAL = 3
"""Shorter units that end in an s, as ms does, are no plurals."""

NEGATIONS = _words(
    "not no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely",
    "안 못 아니 아니요 아뇨",
)
_NEGATION_PARTS = re.compile(
    "n't$|않|없|아니|^못|못[하했한할해합]|^안[하했한할해합됐되된될돼]|마[세십라]|말[고라아자았]"
)
NEGATIVE_PREFIXES = _words("불 비 미 무 부 몰 반 탈")
"""Sino-Korean syllables that turn the word behind them around."""
PREFIXES = _words(
    "in im ir il ex un non dis de en em inter intra under over up down out pre post mini maxi max min sub super",
    "fore after hyper hypo pro anti re a on off mis",
) | {""}
"""English prefixes: two words that differ only in one of them are two words."""
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
    "may might must can could should would shall",
    "만 모두 모든 전부 일부 각 매 항상 늘 가끔 자주 거의 약 대략 정확히 최소 최대 이상 이하 초과 미만 이전 이후",
    "전 후 제외 오직 반드시 먼저 아직 이미 더 덜",
)
"""Words that say how much of a claim holds; leaving one out or adding one changes the claim."""

_OPPOSITES = _words(
    "north/south east/west left/right up/down on/off in/out open/close opened/closed start/stop started/stopped",
    "before/after first/last early/late earlier/later morning/evening high/low higher/lower highest/lowest more/less",
    "most/least best/worst better/worse good/bad true/false yes/no buy/sell bought/sold won/lost win/lose push/pull",
    "old/new young/old hot/cold cheap/expensive big/small large/small major/minor male/female man/woman june/july",
    "mon/sun sooner/later rise/fall rose/fell add/remove added/removed lend/borrow host/guest day/night black/white",
    "now/not here/there import/export imports/exports imported/exported",
    "웃/울 덜/더 많/적 크/작 높/낮 길/짧 앞/뒤 위/아래 안/밖 내/외 상/하 초/말 전/후 좌/우 동/서 남/북",
    "남/여 신/구 증/감 있/없 가/오 사/팔 주/받 켜/끄 열/닫 이기/지 시작/끝 찬성/반대 증가/감소 상승/하락",
    "인상/인하 허용/금지 승인/거부 성공/실패 포함/제외 가능/불가 오전/오후 여름/겨울 봄/가을 늘/줄",
    "빠르/느리 쉽/어렵 먼저/나중 같/다르 맞/틀",
)
OPPOSITES = frozenset(frozenset(pair.split("/")) for pair in _OPPOSITES)

UNITS = _words(
    "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months",
    "quarter quarters year years decade decades century centuries am pm nm mm cm m km inch inches foot feet ft",
    "yard yards mile miles mg g kg t ton tons lb lbs pound pounds oz ml l liter liters litre litres gallon gallons",
    "b kb mb gb tb pb kib mib gib tib bit bits byte bytes kbps mbps gbps hz khz mhz ghz w kw mw v kv mah c f k",
    "percent percentage point points pp times fold usd eur gbp jpy krw dollar dollars euro euros won yen cent cents",
    "degree degrees person people item items piece pieces page pages star stars",
    "hundred thousand million billion trillion",
    "원 달러 유로 엔 위안 센트 초 분 시 시간 일 주 주일 주간 월 달 개월 분기 년 년대 년간 세기 세 살 개 명 건 번 회 차",
    "차례 층 호 평 배 퍼센트 프로 포인트 점 위 등 급 대 권 장 쪽 편 곡 마리 잔 병 그릇 벌 켤레 톤 그램 킬로 킬로그램",
    "킬로미터 미터 센티미터 밀리미터 리터 밀리리터 도 가지 곳 군데 팀 석 표 승 패 골 인분 인 가구 세대",
)
_SAME_UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "seconds"), "second"),
    **dict.fromkeys(("min", "mins", "minutes"), "minute"),
    **dict.fromkeys(("h", "hr", "hrs", "hours"), "hour"),
    **dict.fromkeys(("foot", "feet"), "ft"),
    **dict.fromkeys(("pound", "pounds", "lbs"), "lb"),
    **dict.fromkeys(("litre", "litres", "liters", "l"), "liter"),
    **dict.fromkeys(("people", "persons"), "person"),
}
UNIT_SIGNS = frozenset("%$€£¥₩°‰")

SAME_ENDINGS = (
    *(("하였", "했"), ("되었", "됐"), ("하여", "해"), ("되어", "돼"), ("이었", "였")),
    *(("합니다", "한다"), ("됩니다", "된다"), ("입니다", "이다"), ("습니다", "다")),
)
"""Korean endings that say the same: long and short, formal and plain."""
SUBJECT_PARTICLES = ("이", "가")
OBJECT_PARTICLES = ("을", "를")
PARTICLES = (
    *("에서는", "에게서", "으로써", "으로서", "이라고", "에서도", "까지는", "까지도", "부터는"),
    *("에서", "에게", "께서", "한테", "으로", "이나", "이며", "이고", "이라", "까지", "부터", "처럼", "보다", "마저"),
    *("조차", "만큼", "에는", "에도", "로서", "로써", "라고", "이다"),
    *("은", "는", "이", "가", "을", "를", "에", "로", "와", "과", "도", "의", "만", "나", "며", "고", "랑", "야", "께"),
)
"""Korean particles, longer ones before those they end in."""


def same_unit(one: str, other: str) -> bool:
    """Say whether two units are one, written long or short, of one or of many.

    >>> same_unit("secs", "seconds"), same_unit("days", "day"), same_unit("mb", "gb")
    (True, True, False)
    """
    return _unit(one) == _unit(other)


def _unit(name: str) -> str:
    return _SAME_UNITS.get(name, name.removesuffix("s") if len(name) > SHORTEST_PLURAL else name)


def negations(words: list[str]) -> int:
    """Count the words that negate.

    >>> negations(["배포하지", "않기로", "결정"]), negations(["don't", "pay"])
    (1, 1)
    """
    return sum(word in NEGATIONS or _NEGATION_PARTS.search(word) is not None for word in words)


def opposed(one: str, other: str) -> bool:
    """Say whether two words, or what parts two words, are opposites."""
    return frozenset((one, other)) in OPPOSITES
