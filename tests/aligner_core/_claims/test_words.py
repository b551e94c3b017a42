"""Quantifiers, modality and negations: what answers one, what contradicts, and what raises no alarm."""

import pytest

from aligner_core import check_claim


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Most nights few products change", "on 94 % of the nights few products change"),
        ("All translations are reviewed", "Some translations are bad; Elif reviews all of them."),
        ("Oil works in most of the recipes", "Many recipes use butter, but in most of them oil works."),
        ("Only the treasurer signs", "Nobody except the treasurer may sign"),
        ("Everyone may enter", "anyone may enter the hall"),
        ("The store is checked every week", "the store is checked on Mondays"),
        ("회원 모두가 낸다", "전원이 낸다"),
        ("남산만 된다", "남산 외에는 안 된다"),
        ("한 달에 두 번만 연다", "한 달에 두 번뿐이다"),
        ("You must not share it", "Don't share it."),
        ("It must stay closed", "Please keep it closed, it must stay so"),
        ("They must be sent", "Send them by Friday"),
        ("Batteries must have a permit", "Batteries aren't accepted without a permit"),
        ("It can be swapped", "The battery is swapped"),
        ("We will ask", "We ask them"),
        ("공유하면 안 된다", "공유하지 마세요"),
        ("The price doesn't change", "The price stays the same"),
        ("The boiler won't be replaced", "Our landlord refuses to replace the boiler"),
        ("No attachments are kept", "it keeps mails, no attachments"),
        ("Paper forms are no longer accepted", "We stopped accepting paper forms"),
        ("Nobody was hurt", "It rained. No one was injured."),
        ("Two suppliers haven't signed", "All suppliers have signed, except two."),
        ("No, that is wrong", "no way, that is wrong"),
        ("It was not approved", "No way!"),
        ("배포는 이상 없이 끝났다", "서버 배포 완료. 이상 없음."),
        ("반대한 위원은 없다", "위원 다섯이 찬성했고 반대는 없었다"),
        ("오후조는 작업을 끝내지 못했다", "오전조는 작업을 끝냈고 오후조는 아직 못 끝냈다"),
        ("The dog must not be bathed", "강아지 산책은 하루 두 번, 목욕은 시키지 마세요."),
        ("Up to 450 kg are fine", "It must not carry more than 450 kg"),
        ("The repair is possible from 3 April", "The repair can't start before 3 April"),
        ("로고는 회색을 쓴다", "로고는 흰색을 쓰지 말고 회색을 써 주세요."),
        ("Use the blue one", "Do not use the red one but the blue one"),
        ("The hostel is in Bergen", "The hostel in Bergen doesn't take cards"),
        ("앱에서 90일치 영수증을 본다", "종이 영수증은 주지 않습니다. 앱에서 90일치를 봅니다."),
        ("You don't have to come", "It is not true that you don't come: you don't have to"),
        ("It is not without cost", "It is not without cost"),
    ],
)
def test_words_of_a_claim_that_its_evidence_bears_out(claim: str, evidence: str) -> None:
    assert check_claim(claim, [evidence]).missing == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "kind"),
    [
        ("All nights few products change", "on 94 % of the nights few products change", "quantifier"),
        ("Most users agree", "40 % of the users agree, 30 users in all", "quantifier"),
        ("Everybody read the logs", "The logs were never read by anybody", "quantifier"),
        ("Everyone can reopen tickets", "Any reviewer closes tickets, only maintainers reopen them", "quantifier"),
        ("The store is checked every day", "the store is checked weekly", "quantifier"),
        ("At least 5 mg are needed", "at most 5 mg are needed", "quantifier"),
        ("일부만 낸다", "전원이 낸다", "quantifier"),
        ("They must swap it", "They may swap it", "modality"),
        ("They may swap it", "They must swap it", "modality"),
        ("They must share it", "Never share it.", "modality"),
        ("써야 한다", "써도 된다", "modality"),
        ("The audio is not deleted", "The audio is deleted after a month", "negation"),
        ("Nobody has fibre on the street", "Every house on the street has fibre except ours", "negation"),
        ("The boiler is replaced", "Our landlord refuses to replace the boiler", "negation"),
        ("Attachments are kept offline", "it keeps mails offline, no attachments", "negation"),
        ("독서 모임에는 회비가 있다", "독서 모임은 토요일이다. 회비는 걷지 않는다.", "negation"),
        ("지운 글은 복구할 수 있다", "지운 글은 7일이 지나면 사라지고 복구는 안 됩니다.", "negation"),
        ("심야 버스도 할인이 된다", "할인은 낮에만 되고, 심야 버스는 되지 않는다", "negation"),
        ("기사에게 번호를 알려 준다", "번호는 바뀌었고 기사에게 알려 주면 안 됩니다", "negation"),
        ("The grant pays for travel", "The grant covers rent. Travel isn't covered.", "negation"),
        ("The lease ends in May", "The lease does not end in May.", "negation"),
        ("촬영은 된다", "촬영은 금지다", "negation"),
        ("Peel the potatoes first", "The potatoes are good, they shouldn't be peeled", "negation"),
    ],
)
def test_words_of_a_claim_that_its_evidence_does_not_bear_out(claim: str, evidence: str, kind: str) -> None:
    assert kind in {fact.kind for fact in check_claim(claim, [evidence]).missing}
