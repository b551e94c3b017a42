"""What may stand around a claim or a quote without a change of what it says: white space, hidden signs, other words."""

from collections.abc import Sequence
from random import Random

SPACES = (" ", "\n", "\t", "\u00a0", "\u3000", "\u2009", "\u2028", "\r\n")
HIDDEN = (
    *("\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u00ad", "\ufeff", "\ufe0f", "\u2060", "\u2063", "\u034f"),
    *("\u3164", "\u2800", "\uffa0", "\u115f", "\u180e", "\x01", "\x7f", "\U000e0041"),
)
SENTENCES = (
    (
        "Hello there.",
        "Okay, sounds good.",
        "Thanks for writing this down!",
        "It was a long day, and the weather was nice.",
    ),
    ("안녕하세요.", "네, 알겠습니다.", "정리해 주셔서 감사합니다.", "그리고 이것은 회의에서 이야기한 내용입니다."),
    (
        "Das ist ja schön und gut, und wir haben es gesehen.",
        "C'est très bien, nous avons parlé avec eux.",
        "とても良いです。",
    ),
)
"""Sentences of English, of Korean and of languages that are not judged, about nothing in particular."""
ENDS = (".", "!", "?", "。")


def padded_claim(claim: str, evidence: Sequence[str], rng: Random) -> tuple[str, list[str]]:
    """Return a claim and its evidence with something more around and inside them, the evidence in another order."""
    words = list(evidence)
    for _ in range(rng.choice((1, 1, 2, 3))):
        way = rng.choice((_spaced, _hidden, _led, _among))
        if way is _among:
            claim = _among(claim, rng, evidence)
        elif rng.random() < 0.75:
            claim = way(claim, rng)
        else:
            at = rng.randrange(len(words))
            words[at] = way(words[at], rng)
    if rng.random() < 0.4:
        words.append(rng.choice(SENTENCES[rng.randrange(2)]))
    rng.shuffle(words)
    return claim, words


def padded_quote(quote: str, message: str, rng: Random) -> tuple[str, str]:
    """Return a quote with something more around and inside it, and its message, which may have that too."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        way = rng.choice((_spaced, _hidden, _led, _among))
        if way is not _among:
            quote = way(quote, rng)
            continue
        more = " ".join(rng.choice(rng.choice(SENTENCES)) for _ in range(rng.choice((1, 2, 10))))
        in_message = more if rng.random() < 0.6 else ""
        if rng.random() < 0.5:
            quote, message = f"{more} {quote}", f"{in_message} {message}"
        else:
            quote, message = f"{quote} {more}", f"{message} {in_message}"
    return quote, message


def _spaced(text: str, rng: Random) -> str:
    """Return a text with white space before it, behind it, or between its words."""
    space, many = rng.choice(SPACES), rng.choice((1, 3, 50, 10_001))
    place = rng.choice(("before", "behind", "between"))
    if place == "between" and " " in text:
        return text.replace(" ", space * min(many, 50))
    return space * many + text if place == "before" else text + space * many


def _hidden(text: str, rng: Random) -> str:
    """Return a text with hidden signs anywhere."""
    letters = list(text)
    for _ in range(rng.choice((1, 2, 5, 20))):
        letters.insert(rng.randint(0, len(letters)), rng.choice(HIDDEN))
    return "".join(letters)


def _led(text: str, rng: Random) -> str:
    return rng.choice(HIDDEN) * rng.choice((10, 10_001)) + text


def _among(claim: str, rng: Random, evidence: Sequence[str] = ()) -> str:
    """Return a claim among sentences of one kind; those of its evidence are true ones."""
    kind = rng.choice((*SENTENCES, tuple(evidence) or SENTENCES[0]))
    more = [rng.choice(kind) for _ in range(rng.choice((1, 2, 40)))]
    between = rng.choice((" ", "\n"))
    if rng.random() < 0.5:
        return between.join((*more, claim))
    return between.join((claim if claim.endswith(ENDS) else f"{claim}.", *more))


REFUSED_QUOTES = (
    ("Everyone is refunded within 30 days of delivery.", "Everyone is refunded within 90 days of delivery."),
    ("We will ship the beta on Friday.", "We will not ship the beta on Friday."),
    ("You should not restart the server.", "You should restart the server."),
    ("It costs 900 euros a month.", "It costs 7 euros a month."),
    ("Mina approved the budget on Monday.", "Jonas approved the budget on Monday."),
    ("The backup takes 12 GB of memory.", "The backup takes 12 MB of memory."),
    ("환불은 30일 안에 해야 합니다.", "환불은 90일 안에 해야 합니다."),
    ("서버는 다시 켜지 않습니다.", "서버는 다시 켭니다."),
    ("회의는 오후 3시에 시작합니다.", "회의는 오전 3시에 시작합니다."),
    ("Nobody said anything like these words at all.", "The launch is on the twelfth of May."),
)
"""Quotes that say something else than the message that they name."""
