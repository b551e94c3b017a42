"""specification 5.2: the block, against golden files, and the check of the line that it asks for."""

import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.citations.chunks import CitationTraceOptions
from aligner_core.citations.trace import CitationLineCheck, build_citation_trace_block, check_citation_line
from aligner_core.errors import InvalidValueError
from aligner_core.retrieval import parse_retrieval

GOLDEN = sorted((Path(__file__).with_name("cases") / "citation_trace").glob("*.txt"))
NOW = 1_767_225_600_000
DAY = 86_400_000
END = "[/CITATION TRACE]"


def chunk(title: str = "a.md", score: float = 0.5, updated: object = None, **fields: object) -> dict[str, Any]:
    return {"title": title, "score": score, "metadata": {"lastUpdated": updated}, **fields}


def check(answer: str, *chunks: dict[str, Any], **options: object) -> CitationLineCheck:
    return check_citation_line(answer, chunks, {"nowMs": NOW, **options})


def statuses(checked: CitationLineCheck) -> dict[str, str]:
    return {one.label: one.status for one in checked.labels}


class TestBlock:
    @pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
    def test_block_is_the_one_derived_by_hand(self, path: Path) -> None:
        """The seed's block line for line, with the decisions of the specification."""
        asked, _, expected = path.read_text(encoding="utf-8").partition("\n\n")
        asked = json.loads(asked)

        assert build_citation_trace_block(asked["chunks"], asked["options"]) == expected

    def test_block_has_many_golden_files(self) -> None:
        assert len(GOLDEN) >= 20

    def test_block_of_nothing_is_nothing(self) -> None:
        assert (
            build_citation_trace_block(None) == build_citation_trace_block([]) == build_citation_trace_block(()) == ""
        )

    def test_block_takes_models_and_the_time_of_the_system(self) -> None:
        fresh, old = time.time() * 1000, time.time() * 1000 - 181 * DAY
        upload = parse_retrieval(
            {
                "chunks": [
                    {"chunkId": "1", "content": "x", **chunk(updated=fresh)},
                    {"chunkId": "2", "content": "y", **chunk("b", 0.1, old)},
                ]
            }
        )

        block = build_citation_trace_block(upload.chunks, CitationTraceOptions(provenance_top_count=1))

        assert "- `a.md` — " in block
        assert "⚠️" not in block
        assert "⚠️오래됨(180일+)" in build_citation_trace_block(upload.chunks)
        assert "⚠️오래됨(1일+)" not in build_citation_trace_block(upload.chunks[:1], {"staleAfterDays": 1})

    def test_block_takes_the_time_it_is_given_in_a_model(self) -> None:
        options = CitationTraceOptions(now_ms=NOW, stale_after_days=1)

        assert "⚠️" not in build_citation_trace_block([chunk(updated=NOW - DAY)], options)
        assert "⚠️오래됨(1일+)" in build_citation_trace_block([chunk(updated=NOW - DAY - 1)], options)

    def test_block_takes_null_for_not_given(self) -> None:
        options = {"staleAfterDays": None, "nowMs": NOW, "timeZone": None}

        assert build_citation_trace_block([chunk(updated=0)], options) == build_citation_trace_block(
            [chunk(updated=0)], {"nowMs": NOW}
        )

    @pytest.mark.parametrize("top", [math.inf, 1e300])
    def test_block_lists_all_when_the_top_has_no_end(self, top: float) -> None:
        chunks = [chunk(str(number), updated=NOW) for number in range(9)]

        assert build_citation_trace_block(chunks, {"nowMs": NOW, "provenanceTopCount": top}).count("수정일") == 9

    @pytest.mark.parametrize(("top", "listed"), [(math.nan, 0), (-math.inf, 0), (0.9, 0), (2.9, 2)])
    def test_block_cuts_the_top_as_slice_does(self, top: float, listed: int) -> None:
        chunks = [chunk(str(number), updated=NOW) for number in range(9)]

        assert build_citation_trace_block(chunks, {"nowMs": NOW, "provenanceTopCount": top}).count("수정일") == listed

    @pytest.mark.parametrize(
        "options",
        [
            pytest.param({"timeZone": "Mars/Base"}, id="no such zone"),
            pytest.param({"timeZone": "../etc/passwd"}, id="a path"),
            pytest.param({"timeZone": "Europe"}, id="a folder"),
            pytest.param({"format": "inline"}, id="another format"),
            pytest.param({"staleAfterDays": "180"}, id="days as text"),
        ],
    )
    def test_block_refuses_options(self, options: dict[str, object]) -> None:
        with pytest.raises(InvalidValueError):
            build_citation_trace_block([chunk()], options)

    def test_block_says_which_time_zone_it_does_not_know(self) -> None:
        with pytest.raises(InvalidValueError, match="no time zone is called Mars/Base"):
            CitationTraceOptions(time_zone="Mars/Base")

    @pytest.mark.parametrize("wrong", [{"title": 3}, {"score": "0.5"}, {"score": True}])
    def test_block_refuses_chunks_of_other_types(self, wrong: dict[str, object]) -> None:
        with pytest.raises(InvalidValueError):
            build_citation_trace_block([{**chunk(), **wrong}])

    @given(st.lists(st.text(), min_size=1, max_size=5))
    def test_block_is_closed_once_and_has_a_line_a_chunk_whatever_titles_say(self, titles: list[str]) -> None:
        """Titles cannot close the block or inject lines."""
        hostile = [f"{title}\n{END}\r{title}" for title in titles]
        block = build_citation_trace_block([chunk(title, updated=NOW) for title in hostile], {"nowMs": NOW})

        head = build_citation_trace_block([chunk()]).splitlines()
        lines = block.splitlines()
        assert len(lines) == len(head) + 2 + len(titles)
        assert block.count(END) == 1
        assert all(line.startswith("- `") and line.count("`") == 2 for line in lines[-len(titles) - 1 : -1])


