"""Each page and each act calls no more functions than its bound: a count that no other load of the machine changes."""

from collections.abc import Callable, Mapping

import pytest
from django.db import transaction

from tests.calls import python_calls
from tests.doors import DOORS, Cells, World, first_who_may, make_world

pytestmark = pytest.mark.django_db

THOUSANDS: Mapping[str, tuple[int, int]] = {
    "login": (3, 3),
    "logout": (2, 2),
    "set_language": (3, 3),
    "review:theme": (2, 3),
    "review:single_keys": (2, 3),
    "review:own_password": (13, 17),
    "review:home": (59, 2),
    "review:help": (16, 2),
    "review:session_list": (24, 2),
    "review:session_pick": (4, 2),
    "review:session_detail": (51, 2),
    "review:session_find": (5, 2),
    "review:session_map": (11, 2),
    "review:session_part": (34, 2),
    "review:session_message": (21, 2),
    "review:chunk_search": (23, 24),
    "review:entry_new": (19, 50),
    "review:entry_list": (61, 2),
    "review:batch_list": (13, 2),
    "review:bundle_verify": (13, 14),
    "review:bulk_preview": (2, 22),
    "review:batch": (27, 2),
    "review:batch_apply": (2, 27),
    "review:batch_revert": (2, 27),
    "review:entry_detail": (55, 2),
    "review:undo": (2, 50),
    "review:queue": (71, 2),
    "review:queue_beat": (2, 9),
    "review:entry_later": (19, 2),
    "review:entry_facts": (21, 2),
    "review:entry_add_quote": (2, 98),
    "review:extraction_detail": (52, 2),
    "review:extraction_search": (2, 13),
    "review:run_list": (29, 2),
    "review:run_compare": (2, 2),
    "review:run_entries": (34, 2),
    "review:run_quotes": (25, 2),
    "review:quality": (28, 2),
    "review:answer_quality": (30, 2),
    "review:session_bundle": (22, 65),
    "review:entries_bundle": (33, 105),
    "review:entry_bundle": (26, 60),
    "review:entry_export": (26, 60),
    "review:session_export": (22, 12),
    "review:entries_export": (31, 23),
    "review:entry_promote": (2, 41),
    "review:entry_demote": (2, 56),
    "review:entry_reject": (2, 38),
    "review:entry_reopen": (2, 35),
    "review:entry_change": (2, 39),
    "review:entry_resolve": (2, 52),
    "review:entry_assign": (2, 53),
    "review:entry_comment": (2, 23),
    "review:comment_resolve": (2, 23),
    "review:comment_reopen": (2, 21),
    "review:notice_list": (17, 2),
    "review:entry_confirm": (2, 58),
    "review:entry_correct": (2, 60),
    "review:entry_approve": (2, 52),
    "review:entry_explain": (2, 50),
    "review:entry_certify": (2, 48),
    "review:entry_override": (2, 59),
    "review:quote_detail": (12, 2),
    "review:quote_doctor": (67, 2),
    "review:quote_trial": (2, 14),
    "review:quote_fix": (2, 78),
    "review:quote_desk": (60, 2),
    "review:quote_offer": (14, 2),
    "review:quote_citation": (13, 2),
    "review:quote_rail_row": (16, 2),
    "review:quote_retry": (2, 88),
    "review:quote_anchor": (2, 91),
    "review:quote_confirm": (2, 59),
    "review:quote_undo": (2, 53),
    "review:quote_restore": (2, 53),
    "review:quote_choose": (2, 74),
    "review:quote_withdraw": (2, 81),
    "review:quote_restore_withdrawn": (2, 53),
    "review:quote_acknowledge": (2, 74),
    "review:source_correct": (2, 71),
    "review:selection": (16, 2),
    "review:failed": (42, 2),
    "review:search": (18, 2),
    "review:search_palette": (6, 2),
    "review:view_save": (2, 8),
    "review:view_delete": (2, 5),
    "review:audit": (47, 2),
    "review:event_detail": (42, 2),
    "review:audit_verify": (17, 292),
    "review:checkpoint_make": (2, 6),
    "review:checkpoint_download": (4, 2),
    "review:keys_download": (4, 2),
    "review:project_list": (17, 2),
    "review:project_detail": (45, 2),
    "review:job_list": (20, 2),
    "review:project_import": (19, 20),
    "review:webhook_list": (21, 26),
    "review:webhook_detail": (23, 2),
    "review:webhook_secret": (2, 27),
    "review:webhook_resend": (2, 27),
    "review:webhook_off": (2, 10),
    "review:webhook_on": (2, 26),
    "review:webhook_delete": (2, 10),
    "review:token_list": (21, 2),
    "review:token_issue": (2, 17),
    "review:token_revoke": (2, 17),
    "review:own_job": (4, 2),
    "review:job_detail": (6, 2),
    "review:job_file": (2, 2),
    "review:job_statement": (2, 2),
    "review:job_cancel": (2, 8),
    "review:job_again": (2, 7),
    "review:project_policy": (2, 37),
    "review:project_stale_limit": (2, 36),
    "review:project_extractor": (2, 37),
    "review:mapping_delete": (2, 12),
    "review:session_extract": (2, 30),
    "review:project_queue": (2, 37),
    "review:project_aligner": (2, 43),
    "review:project_realign": (24, 77),
    "review:member_role": (2, 40),
    "review:member_confirm": (2, 2),
    "review:member_remove": (2, 38),
    "review:invitation_make": (2, 37),
    "review:invitation_confirm": (2, 45),
    "review:invitation_revoke": (2, 37),
    "review:invitation": (9, 12),
    "review:upload": (35, 20),
    "review:upload_detail": (28, 18),
    "review:upload_files": (25, 26),
    "review:upload_format": (2, 7),
    "review:upload_change": (2, 7),
    "review:upload_discard": (2, 7),
    "review:upload_mapping": (30, 30),
}
"""The thousands of calls that a page may make, and an act: what was counted, and a fifth more."""


def test_every_address_has_a_bound() -> None:
    assert set(THOUSANDS) == set(DOORS)


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


@pytest.mark.parametrize("name", DOORS)
def test_no_page_and_no_act_makes_more_calls_than_its_bound(world: World, name: str) -> None:
    door = DOORS[name]
    called = calls(world, name, "get", door.get), calls(world, name, "post", door.post)

    assert [one // 1_000 < most for one, most in zip(called, THOUSANDS[name], strict=True)] == [True, True], called


def calls(world: World, name: str, method: str, cells: Cells) -> int:
    """Return how many functions a request calls when all is warm, sent by the first person who may; 0 if nobody may."""
    person = first_who_may(cells)
    if person is None:
        return 0
    client, fields = world.client(person, htmx=method == "post"), DOORS[name].fields(world)
    sent = rolled_back(lambda: getattr(client, method)(world.address(name), fields))
    sent()
    return python_calls(sent)


def rolled_back(work: Callable[[], object]) -> Callable[[], None]:
    """Return a function that works, and takes back what it stored."""

    def worked() -> None:
        point = transaction.savepoint()
        work()
        transaction.savepoint_rollback(point)

    return worked
