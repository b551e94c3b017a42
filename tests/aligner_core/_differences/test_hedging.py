"""Words by which a speaker does not vouch for what follows in the sentence."""

import pytest

from aligner_core._differences.beside import Beside
from aligner_core._differences.hedging import hedge_in_sentence
from aligner_core._language.detection import language_beside
from aligner_core._language.lexicon import known_languages, lexicon
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import words_in

SENTENCES = {
    "en": (
        "According to Kim, it is done.|Reportedly it is done.|Kim said that it is done.|They claim that it is done.|"
        "Kim told me it is done.|We heard that it is done.|I think it is done.|As far as I know it is done.|"
        "I'm not sure, it is done.|If Kim comes, it is done.|Unless Kim comes, it is done.|Perhaps it is done.|"
        "It is rumored that it is done.|From what we know it is done.|In my opinion it is done.|It seems it is done."
    ),
    "ko": (
        "제가 알기로는 끝났습니다.|전달받은 바로는 끝났습니다.|보고서에 따르면 끝났습니다.|소문에 의하면 끝났습니다.|"
        "이웃 말로는 끝났습니다.|제 생각에는 끝났습니다.|아마 오늘 끝났습니다.|비가 오면 끝났습니다.|"
        "잘 모르겠지만 끝났습니다.|그가 말하길 끝났습니다.|"
        "끝난다던데 끝났습니다.|확실하지는 않지만 끝났습니다."
    ),
    "de": "Laut Kim ist es fertig.|Kim sagt, es ist fertig.|Wenn Kim kommt, ist es fertig.|Ich glaube, es ist fertig.",
    "fr": "Selon Kim, c'est fini.|Kim a dit que c'est fini.|Si Kim vient, c'est fini.|Je crois que c'est fini.",
    "es": "Según Kim, está hecho.|Kim dijo que está hecho.|Si viene Kim, está hecho.|Creo que está hecho.",
    "it": "Secondo Kim, è fatto.|Kim ha detto che è fatto.|Se viene Kim, è fatto.|Credo che è fatto.",
    "pt": "Segundo Kim, está feito.|Kim disse que está feito.|Se Kim vier, está feito.|Acho que está feito.",
    "nl": "Volgens Kim is het klaar.|Kim zegt dat het klaar is.|Als Kim komt, is het klaar.|Ik denk dat het klaar is.",
    "ru": "По словам Кима, всё готово.|Ким сказал, что всё готово.|Если придёт Ким, всё готово.|Я думаю, всё готово.",
    "tr": "Kim'e göre hazır.|Kim dedi ki hazır.|Eğer Kim gelirse hazır.|Sanırım hazır.",
    "vi": "Theo Kim, xong rồi.|Kim nói rằng xong rồi.|Nếu Kim đến, xong rồi.|Có lẽ xong rồi.",
    "zh": "据说已经完成。|他说已经完成。|如果来已经完成。|我觉得已经完成。",
    "ja": "彼によると完了です。|もし来れば完了です。|たぶん完了です。|彼は来ると言って完了です。",
    "ar": "وفقا لكيم انتهى.|قال كيم انتهى.|إذا جاء كيم انتهى.|ربما انتهى.",
    "he": "לפי קים זה גמור.|קים אמר שזה גמור.|אם קים יבוא זה גמור.|אולי זה גמור.",
    "hi": "किम के अनुसार हो गया।|किम ने कहा हो गया।|अगर किम आए हो गया।|शायद हो गया।",
    "th": "ตามที่คิมเสร็จแล้ว|บอกว่าเสร็จแล้ว|ถ้าคิมเสร็จแล้ว|คิดว่าเสร็จแล้ว",
}
"""Of each kind, in the languages that have a file, with the words of a hit at the end."""
ENDS = {
    "en": "it is done.",
    "ko": "끝났습니다.",
    "fr": "c'est fini.",
    "zh": "已经完成。",
    "ja": "完了です。",
    "th": "เสร็จแล้ว",
}
"""The hit, where it is more or other than the last word."""


def hedge(text: str, words: str, language: str | None) -> str:
    start = text.rindex(words)
    return hedge_in_sentence(Beside(text, start, start + len(words), language))


@pytest.mark.parametrize("language", SENTENCES)
def test_hedge_in_sentence_is_read_in_every_language(language: str) -> None:
    sentences = SENTENCES[language].split("|")
    missed = [text for text in sentences if not hedge(text, ENDS.get(language, text.split()[-1]), language)]

    assert missed == []


def test_every_language_that_has_a_file_has_sentences() -> None:
    assert sorted(SENTENCES) == sorted(known_languages())


@pytest.mark.parametrize("language", SENTENCES)
def test_signals_stand_in_all_that_is_a_hedge(language: str) -> None:
    """Without one of them nothing is looked for, so none may be lacking."""
    hedges = lexicon(language).hedges
    told = [
        text for text in SENTENCES[language].split("|") if hedges.in_sentence and hedges.in_sentence.search(fold(text))
    ]

    assert told
    assert [text for text in told if not hedges.may_be_in(words_in(fold(text)))] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("I think so. It is done now.", "It is done", id="the sentence before"),
        pytest.param("If it rains\nit is done now", "it is done", id="the line before"),
        pytest.param("It is done, I think.", "It is done", id="behind the words"),
        pytest.param("I said that it is done.", "it is done", id="what the speaker says"),
        pytest.param("I think it is done.", "I think it is done", id="in the words"),
        pytest.param("I think so[. It is done].", ". It is done", id="the end of the sentence in the words"),
        pytest.param("화면에 나왔고 다 끝났습니다.", "끝났습니다", id="a noun that ends as a condition does"),
        pytest.param("It is done", "It is done", id="nothing before"),
    ],
)
def test_hedge_in_sentence_leaves_out_what_is_said_of_something_else(text: str, words: str) -> None:
    text = text.replace("[", "").replace("]", "")

    assert hedge(text, words, language_beside(fold(text))) == ""


def test_hedge_in_sentence_is_the_last_one() -> None:
    assert hedge("Kim said that if it rains, the roof is done.", "the roof is done", "en") == "if"
    assert hedge("제 생각에 the roof, I think, is done", "is done", None) == "i think"
