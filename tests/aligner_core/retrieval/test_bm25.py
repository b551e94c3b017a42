"""The default retriever: words of Korean and English, in whichever form."""

import subprocess
import sys

import pytest

from aligner_core.retrieval import BM25Hit, BM25Retriever, ChunkUpload, search


def chunk(name: str, content: str, *tags: str, title: str = "") -> ChunkUpload:
    return ChunkUpload(chunk_id=name, title=title, content=content, matched_tags=tags)


PLASTIC = chunk(
    "재활용폐기물_플라스틱류",
    "플라스틱 용기 및 포장재를 말한다. 라벨을 제거하고 내용물을 비운 후 배출한다.",
    "라벨_부착",
    "내용물_있음",
    title="플라스틱류 배출 방법",
)
PAPER = chunk("재활용폐기물_종이류", "종이팩은 물로 헹군 뒤 펼쳐서 말린다.", title="종이류")
RETURNS = chunk("returns", "Items may be returned within 30 days.\nTags must remain attached.", title="Returning items")
SHELF = BM25Retriever([PAPER, PLASTIC, RETURNS])


def test_retriever_finds_by_other_forms_of_words_the_best_first() -> None:
    assert SHELF.search_with_context(message="라벨 제거는 어떻게 하나요? 용기를 비웠어요. 종이팩은요?", limit=3) == [
        BM25Hit(PLASTIC.chunk_id, "high", "라벨을 제거하고 내용물을 비운 후 배출한다.", ("라벨_부착",)),
        BM25Hit(PAPER.chunk_id, "low", "종이팩은 물로 헹군 뒤 펼쳐서 말린다.", ()),
    ]


@pytest.mark.parametrize(
    ("message", "relevance"),
    [
        ("return an item", "high"),
        ("can I return this item on Monday", "high"),
        ("return the item or the phone", "high"),
        ("return the phone", "medium"),
        ("return the phone or the camera", "medium"),
        ("return phone camera laptop", "low"),
        ("return phone camera laptop charger", "low"),
    ],
)
def test_retriever_rates_relevance_by_the_share_of_words(message: str, relevance: str) -> None:
    (hit,) = SHELF.search_with_context(message=message, limit=3)

    assert (hit.chunk_id, hit.relevance) == ("returns", relevance)


def test_retriever_gives_no_more_than_asked_for() -> None:
    assert [hit.chunk_id for hit in SHELF.search_with_context(message="라벨 제거, 종이팩", limit=1)] == [
        PLASTIC.chunk_id
    ]


@pytest.mark.parametrize("message", ["", "우주선 발사", "것 수 등", "!!!"])
def test_retriever_finds_nothing(message: str) -> None:
    assert SHELF.search_with_context(message=message, limit=3) == []
    assert SHELF.search_by_keyword(message) is None


@pytest.mark.parametrize("chunks", [[], [chunk("a", "")], [chunk("a", "물 a 1"), chunk("b", "!")]])
def test_retriever_of_nothing_finds_nothing(chunks: list[ChunkUpload]) -> None:
    assert not search("라벨", BM25Retriever(chunks)).found


def test_retriever_finds_a_category_by_title_name_or_tag() -> None:
    whole = {"key": PLASTIC.chunk_id, "title": PLASTIC.title, "data": PLASTIC.content}

    assert SHELF.search(category="재활용폐기물", subcategory="플라스틱류") == whole
    assert SHELF.search(category="내용물", subcategory=None) == whole
    assert SHELF.search(category="재활용폐기물", subcategory=None) == SHELF.get_full_data(PAPER.chunk_id)
    assert SHELF.search(category="재활용폐기물", subcategory="유리류") is None
    assert SHELF.search(category="", subcategory=None) is None


def test_retriever_gives_whole_chunks() -> None:
    assert SHELF.get_full_data("returns") == {"key": "returns", "title": RETURNS.title, "data": RETURNS.content}
    assert SHELF.get_full_data("nowhere") is None
    assert SHELF.search_by_keyword("attached") == SHELF.get_full_data("returns")


def test_search_goes_through_the_whole_cascade() -> None:
    by_class = search("x", SHELF, classification={"major_category": "재활용폐기물", "minor_category": "종이류"})
    by_context = search("라벨을 떼야 하나요?", SHELF, classification={"major_category": "가전"})

    assert (by_class.search_method, by_class.evidence[0].quoted_text) == ("classification", PAPER.content)
    assert (by_context.search_method, by_context.evidence[0].quoted_text) == (
        "contextual",
        "라벨을 제거하고 내용물을 비운 후 배출한다.",
    )
    assert by_context.evidence[0].quoted_text in PLASTIC.content


def test_package_does_not_load_the_library_of_the_retriever() -> None:
    code = "import sys, aligner_core, aligner_core.retrieval, aligner_core.citations; print('bm25s' in sys.modules)"

    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert answer.stdout.strip() == "False"
