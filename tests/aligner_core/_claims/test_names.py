"""Which words of a text are names, and whether another text has them."""

import pytest

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.directory import directory_of
from aligner_core._claims.names import names_of
from aligner_core._claims.reading import read
from aligner_core._claims.transliteration import MAX_CHOICES, sounds_of
from aligner_core._claims.work import Work


def names_in(text: str) -> list[str]:
    """Return the names of a text, as they are written."""
    return [read(text).as_written(name.start, name.end) for name in names_of(read(text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We asked Grace Kim and Dr. Lee-Park on Monday in May", ["Grace Kim", "Dr. Lee-Park"]),
        ("Grace will ask. Grace period ends", ["Grace"]),
        ("Priya asked. Retries fail. Olga's plan", ["Priya", "Olga"]),
        ("The queue at Gate C and DuckDB", ["Gate C", "DuckDB"]),
        ("Release Plan For The Incremental Index Of Warsaw", ["Warsaw"]),
        ("READ THE RULES FIRST, PLEASE", []),
        ("Sales in the EU. I am OK", ["EU"]),
        ("Reindexing is slow. Backfills fail", []),
        ("김하늘 대리와 한지우 님, 정다은이 왔다", ["김하늘", "한지우", "정다은"]),
        ("유나는 서울에서 슬랙으로 Slack을 쓴다", ["유나", "서울", "Slack"]),
        ("감수 담당은 미하엘이다. 장소는 오사카다", ["미하엘", "오사카"]),
        ("고객님과 담당 팀장님은 문래동에서 활동했다", ["문래동"]),
        ("하늘이 파랗고 보고해도 된다. 주문마다 다르다", []),
        ("차장님 부장님 이사", []),
        ("철수 씨가 3명을 불렀다", ["철수"]),
        ("안네 씨와 가나다라마 씨", ["안네"]),
    ],
)
def test_names_of(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def is_found(claim: str, evidence: str) -> list[bool]:
    text, directory = read(claim), directory_of(read(evidence))
    written = ((name, text.as_written(name.start, name.end)) for name in names_of(text))
    return [directory.place_of(name, words, Work()) is not None for name, words in written]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("We use JavaScript", "plain JS, please"),
        ("We use MongoDB", "not moving to Mongo"),
        ("on Elm Street", "it's on Elm St"),
        ("on Elm Street", "it's on Elm"),
        ("박 과장이 왔다", "박과장님이 왔다"),
        ("We run Kubernetes", "it runs on k8s"),
        ("We ask Grace", "grace's idea"),
        ("We ask Grace Kim", "Kim, that is Grace"),
        ("in the Git Hub", "on GitHub"),
        ("We use GitHub", "on git hub"),
        ("the Norwegian office", "in Norway"),
        ("the Koreans", "in Korea"),
        ("a French team", "in France"),
        ("the office in France", "the French team"),
        ("open a PR", "a pull request"),
        ("We moved to Seoul", "서울로 옮겼다"),
        ("We use Slack daily", "슬랙을 쓴다"),
        ("We ask Kim Haneul", "김하늘 님"),
        ("오사카에서 한다", "in Osaka"),
        ("루카스가 왔다", "Lukas came"),
        ("김하늘 대리", "하늘 님이"),
        ("유나가 왔다", "유나님이 왔다"),
    ],
)
def test_a_name_is_found(claim: str, evidence: str) -> None:
    assert all(is_found(claim, evidence))


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("We ask Grace Kim", "Grace"),
        ("We ask Anders", "Dimitri"),
        ("the queue at Gate F", "the queue at gate C"),
        ("open a PR", "a pull"),
        ("We use JavaScript", "JSON, please"),
        ("We use MongoDB", "a monitor"),
        ("on Elm Street", "on this street"),
        ("on Elm Street", "on Elm Avenue"),
        ("on Station Road", "on Harbour Road"),
        ("박 과장이 왔다", "김 과장이 왔다"),
        ("We run Kubernetes", "it runs on k9s"),
        ("등급은 AL이다", "다음은 오일로"),
        ("the ISO of it", "in on so"),
        ("교토다", "in Osaka"),
        ("소피아가 왔다", "Clara rents a studio for two"),
        ("서울에서 했다", "부산에서 했다"),
        ("We moved to Seoul", "부산으로 옮겼다"),
        ("We moved to Ghent", "부산으로 옮겼다"),
    ],
)
def test_a_name_is_not_found(claim: str, evidence: str) -> None:
    assert not any(is_found(claim, evidence))


def test_sounds_of_letters_that_are_heard_in_two_ways_are_bounded() -> None:
    assert len(sounds_of("ger" * 9)) <= 2**MAX_CHOICES
    assert sounds_of("東京") == {""}


def test_coverage_of_nothing_overlaps_nothing() -> None:
    taken = Coverage([(3, 3), (5, 6)])

    assert [taken.overlaps(at, at + 1) for at in range(3, 8)] == [False, False, True, False, False]
