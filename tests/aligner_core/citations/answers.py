"""Answers made up together with what is true of their source lines; nothing here knows how lines are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

NOW = 1_767_225_600_000
DAY = 86_400_000
TITLES = (
    *(
        "환불 규정",
        "3·1운동 개요",
        "휴가, 병가와 연차",
        "배포 절차 (2025)",
        "요금표",
        "보안 지침 v2",
        "온보딩",
        "회의록 2025-11-03",
    ),
    *(
        "Refund policy",
        "Terms and Conditions",
        "Deploy checklist",
        "FAQ",
        "API limits, quotas",
        "Q3 (draft)",
        "On-call",
    ),
)
FILES = (
    "refund.md",
    "운영 안내.pdf",
    "deploy_guide.md",
    "faq.html",
    "limits-v2.txt",
    "보안.docx",
    "notes/2025.md",
    "a b.md",
)
INVENTED = (
    *("없는 규정", "가상의 보고서", "회사 백서 2031", "Imaginary handbook", "Lost memo", "Annual review of nothing"),
    *("made_up.md", "없는 파일.pdf", "ghost-report.txt"),
)
BODIES = (
    "환불은 수령한 날부터 7일 안에 신청하시면 됩니다.",
    "배포는 화요일에 합니다. 자세한 출처는 아래를 보세요.",
    "이 자료의 출처가 분명하지 않아 다시 확인했습니다.",
    "`refund.md`라는 파일 이름은 바뀌지 않았습니다.",
    "1. 먼저 신청서를 씁니다.\n2. 그다음 승인을 받습니다.",
    "- 수령일: 7일 이내\n- 비용: 판매자 부담",
    "| 항목 | 값 |\n|---|---|\n| 기한 | 7일 |",
    "Refunds are asked for within seven days of delivery.",
    "The open source release is planned; its source code is public.",
    "Limits apply per token, as the data sources differ.",
    "```python\nsource = read()\n# 출처: 예시\n```",
    "**Note:** nobody is charged twice.",
)
MODEL_LINES = (
    *("*출처: 모델 지식 (검색 출처 미사용)*", "**출처:** 모델 지식 (검색 출처 미사용)", "출처: 모델 지식"),
    *("*Source: model knowledge (no retrieved source used)*", "Source: general knowledge"),
)
AGE_NOTES = (
    "출처가 오래되어 현재와 다를 수 있음.",
    "이 문서는 오래된 것입니다.",
    "The source is outdated and may have changed.",
)
KOREAN_HEADS = (
    "*출처:*",
    "**출처:**",
    "출처:",
    "*출처*:",
    "_출처:_",
    "[출처]",
    "참고 출처:",
    "> *출처:*",
    "- **출처**:",
    "출처\uff1a",
)
ENGLISH_HEADS = ("*Source:*", "**Sources:**", "Source:", "Sources:", "_Sources_:", "SOURCES:", "- *Sources:*")


@dataclass(frozen=True)
class Made:
    """One answer, what it was made from, and what is true of it."""

    kind: str
    answer: str
    chunks: tuple[dict[str, Any], ...]
    labels: dict[str, str]
    count: int
    position: str
    model_knowledge: bool
    unused: frozenset[str]
    stale_unmentioned: frozenset[str]

    @property
    def ok(self) -> bool:
        """Return whether the rule is kept: one line, at the end, that names something, nothing invented, age given."""
        named = bool(self.labels) or self.model_knowledge
        honest = "invented" not in self.labels.values() and not self.stale_unmentioned
        return self.count == 1 and self.position == "end" and named and honest


def make(random: Random) -> Made:
    """Make one answer."""
    chunks = _chunks(random)
    kind = random.choice(["right", "right", "invented", "missing", "twice", "middle", "model", "stale"])
    used = random.sample(chunks, random.randint(1, len(chunks)))
    real = [random.choice([label for label in (chunk["title"], chunk.get("fileName")) if label]) for chunk in used]
    invented = random.sample(INVENTED, random.randint(1, 2)) if kind == "invented" else []
    named = random.sample([*real, *invented], len(real) + len(invented))
    if kind in {"missing", "model"}:
        named, used = [], []
    body = [random.choice(BODIES) for _ in range(random.randint(1, 3))]
    mentions = random.random() < 0.5
    if mentions:
        body.append(random.choice(AGE_NOTES))
    old = [chunk["title"] for chunk in used if NOW - chunk["metadata"]["lastUpdated"] > 180 * DAY]
    return Made(
        kind=kind,
        answer=_answer(random, kind, body, named),
        chunks=tuple(chunks),
        labels={label: "invented" if label in INVENTED else "real" for label in named},
        count={"missing": 0, "twice": 2}.get(kind, 1),
        position={"missing": "missing", "middle": "middle"}.get(kind, "end"),
        model_knowledge=kind == "model",
        unused=frozenset(chunk["title"] for chunk in chunks if chunk not in used),
        stale_unmentioned=frozenset() if mentions else frozenset(old),
    )


def _chunks(random: Random) -> list[dict[str, Any]]:
    files = random.sample(FILES, 4)
    return [
        {
            "title": title,
            "score": random.random(),
            "metadata": {"lastUpdated": NOW - random.choice([0, 90, 180, 181, 900]) * DAY},
            **({"fileName": files.pop()} if random.random() < 0.5 else {}),
        }
        for title in random.sample(TITLES, random.randint(2, 4))
    ]


def _answer(random: Random, kind: str, body: Sequence[str], named: Sequence[str]) -> str:
    blocks = list(body)
    if kind == "model":
        blocks.append(random.choice(MODEL_LINES))
    elif kind == "middle":
        blocks.insert(random.randrange(len(blocks)), _line(random, named))
    elif kind == "twice":
        cut = random.randint(0, len(named))
        blocks.insert(random.randrange(len(blocks)), _line(random, named[:cut] or named))
        blocks.append(_line(random, named[cut:] or named))
    elif kind != "missing":
        blocks.append(_line(random, named))
    return "\n\n".join(blocks) + random.choice(["", "\n", "\n\n  "])


def _line(random: Random, named: Sequence[str]) -> str:
    head = random.choice(random.choice([KOREAN_HEADS, ENGLISH_HEADS]))
    dress = random.choice(["`{}`", "`{}`", "{}", "**{}**", "_{}_", '"{}"', "[{}](x)", "``{}``"])
    between = random.choice([" · ", " · ", "·", " • ", ", " if "`" in dress else " · "])
    if random.random() < 0.1:
        return f"{head}\n" + "\n".join(f"- {dress.format(label)}" for label in named)
    aside = random.choice(["", "", "", " (2쪽)"]) if "`" in dress else ""
    return f"{head} " + between.join(dress.format(label) + aside for label in named)
