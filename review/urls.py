"""The addresses of the pages, and of the acts, which are those of their tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, include, path

from review.acts.act import Act
from review.acts.attached import ADDING_ACTS, COMMENT_ACTS, COMMENTING_ACTS, SOURCE_ACTS
from review.acts.batches import BATCH_ACTS
from review.acts.entries import ENTRY_ACTS
from review.acts.quotes import QUOTE_ACTS
from review.views import (
    additions,
    audit,
    bulk,
    bundles,
    comments,
    entries,
    exports,
    extracting,
    home,
    imports,
    ingest,
    jobs,
    mappings,
    new_entries,
    notices,
    people,
    promotion,
    queue,
    reader,
    repair,
    retrievals,
    runs,
    search,
    selection,
    sign_in,
    tokens,
    undo,
    webhooks,
)

app_name = "review"


def _acts(room: str, subject: str, acts: Mapping[str, Act], view: Callable[..., HttpResponse]) -> Iterator[URLPattern]:
    """Yield the address of each act of a table."""
    for act in acts.values():
        address = f"{room}/<int:pk>/{act.ending}/"
        yield path(address, view, {"act": act}, name=f"{subject}_{act.name}")


urlpatterns = [
    *_acts("entries", "entry", ENTRY_ACTS, promotion.entry_act),
    *_acts("entries", "entry", ADDING_ACTS, additions.addition),
    *_acts("entries", "entry", COMMENTING_ACTS, comments.comment),
    *_acts("comments", "comment", COMMENT_ACTS, comments.comment_act),
    *_acts("quotes", "quote", QUOTE_ACTS, repair.quote_act),
    *_acts("sources", "source", SOURCE_ACTS, retrievals.source_act),
    path("", home.home_page, name="home"),
    path("help/", home.help_page, name="help"),
    path("theme/", people.theme, name="theme"),
    path("single-keys/", people.single_keys, name="single_keys"),
    path("password/", sign_in.own_password, name="own_password"),
    path("queue/", queue.queue_page, name="queue"),
    path("queue/<int:pk>/beat/", queue.queue_beat, name="queue_beat"),
    path("sessions/", reader.session_list_page, name="session_list"),
    path("sessions/pick/", reader.session_pick, name="session_pick"),
    path("sessions/<int:pk>/", reader.session_detail, name="session_detail"),
    path("sessions/<int:pk>/find/", reader.session_find, name="session_find"),
    path("sessions/<int:pk>/map/", reader.session_map, name="session_map"),
    path("sessions/<int:pk>/messages/", reader.session_part, name="session_part"),
    path("sessions/<int:pk>/messages/<int:index>/", reader.session_message, name="session_message"),
    path("sessions/<int:pk>/search/", retrievals.chunk_search, name="chunk_search"),
    path("sessions/<int:pk>/extract/", extracting.session_extract, name="session_extract"),
    path("sessions/<int:pk>/bundle/", bundles.session_bundle, name="session_bundle"),
    path("sessions/<int:pk>/export/", exports.session_export, name="session_export"),
    path("sessions/<int:pk>/entries/new/", new_entries.new_entry, name="entry_new"),
    path("entries/", entries.entry_list_page, name="entry_list"),
    path("entries/bundle/", bundles.entries_bundle, name="entries_bundle"),
    path("entries/export/", exports.entries_export, name="entries_export"),
    path("entries/<int:pk>/export/", exports.entry_export, name="entry_export"),
    path("entries/<int:pk>/bundle/", bundles.entry_bundle, name="entry_bundle"),
    path("entries/<int:pk>/", entries.entry_detail, name="entry_detail"),
    path("entries/<int:pk>/later/", entries.entry_later, name="entry_later"),
    path("entries/<int:pk>/facts/", entries.entry_facts, name="entry_facts"),
    path("waiting/", notices.notice_list, name="notice_list"),
    path("undo/<int:pk>/", undo.undo, name="undo"),
    path("bundles/verify/", bundles.verify_bundle, name="bundle_verify"),
    path("bulk/", bulk.batch_list, name="batch_list"),
    path("bulk/preview/", bulk.preview, name="bulk_preview"),
    path("bulk/<str:name>/", bulk.batch, name="batch"),
    *(
        path(f"bulk/<str:name>/{act.name}/", bulk.batch_act, {"act": act}, name=f"batch_{act.name}")
        for act in BATCH_ACTS.values()
    ),
    path("extractions/<int:pk>/", ingest.extraction_detail, name="extraction_detail"),
    path("extractions/<int:pk>/search/", ingest.extraction_search, name="extraction_search"),
    path("runs/", runs.run_list_page, name="run_list"),
    path("runs/compare/", runs.run_compare, name="run_compare"),
    path("runs/entries/", runs.run_entry_list, name="run_entries"),
    path("runs/quotes/", runs.run_quote_list, name="run_quotes"),
    path("quality/", runs.quality_page, name="quality"),
    path("quality/answers/", runs.answer_quality, name="answer_quality"),
    path("audit/", audit.event_list, name="audit"),
    path("audit/<int:pk>/", audit.event_detail, name="event_detail"),
    path("audit/verify/", audit.verify, name="audit_verify"),
    path("audit/checkpoints/", audit.checkpoint_make, name="checkpoint_make"),
    path("audit/checkpoints/<int:pk>/", audit.checkpoint_download, name="checkpoint_download"),
    path("audit/keys/", audit.keys_download, name="keys_download"),
    path("quotes/<int:pk>/", reader.quote_detail, name="quote_detail"),
    path("quotes/<int:pk>/citation/", reader.quote_citation, name="quote_citation"),
    path("quotes/<int:pk>/doctor/", repair.pane, name="quote_doctor"),
    path("quotes/<int:pk>/trial/", repair.trial, name="quote_trial"),
    path("quotes/<int:pk>/offer/", reader.quote_offer, name="quote_offer"),
    path("quotes/<int:pk>/desk/", reader.quote_desk, name="quote_desk"),
    path("quotes/<int:pk>/row/", reader.quote_rail_row, name="quote_rail_row"),
    path("selection/", selection.selection, name="selection"),
    path("failed/", repair.failed, name="failed"),
    path("projects/", people.project_list_page, name="project_list"),
    path("projects/<slug:slug>/", people.project_detail, name="project_detail"),
    path("projects/<slug:slug>/jobs/", jobs.job_list, name="job_list"),
    path("projects/<slug:slug>/import/", imports.project_import, name="project_import"),
    path("projects/<slug:slug>/webhooks/", webhooks.webhook_list, name="webhook_list"),
    path("projects/<slug:slug>/webhooks/<int:pk>/", webhooks.webhook_detail, name="webhook_detail"),
    path("projects/<slug:slug>/webhooks/<int:pk>/secret/", webhooks.webhook_secret, name="webhook_secret"),
    path("projects/<slug:slug>/webhooks/<int:pk>/again/", webhooks.webhook_resend, name="webhook_resend"),
    *(
        path(
            f"projects/<slug:slug>/webhooks/<int:pk>/{act}/", webhooks.webhook_act, {"act": act}, name=f"webhook_{act}"
        )
        for act in webhooks.ACTS
    ),
    path("projects/<slug:slug>/api/", tokens.token_list, name="token_list"),
    path("projects/<slug:slug>/api/tokens/", tokens.token_issue, name="token_issue"),
    path("projects/<slug:slug>/api/tokens/<int:pk>/revoke/", tokens.token_revoke, name="token_revoke"),
    path("projects/<slug:slug>/policy/", people.switch_policy, name="project_policy"),
    path("projects/<slug:slug>/stale/", people.limit_stale_sources, name="project_stale_limit"),
    path("projects/<slug:slug>/aligner/", people.change_aligner, name="project_aligner"),
    path("projects/<slug:slug>/realign/", people.realign, name="project_realign"),
    path("projects/<slug:slug>/mappings/delete/", mappings.mapping_delete, name="mapping_delete"),
    path("projects/<slug:slug>/extractor/", people.choose_extractor, name="project_extractor"),
    path("projects/<slug:slug>/queue/", people.weigh_queue, name="project_queue"),
    path("projects/<slug:slug>/members/<int:pk>/", people.change_member, name="member_role"),
    path("projects/<slug:slug>/members/<int:pk>/confirm/", people.confirm_member, name="member_confirm"),
    path("projects/<slug:slug>/members/<int:pk>/remove/", people.end_membership, name="member_remove"),
    path("projects/<slug:slug>/invitations/", people.make_invitation, name="invitation_make"),
    path("projects/<slug:slug>/invitations/<int:pk>/confirm/", people.second_invitation, name="invitation_confirm"),
    path("projects/<slug:slug>/invitations/<int:pk>/revoke/", people.end_invitation, name="invitation_revoke"),
    path("invitations/<str:token>/", people.invitation, name="invitation"),
    path("search/", search.search, name="search"),
    path("search/palette/", search.palette, name="search_palette"),
    path("search/views/", search.keep_view, name="view_save"),
    path("search/views/<int:pk>/delete/", search.forget_view, name="view_delete"),
    path("jobs/own/", jobs.own_job, name="own_job"),
    path("jobs/<int:pk>/", jobs.job_detail, name="job_detail"),
    path("jobs/<int:pk>/file/", jobs.job_file, name="job_file"),
    path("jobs/<int:pk>/statement/", jobs.job_statement, name="job_statement"),
    path("jobs/<int:pk>/cancel/", jobs.job_cancel, name="job_cancel"),
    path("jobs/<int:pk>/again/", jobs.job_again, name="job_again"),
    path("upload/", ingest.upload, name="upload"),
    path("upload/<int:pk>/", ingest.upload_detail, name="upload_detail"),
    path("upload/<int:pk>/files/", ingest.upload_files, name="upload_files"),
    path("upload/<int:pk>/files/<int:position>/mapping/", mappings.upload_mapping, name="upload_mapping"),
    path("upload/<int:pk>/format/", ingest.upload_format, name="upload_format"),
    path("upload/<int:pk>/change/", ingest.upload_change, name="upload_change"),
    path("upload/<int:pk>/discard/", ingest.upload_discard, name="upload_discard"),
]


def in_rooms(patterns: Iterable[URLPattern]) -> list[URLPattern | URLResolver]:
    """Return the addresses by what they begin with, as an address is compared with one after another of a list."""
    rooms: dict[str, list[URLPattern]] = {}
    for one in patterns:
        room, slash, rest = str(one.pattern).partition("/")
        rooms.setdefault(room + slash, []).append(path(rest, one.callback, one.default_args, name=one.name))
    return [path(room, include(some)) if room else some[0] for room, some in rooms.items()]