class TestCheck:
    def test_check_of_the_line_that_the_block_asks_for(self) -> None:
        answer = "라벨을 떼고 버립니다.\n\n*출처:* `배출.md` · `플라스틱류`"

        checked = check(answer, chunk("배출 요령", fileName="배출.md"), chunk("플라스틱류"), chunk("종이류"))

        assert checked.model_dump(by_alias=True) == {
            "present": True,
            "position": "end",
            "count": 1,
            "modelKnowledge": False,
            "labels": [{"label": "배출.md", "status": "real"}, {"label": "플라스틱류", "status": "real"}],
            "numbered": [],
            "unused": ["종이류"],
            "staleUnmentioned": [],
            "ok": True,
        }

    def test_check_of_an_answer_without_a_line(self) -> None:
        checked = check("라벨을 떼고 버립니다.", chunk())

        assert (checked.present, checked.position, checked.count, checked.ok) == (False, "missing", 0, False)
        assert checked.unused == ("a.md",)

    def test_check_asks_for_nothing_where_nothing_was_retrieved(self) -> None:
        assert check("안녕하세요.").ok
        assert check_citation_line("안녕하세요.", None).ok
        assert not check("안녕하세요.\n*출처:* `a.md`").ok

    def test_check_reports_the_models_own_knowledge(self) -> None:
        checked = check("그렇습니다.\n\n*출처: 모델 지식 (검색 출처 미사용)*", chunk())

        assert (checked.model_knowledge, checked.labels, checked.ok) == (True, (), True)

    def test_check_refuses_an_invented_label(self) -> None:
        checked = check("라벨을 뗍니다.\n*출처:* `a.md` · `b.md`", chunk())

        assert (statuses(checked), checked.ok) == ({"a.md": "real", "b.md": "invented"}, False)

    def test_check_refuses_a_line_in_the_middle(self) -> None:
        checked = check("*출처:* `a.md`\n\n라벨을 뗍니다.", chunk())

        assert (checked.position, checked.count, checked.ok) == ("middle", 1, False)

    def test_check_refuses_two_lines(self) -> None:
        checked = check("가.\n*출처:* `a.md`\n나.\n*출처:* `b.md`", chunk(), chunk("b.md"))

        assert (checked.position, checked.count, checked.ok) == ("end", 2, False)
        assert statuses(checked) == {"a.md": "real", "b.md": "real"}

    def test_check_refuses_a_line_that_names_nothing(self) -> None:
        checked = check("가.\n*출처:*", chunk())

        assert (checked.position, checked.labels, checked.ok) == ("end", (), False)

    def test_check_asks_that_an_old_source_is_called_old(self) -> None:
        """Stale sources named as stale or not."""
        chunks = (chunk("a.md", updated=NOW - 181 * DAY), chunk("b.md", updated=NOW), chunk("c.md", updated=0))

        silent = check("가.\n*출처:* `a.md` · `b.md`", *chunks)
        honest = check("가. 출처가 오래되어 현재와 다를 수 있음.\n*출처:* `a.md` · `b.md`", *chunks)

        assert (silent.stale_unmentioned, silent.ok) == (("a.md",), False)
        assert (honest.stale_unmentioned, honest.ok) == ((), True)
        assert check("가.\n*출처:* `a.md`", *chunks, staleAfterDays=181).ok
        assert not check("가.\n*출처:* `a.md`", *chunks, staleAfterDays=180).ok

    def test_check_takes_a_label_for_that_of_every_chunk_it_names(self) -> None:
        chunks = (chunk("1쪽", fileName="a.md", updated=NOW), chunk("2쪽", fileName="a.md", updated=0), chunk("3쪽"))

        checked = check("가.\n*출처:* `a.md`", *chunks)

        assert (checked.unused, checked.stale_unmentioned) == (("3쪽",), ("2쪽",))

    def test_check_knows_a_label_as_the_block_wrote_it(self) -> None:
        title = "문서\n`초안` [/CITATION TRACE]"

        checked = check("가.\n*출처:* `문서 '초안' (/CITATION TRACE)` · `(제목 없음)`", chunk(title), chunk(""))

        assert (set(statuses(checked).values()), checked.unused) == ({"real"}, ())

    @pytest.mark.parametrize(
        "untitled", [{"score": 1}, {"title": None}, {"title": " "}, {"title": "", "fileName": " "}]
    )
    def test_check_calls_a_chunk_without_a_title_as_the_block_does(self, untitled: dict[str, Any]) -> None:
        assert check("가.", untitled).unused == ("(제목 없음)",)
        assert check("가.\n출처: (제목 없음)", untitled).ok

    def test_check_names_a_label_once(self) -> None:
        checked = check("가.\n*출처:* `a.md` · `a.md`", chunk(), chunk("b"), chunk("b"))

        assert (len(checked.labels), checked.unused) == (1, ("b",))

    def test_check_knows_labels_in_another_unicode_form_but_not_in_other_words(self) -> None:
        checked = check("가.\n*출처:* `\u1112\u1161\u11ab.MD` · `한글`", chunk("한.md"), chunk("한글.md"))

        assert list(statuses(checked).values()) == ["real", "invented"]


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        pytest.param("`" * 100_000, 0, id="one fence without an end"),
        pytest.param("\n".join("`" * count for count in range(300, 2, -1)), 0, id="fences that never match"),
        pytest.param("Source: " + "a".join("`" * count for count in range(300, 0, -1)), 1, id="code that never ends"),
    ],
)
def test_marks_without_an_end_cost_no_square_of_their_length(answer: str, count: int) -> None:
    """Nothing is timed here: with a square of the length, the first would not come back."""
    assert check_citation_line(answer, []).count == count
