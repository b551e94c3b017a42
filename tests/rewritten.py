"""Quotes that say the same in another form, as outcomes on the wire, and ways to tamper with what was rewritten."""

import json
import random
from typing import Any

from aligner_core import AlignedEvidence, EvidenceAligner

SAID = [
    ("I would rather stay in Leeds, it is cheaper.", "Sure. I'd rather stay in Leeds, it's cheaper. Yes."),
    ("오늘 반차를 썼습니다", "저 오늘 반차 썼어요. 오늘 반차를 썼다고 했잖아요."),
    (
        "We need twenty-five thousand seats by May",
        "Um, we need 25,000 seats by May, no more. We need 25000 seats by May.",
    ),
    (
        "We actually moved the launch to 12 May.",
        "Note: we moved the launch to 12 May. Then we really moved the launch to 12 May.",
    ),
    ("The café opens at 9 [1]", "the cafe opens at 9, and the cafe opens at 9."),
    ("Gibt es am Montag noch Karten für Müller", "Klar, gibt's am Montag noch Karten für Mueller."),
]
"""Quotes that say the same in another form, and their messages."""
PIECES = [
    *"aÄßIıİΣςſ가각ﾡㅋ²½…`´’–\u1ffd㎡ﬁ１",
    "e\u0301",
    "\u1100\u1161",
    " ",
    "\n",
    "\u00ad",
    "\u200b",
    "\ufe0f",
    "\ua71c",
]


def rewritten() -> list[tuple[dict[str, Any], str]]:
    """Return outcomes that were rewritten, on the wire, and their messages."""
    found = [(EvidenceAligner().align_quote(quote, text), text) for quote, text in SAID]
    outcomes = [(one, text) for one, text in found if isinstance(one, AlignedEvidence) and one.rewrites]
    assert len(outcomes) == len(SAID)
    return [(one.model_dump(by_alias=True, mode="json"), text) for one, text in outcomes]


def tampered(outcome: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return an outcome with its list of rewrites changed in one way."""
    made: dict[str, Any] = json.loads(json.dumps(outcome))
    rewrites = [one for one in made["differences"] if "quoteStart" in one]
    one = chance.choice(rewrites)
    match chance.randrange(8):
        case 0:
            made["differences"].remove(one)
        case 1:
            made["differences"].append(dict(one))
        case 2:
            made["differences"].reverse()
        case 3:
            step = chance.choice([-2, -1, 1, 2])
            one |= {"quoteStart": one["quoteStart"] + step, "quoteEnd": one["quoteEnd"] + step}
        case 4:
            one["quoteEnd"] = max(one["quoteStart"], one["quoteEnd"] + chance.choice([-1, 1]))
        case 5:
            one["sourceText"] = chance.choice(["", "not", one["quoteText"], one["sourceText"] + " "])
        case 6:
            made["spanStart"], made["spanEnd"] = made["spanStart"] + 1, made["spanEnd"] + chance.choice([0, 1])
        case _:
            other = chance.choice(rewrites)
            one["sourceText"], other["sourceText"] = other["sourceText"], one["sourceText"]
    return made
