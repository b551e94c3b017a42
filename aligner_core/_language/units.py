"""Units of measure and of counting, written long or short, in English and Korean, by one name each."""

from collections.abc import Iterator

SHORTEST_PLURAL = 3
"""Shorter units that end in an s, as ms does, are no plurals."""

_PREFIXES = {
    "kilo": "킬로",
    "mega": "메가",
    "giga": "기가",
    "tera": "테라",
    "peta": "페타",
    "centi": "센티",
    "milli": "밀리",
    "micro": "마이크로",
    "nano": "나노",
}
_BASES = {
    "byte": "바이트",
    "bit": "비트",
    "gram": "그램",
    "meter": "미터",
    "liter": "리터",
    "second": "초",
    "watt": "와트",
    "volt": "볼트",
    "hertz": "헤르츠",
    "calorie": "칼로리",
}
_WRITTEN_ALIKE = (
    *("second s sec secs", "minute min mins 분", "hour h hr hrs 시간", "day 일 일간", "week wk wks 주 주일 주간", "am"),
    *("month 달 개월", "월", "year yr yrs 년 년간", "quarter 분기", "decade", "century centuries 세기", "pm"),
    *("foot feet ft", "inch inches", "yard", "mile", "pound lb lbs", "oz ounce", "gallon", "acre 에이커"),
    *("kilobyte kb", "megabyte mb", "gigabyte gb", "terabyte tb", "petabyte pb", "kib", "mib", "gib", "tib"),
    *("meter m", "kilometer km", "centimeter cm", "millimeter mm", "nanometer nm", "liter l", "milliliter ml"),
    *("gram g", "kilogram kg", "milligram mg", "ton t 톤", "millisecond ms", "nanosecond ns"),
    *("khz kilohertz", "mhz megahertz", "ghz gigahertz", "hertz hz", "kilowatt kw", "gw gigawatt", "volt v", "watt w"),
    *("kbps", "mbps", "gbps", "mw", "kv", "mah", "b", "c", "f", "k", "mph", "kph", "pp"),
    *("percent pct % 퍼센트 프로", "percentage", "point 포인트", "times", "fold 배", "degree ° 도"),
    *(
        "dollar $ usd 달러",
        "euro € eur 유로",
        "sterling £ gbp 파운드",
        "yen ¥ jpy 엔",
        "won ₩ krw 원",
        "위안",
        "cent 센트",
    ),
    *(
        "person people persons 명 사람 인",
        "item",
        "piece",
        "page 쪽",
        "star",
        "hundred",
        "thousand",
        "million",
        "billion",
    ),
    *(
        "trillion",
        "시",
        "세 살",
        "개",
        "건",
        "번 회 차례",
        "차",
        "층",
        "호",
        "평",
        "점",
        "위",
        "등",
        "급",
        "대",
        "권",
        "장",
    ),
    *("편", "곡", "마리", "잔", "병", "그릇", "벌", "켤레", "킬로", "가지", "곳 군데", "팀", "석", "표", "승", "패"),
    *("골", "인분", "가구", "세대", "년대", "년도", "주년", "제곱미터", "평방미터", "세트", "박스", "상자", "배럴"),
)


def _names() -> Iterator[tuple[str, str]]:
    for base, korean in _BASES.items():
        yield from ((base, base), (korean, base))
        for prefix, korean_prefix in _PREFIXES.items():
            yield from ((prefix + base, prefix + base), (korean_prefix + korean, prefix + base))
    for line in _WRITTEN_ALIKE:
        first, *_ = names = line.split()
        yield from ((name, first) for name in names)


_UNITS = dict(_names())
SIGNS = frozenset(name for name in _UNITS if not name[0].isalnum()) | {"‰"}
"""Units that are no words."""


def unit(name: str) -> str:
    """Give the one name of a unit; nothing when it is none.

    >>> unit("secs"), unit("metres"), unit("㎏"), unit("퍼센트"), unit("%"), unit("table")
    ('second', 'meter', '', 'percent', 'percent', '')
    """
    spelled = name.replace("metre", "meter").replace("litre", "liter")
    one = spelled.removesuffix("s") if len(spelled) > SHORTEST_PLURAL else spelled
    return _UNITS.get(spelled) or _UNITS.get(one, "")
