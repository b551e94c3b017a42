"""The addresses of the pages."""

from django.urls import path

from review.views import doctor, entries, failed, gate, home, preferences, quotes, sessions, uploads

app_name = "review"

urlpatterns = [
    path("", home.home_page, name="home"),
    path("help/", home.help_page, name="help"),
    path("theme/", preferences.theme, name="theme"),
    path("sessions/", sessions.session_list_page, name="session_list"),
    path("sessions/<int:pk>/", sessions.session_detail, name="session_detail"),
    path("sessions/<int:pk>/find/", sessions.session_find, name="session_find"),
    path("sessions/<int:pk>/map/", sessions.session_map, name="session_map"),
    path("sessions/<int:pk>/messages/", sessions.session_part, name="session_part"),
    path("sessions/<int:pk>/messages/<int:index>/", sessions.session_message, name="session_message"),
    path("entries/", entries.entry_list_page, name="entry_list"),
    path("entries/<int:pk>/", entries.entry_detail, name="entry_detail"),
    path("entries/<int:pk>/later/", sessions.entry_later, name="entry_later"),
    path("entries/<int:pk>/promote/", entries.promote, name="entry_promote"),
    path("entries/<int:pk>/demote/", entries.demote, name="entry_demote"),
    path("entries/<int:pk>/reject/", entries.reject, name="entry_reject"),
    path("entries/<int:pk>/reopen/", entries.reopen, name="entry_reopen"),
    path("entries/<int:pk>/approve/", gate.approve, name="entry_approve"),
    path("entries/<int:pk>/explain/", gate.explain, name="entry_explain"),
    path("entries/<int:pk>/certify/", gate.certify, name="entry_certify"),
    path("entries/<int:pk>/override/", gate.override, name="entry_override"),
    path("quotes/<int:pk>/", quotes.quote_detail, name="quote_detail"),
    path("quotes/<int:pk>/doctor/", doctor.pane, name="quote_doctor"),
    path("quotes/<int:pk>/trial/", doctor.trial, name="quote_trial"),
    path("quotes/<int:pk>/fix/", quotes.fix, name="quote_fix"),
    path("quotes/<int:pk>/offer/", sessions.quote_offer, name="quote_offer"),
    path("quotes/<int:pk>/retry/", quotes.retry, name="quote_retry"),
    path("quotes/<int:pk>/anchor/", quotes.anchor, name="quote_anchor"),
    path("quotes/<int:pk>/confirm/", quotes.confirm, name="quote_confirm"),
    path("quotes/<int:pk>/undo/", quotes.undo, name="quote_undo"),
    path("quotes/<int:pk>/restore/", quotes.restore, name="quote_restore"),
    path("quotes/<int:pk>/choose/", quotes.choose, name="quote_choose"),
    path("quotes/<int:pk>/withdraw/", quotes.withdraw, name="quote_withdraw"),
    path("quotes/<int:pk>/acknowledge/", quotes.acknowledge, name="quote_acknowledge"),
    path("selection/", doctor.selection, name="selection"),
    path("failed/", failed.failed_page, name="failed"),
    path("upload/", uploads.upload, name="upload"),
    path("upload/<int:pk>/", uploads.upload_detail, name="upload_detail"),
]
