"""The sentences by which people are told what is wrong with a claim, in English and Korean: one for each reason."""

from collections.abc import Mapping
from typing import Literal

from aligner_core.evidence.judgement import Unjudged

ReasonLanguage = Literal["en", "ko"]
"""The languages that people are told a reason in."""

SENTENCES: Mapping[ReasonLanguage, Mapping[str, str]] = {
    "en": {
        "speaker": "{who} said this, not “{claim}”.",
        "negation": "The claim denies it (“{claim}”), its words don't.",
        "denied": "The words deny it: “{words}”.",
        "instead": "The claim says “{claim}”, its words “{words}”.",
        "missing": "“{claim}” is not in its words.",
        "nearby": "“{claim}” is not in its words, but in #{where}.",
        "role": "{who} wrote this, the user did not say it.",
        "asked": "Asked, not stated: “{words}”.",
        "condition": "Only under a condition: “{words}”.",
        "hedge": "Said as a maybe: “{words}”.",
        "hearsay": "Heard from somebody else: “{words}”.",
        "about": "Said of somebody else: “{words}”.",
        "word": "“{claim}” is nowhere near these words.",
    },
    "ko": {
        "speaker": "{who} 한 말인데 “{claim}” 이야기로 적혀 있습니다.",
        "negation": "주장은 아니라고 하는데(“{claim}”) 근거는 그렇지 않습니다.",
        "denied": "근거에는 아니라고 되어 있습니다: “{words}”.",
        "instead": "주장은 “{claim}”인데 근거는 “{words}”입니다.",
        "missing": "“{claim}” 내용이 근거에 없습니다.",
        "nearby": "“{claim}” 내용이 이 말에는 없고 #{where}에 있습니다.",
        "role": "{who} 쓴 글이고 사용자가 한 말이 아닙니다.",
        "asked": "물어본 말이고 그렇다고 한 적은 없습니다: “{words}”.",
        "condition": "조건이 붙은 말입니다: “{words}”.",
        "hedge": "확실하지 않다고 한 말입니다: “{words}”.",
        "hearsay": "다른 사람에게서 들은 말입니다: “{words}”.",
        "about": "다른 사람 이야기입니다: “{words}”.",
        "word": "“{claim}” 이야기는 이 말의 앞뒤에 나오지 않습니다.",
    },
}
VOICES: Mapping[ReasonLanguage, Mapping[str, str]] = {
    "en": {
        "name": "{name}",
        "user": "The user",
        "assistant": "The assistant",
        "tool": "A tool",
        "system": "The system",
        "summary": "A summary",
        "program": "A program",
        "other": "Somebody else",
    },
    "ko": {
        "name": "{name} 님이",
        "user": "사용자가",
        "assistant": "어시스턴트가",
        "tool": "도구가",
        "system": "시스템이",
        "summary": "요약이",
        "program": "프로그램이",
        "other": "다른 사람이",
    },
}
"""Who said or wrote words, as the subject of a sentence: by name, or by role."""
NOT_JUDGED: Mapping[ReasonLanguage, Mapping[Unjudged, str]] = {
    "en": {
        Unjudged.TOO_LONG: "Not judged: the claim or its words are too long.",
        Unjudged.TOO_MANY_FACTS: "Not judged: the claim has too many facts.",
        Unjudged.UNKNOWN_LANGUAGE: "Not judged: words are compared in Korean and English only.",
        Unjudged.BUDGET: "Not judged: the comparison took too much work.",
    },
    "ko": {
        Unjudged.TOO_LONG: "확인하지 못했습니다. 주장이나 근거가 너무 깁니다.",
        Unjudged.TOO_MANY_FACTS: "확인하지 못했습니다. 주장에 든 내용이 너무 많습니다.",
        Unjudged.UNKNOWN_LANGUAGE: "확인하지 못했습니다. 단어는 한국어와 영어로만 견줍니다.",
        Unjudged.BUDGET: "확인하지 못했습니다. 견주는 데 일이 너무 많이 듭니다.",
    },
}
