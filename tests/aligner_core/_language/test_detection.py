"""The language of a message: by its script, by its function words, or not known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.detection import MAX_CHARS_READ, language_beside, language_of
from aligner_core._language.lexicon import known_languages, other_languages
from aligner_core._text.normalized_text import fold

SENTENCES = {
    "ar": "لم نوقف قاعدة البيانات القديمة بعد، وقد أبلغنا جميع العملاء بذلك في الصباح.",
    "de": "Wir haben den alten Server noch nicht abgeschaltet, und die Kopien bleiben bis Freitag.",
    "en": "We have not switched off the old server, and the copies stay until Friday.",
    "es": "No hemos apagado el servidor antiguo, y las copias se quedan hasta el viernes.",
    "fr": "Nous n'avons pas encore arrêté le vieux serveur, et les copies restent jusqu'à vendredi.",
    "he": "עוד לא כיבינו את השרת הישן, והעותקים נשארים עד יום שישי.",
    "hi": "हमने पुराना सर्वर अभी बंद नहीं किया है, और प्रतियाँ शुक्रवार तक रहेंगी।",
    "it": "Non abbiamo ancora spento il vecchio server, e le copie restano fino a venerdì.",
    "ja": "古いサーバーはまだ止めていません。コピーは金曜日まで残します。",
    "ko": "옛 서버는 아직 끄지 않았고, 사본은 금요일까지 남겨 둡니다.",
    "nl": "We hebben de oude server nog niet uitgezet, en de kopieën blijven tot vrijdag.",
    "pt": "Ainda não desligamos o servidor antigo, e as cópias ficam até sexta-feira.",
    "ru": "Мы ещё не отключили старый сервер, и копии остаются до пятницы.",
    "th": "เรายังไม่ได้ปิดเซิร์ฟเวอร์เก่า และจะเก็บสำเนาไว้จนถึงวันศุกร์",
    "tr": "Eski sunucuyu henüz kapatmadık, ve kopyalar cuma gününe kadar kalacak.",
    "vi": "Chúng tôi chưa tắt máy chủ cũ, và các bản sao vẫn được giữ đến thứ sáu.",
    "zh": "我们还没有关闭旧的服务器，副本会保留到星期五。",
}


def test_every_language_that_has_a_file_has_a_sentence() -> None:
    assert sorted(SENTENCES) == sorted(known_languages())


@pytest.mark.parametrize("code", SENTENCES)
def test_language_of_a_sentence_is_found(code: str) -> None:
    assert language_of(fold(SENTENCES[code])) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("DuckDB JSONB 타입을 제거", "ko", id="Latin words among Korean"),
        pytest.param("PostgreSQL に移行する", "ja", id="Latin words among Japanese"),
        pytest.param("漢字かな", "ja", id="Kana among Han"),
        pytest.param("我们关闭了旧的服务器 server", "zh", id="Latin words among Chinese"),
        pytest.param("ก", "th", id="one Thai letter"),
        pytest.param("keep a raw text here", "en", id="English words without many function words"),
        pytest.param("databases restarted yesterday", "en", id="listed words alone"),
        pytest.param("the café and the piñata", "en", id="accents in English"),
    ],
)
def test_language_of_a_mixed_or_short_text_is_that_of_its_words(text: str, code: str) -> None:
    assert language_of(fold(text)) == code


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("12, 34 (56)", id="no letters"),
        pytest.param("１２。", id="no letters that are ASCII"),
        pytest.param("oui", id="one word"),
        pytest.param("kaksi koiraa juoksi metsässä eilen illalla", id="Finnish"),
        pytest.param("xqz zqx wvk vkw", id="no words"),
        pytest.param("a b c d e", id="single letters"),
        pytest.param("Πού είναι ο σταθμός;", id="a script that nobody lists"),
        pytest.param("Де знаходиться вокзал?", id="a language that shares the script"),
        pytest.param("onder och zwischen puis", id="one word each of several languages"),
    ],
)
def test_language_of_what_is_not_known_is_none(text: str) -> None:
    """Then any changed word may state another fact (specification 3.9)."""
    assert language_of(fold(text)) is None


def test_language_of_a_long_text_is_that_of_its_beginning() -> None:
    beginning = (fold(SENTENCES["de"]) + " ") * (MAX_CHARS_READ // len(SENTENCES["de"]) + 1)

    assert language_of(beginning + fold(SENTENCES["en"]) * 100) == "de"


@given(st.text(max_size=60))
def test_language_of_any_text_is_a_known_language_or_none(text: str) -> None:
    assert language_of(fold(text)) in {None, *known_languages()}


OTHERS = {
    "bg": "Ние още не сме изключили стария сървър, защото копията са важни за нас.",
    "bn": "আমরা পুরানো সার্ভার বন্ধ করিনি এবং কপি শুক্রবার পর্যন্ত থাকবে।",
    "ca": "No hem apagat el servidor vell amb les còpies, i també queden fins divendres.",
    "cs": "Starý server jsme ještě nevypnuli, a kopie zůstanou do pátku.",
    "da": "Vi har ikke slukket den gamle server, og kopierne bliver til fredag.",
    "el": "Δεν κλείσαμε τον παλιό διακομιστή και τα αντίγραφα μένουν.",
    "et": "Me ei ole vana serverit välja lülitanud, ja koopiad on alles kuni reedeni.",
    "fa": "ما سرور قدیمی را خاموش نکردیم و نسخه ها تا جمعه می مانند.",
    "fi": "Emme ole sammuttaneet vanhaa palvelinta, ja kopiot ovat tallessa perjantaihin.",
    "hu": "Nem kapcsoltuk ki a régi szervert, és a másolatok péntekig vannak meg.",
    "id": "Kami belum mematikan server lama, dan salinannya akan tetap ada untuk kami.",
    "lt": "Mes neišjungėme seno serverio, ir kopijos bus iki penktadienio.",
    "lv": "Mēs neesam izslēguši veco serveri, un kopijas būs līdz piektdienai.",
    "no": "Vi har ikke slått av den gamle serveren, og kopiene blir til fredag.",
    "pl": "Nie wyłączyliśmy jeszcze starego serwera, a kopie są do piątku.",
    "ro": "Nu am oprit serverul vechi, și copiile rămân până vineri pentru noi.",
    "sk": "Starý server sme ešte nevypli, a kópie ostanú do piatka.",
    "sl": "Starega strežnika še nismo izklopili, kopije pa ostanejo do petka.",
    "sr": "Nismo isključili stari server, a kopije će biti tu do petka.",
    "sv": "Vi har inte stängt av den gamla servern, och kopiorna är kvar till fredag.",
    "sw": "Hatujazima seva ya zamani, na nakala zitabaki kwa ajili ya wetu hadi Ijumaa.",
    "ta": "நாங்கள் பழைய சேவையகத்தை அணைக்கவில்லை.",
    "tl": "Hindi pa namin pinatay ang lumang server, at ang mga kopya ay nandito pa.",
    "uk": "Ми ще не вимкнули старий сервер, і копії залишаються до п'ятниці.",
    "ur": "ہم نے پرانا سرور بند نہیں کیا ہے اور نقول جمعہ تک رہیں گے۔",
}


def test_every_language_of_the_table_of_negators_has_a_sentence() -> None:
    assert sorted(OTHERS) == sorted(other_languages())


@pytest.mark.parametrize("code", OTHERS)
def test_language_beside_a_hit_is_one_of_more_languages(code: str) -> None:
    """Danish and Norwegian negate alike, so either will do."""
    alike = {"no": "da"}

    assert language_beside(fold(OTHERS[code])) in {code, alike.get(code)}
    assert language_of(fold(OTHERS[code])) not in other_languages()


@pytest.mark.parametrize("code", SENTENCES)
def test_language_beside_a_hit_is_a_known_one_where_that_is_as_likely(code: str) -> None:
    assert language_beside(fold(SENTENCES[code])) == code


def test_language_beside_a_hit_is_told_by_the_calendar_too() -> None:
    assert language_beside(fold("Miete steigt im März um drei Prozent.")) == "de"
    assert language_beside(fold("Ez dugu hilabete honetako alokairua ordaindu.")) is None


@given(st.text(max_size=60))
def test_language_beside_any_text_is_a_known_language_or_none(text: str) -> None:
    assert language_beside(fold(text)) in {None, *known_languages(), *other_languages()}
