"""What a screen reader says on the way through one decision: roles, names and live texts, in both languages."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Project
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = "We keep the raw text for 30 days."
HEAD = {
    "en": """
- paragraph: Ready to verify
- text: 1 of 2
- progressbar "Progress"
- paragraph: /Yours until \\d\\d:\\d\\d/
- link "Skip s"
""",
    "ko": """
- paragraph: 검증 준비 완료
- text: 2개 중 1번째
- progressbar "진행"
- paragraph: /\\d\\d:\\d\\d까지 담당/
- link "건너뛰기 s"
""",
}
QUOTE = {
    "en": """
- article "Quote 1 of 1":
  - text: exact, confidence 1.000
  - heading "Quote 1 of 1" [level=2]
  - text: user
  - link "#0"
  - paragraph:
    - mark: We keep the raw text for 30 days
    - text: .
  - group: Details
""",
    "ko": """
- article "인용 1개 중 1번":
  - text: 정확, 신뢰도 1.000
  - heading "인용 1개 중 1번" [level=2]
  - text: 사용자
  - link "#0"
  - paragraph:
    - mark: We keep the raw text for 30 days
    - text: .
  - group: 자세히
""",
}
BAR = {
    "en": """
- region "Decision":
  - paragraph: /Everything is met\\. Read the quotes, then verify\\./
  - button "Verify a"
  - group: Reject… x
  - group: Request change… c
""",
    "ko": """
- region "결정":
  - paragraph: /모든 요건을 충족했습니다\\. 인용을 읽고 검증하세요\\./
  - button "검증 a"
  - group: 거절… x
  - group: 수정 요청… c
""",
}
ANNOUNCED = {
    "en": ("Promoted to verified. Next: The raw text stays", "Undo z", "Nothing is left in the queue"),
    "ko": ("승격했습니다: 검증됨. 다음: The raw text stays", "되돌리기 z", "더 검토할 항목이 없습니다"),
}
BLOCKED = {
    "en": ("Not met: Every quote is aligned", "1 requirement is open. Next: quote 1"),
    "ko": ("충족되지 않음: 모든 인용을 원문에서 찾음", "요건 1개가 남았습니다. 다음: 인용 1"),
}
BOTH = [
    pytest.param("en", marks=pytest.mark.browser_context_args(locale="en-US")),
    pytest.param("ko", marks=pytest.mark.browser_context_args(locale="ko-KR")),
]
pytestmark = pytest.mark.parametrize("language", BOTH)


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.mark.smoke("en")
def test_a_decision_is_heard_from_the_reason_to_the_next_claim(page: Page, project: Project, language: str) -> None:
    session = make_session([{"role": "user", "content": WORDS}], project=project)
    for title in ("The raw text is kept", "The raw text stays"):
        make_entry(session, [(0, WORDS[:-1])], title=title, stage="candidate")
    page.goto("/queue/")
    expect(page.locator("#queue-head")).to_match_aria_snapshot(HEAD[language])
    expect(page.get_by_role("heading", level=1)).to_have_text("The raw text is kept")
    expect(page.locator("#entry .work")).to_match_aria_snapshot(QUOTE[language])
    expect(page.locator("main")).to_match_aria_snapshot(BAR[language])
    decided, back, end = ANNOUNCED[language]

    page.keyboard.press("a")

    expect(page.get_by_role("status").filter(has_text=decided)).to_have_count(1)
    expect(page.get_by_role("heading", level=1, name="The raw text stays")).to_be_focused()
    expect(page.get_by_role("button", name=back)).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_role("heading", level=1, name=end)).to_be_focused()


def test_what_is_open_is_heard_where_it_is_and_at_the_bar(page: Page, project: Project, language: str) -> None:
    session = make_session([WORDS], project=project)
    make_entry(session, [(0, "nobody has ever said this")], title="Decision 0", stage="candidate")
    page.goto("/queue/")
    missing, bar = BLOCKED[language]
    page.locator(".beside > summary").press("Enter")

    expect(page.get_by_role("listitem").filter(has_text=missing)).to_have_count(1)
    expect(page.locator("#decide .say")).to_have_text(bar)
    expect(page.locator("#promote-verified")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#promote-verified")).to_have_attribute("aria-describedby", "checklist")
