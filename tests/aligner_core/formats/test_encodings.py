"""Texts that are not in UTF-8 are read, and the reader says from what."""

import io

import pytest

from aligner_core.formats import FormatError, read, read_stream

SAID = {
    "UTF-16": ("utf-16", "Ana: We ship on Friday.\nBo: Fine.\nAna: Good.\n"),
    "UTF-32": ("utf-32", "Ana: We ship on Friday.\nBo: Fine.\nAna: Good.\n"),
    "UTF-16-LE": ("utf-16-le", "Ana: We ship on Friday.\nBo: Fine.\nAna: Good.\n"),
    "UTF-16-BE": ("utf-16-be", "Ana: We ship on Friday.\nBo: Fine.\nAna: Good.\n"),
    "CP949": ("cp949", "민수: 금요일에 출시해요.\n지영: 네, 좋아요.\n민수: 고마워요.\n"),
    "Shift JIS": ("cp932", "太郎: 金曜日にリリースします。\n花子: はい、わかりました。\n太郎: ありがとう。\n"),
    "EUC-JP": ("euc_jp", "太郎: 金曜日にリリースします。\n花子: はい、わかりました。\n太郎: ありがとう。\n"),
    "GB 18030": ("gb18030", "小明: 我们星期五发布。\n小红: 好的,没有问题。\n小明: 谢谢你们。\n"),
    "Windows-1251": ("cp1251", "Иван: мы выпускаем в пятницу.\nОльга: хорошо, спасибо.\nИван: пока.\n"),
    "Windows-1252": ("cp1252", "Zoë: voilà, c’est prêt.\nBen: d’accord – très bien.\nZoë: merci.\n"),
}


@pytest.mark.parametrize("name", SAID)
def test_read_recognizes_an_encoding_and_says_so(name: str) -> None:
    encoding, text = SAID[name]
    data = text.encode(encoding)

    reading = read(data)
    stream = read_stream(io.BytesIO(data))

    said = [message.content for message in reading.sessions[0].messages]
    assert said == [line.partition(": ")[2] for line in text.splitlines()]
    [note] = [note for note in reading.notes if note.code == "decoded_from"]
    assert note.params == {"kind": name}
    assert not note.is_left_out
    assert [part for part in stream.parts if part.upload] == list(reading.parts)


def test_read_recognizes_the_encoding_of_json() -> None:
    data = '{"messages": ["금요일에 출시해요", "네 좋아요"]}'.encode("cp949")

    assert [one.content for one in read(data).sessions[0].messages] == ["금요일에 출시해요", "네 좋아요"]
    assert [note.code for note in read(data).notes] == ["decoded_from"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("Dana: 하나\nBo: 둘".encode()[:-1], id="UTF-8 that is cut"),
        pytest.param("Dana: 금요일에 출시해요\nBo: ".encode() + b"\xff\xfe\n", id="UTF-8 with broken bytes"),
        pytest.param(b"Dana: \x80\x81\x82\nBo: \x8d\x8f\n", id="nothing likely"),
        pytest.param(b"a\x00b\x00c", id="half a character of UTF-16"),
    ],
)
def test_read_refuses_what_is_in_no_encoding(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)

    assert caught.value.code in {"not_utf8", "unknown_prose"}


def test_read_says_nothing_of_utf8() -> None:
    for data in ("\ufeff민수: 네.\n지영: 네.\n민수: 네.".encode(), "민수: 네.\n지영: 네.\n민수: 네.".encode()):
        assert "decoded_from" not in [note.code for note in read(data).notes]
