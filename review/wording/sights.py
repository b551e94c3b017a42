"""What a file is seen to be that no reader takes, in words: with what to do."""

from django.utils.translation import gettext_lazy

SEEN_FILES = {
    "no_text_file": gettext_lazy(
        "This is a %(kind)s file. Export its text, as JSON, CSV, Markdown or plain text, and upload that."
    ),
    "picture_file": gettext_lazy("A picture (%(kind)s) cannot be read. Paste its text instead."),
    "media_file": gettext_lazy(
        "A recording (%(kind)s) cannot be read. Give its transcript, as captions (VTT, SRT) or as text."
    ),
    "office_file": gettext_lazy(
        "This is a document of an office program (%(kind)s). Save it as text or Markdown, and upload that."
    ),
    "sheet_file": gettext_lazy("This is a workbook (%(kind)s). Save the sheet as CSV, and upload that."),
    "pdf_file": gettext_lazy("This is a PDF. Save its text as a file, or copy it and paste it."),
    "document_without_text": gettext_lazy("No text is in this document: its pages are pictures. Give its text."),
    "document_unreadable": gettext_lazy("The document cannot be read: %(value)s."),
    "packed_file": gettext_lazy("This is a packed file (%(kind)s). Unpack it, or pack it as zip."),
    "slack_without_channels": gettext_lazy(
        "This is a Slack export without channels: people and the list of channels are there, but no folder of days. "
        "Export it anew with public channels, or give the file of a day."
    ),
    "chatgpt_without_conversations": gettext_lazy(
        "This is a ChatGPT export without conversations.json. Ask for a new export."
    ),
    "claude_without_conversations": gettext_lazy(
        "This is a Claude export without conversations.json. Ask for a new export."
    ),
    "slack_people": gettext_lazy(
        "These are the people of a Slack export (users.json). Give the whole zip, or the file of a day of a channel."
    ),
    "slack_channels": gettext_lazy(
        "This is the list of channels of a Slack export (channels.json). Give the whole zip, or the file of a day."
    ),
    "chatgpt_user": gettext_lazy(
        "This is the account of a ChatGPT export (user.json). The conversations are in conversations.json."
    ),
    "chatgpt_feedback": gettext_lazy(
        "This is the feedback of a ChatGPT export. The conversations are in conversations.json."
    ),
    "chatgpt_shared": gettext_lazy(
        "These are the shared links of a ChatGPT export. The conversations are in conversations.json."
    ),
    "claude_people": gettext_lazy(
        "These are the accounts of a Claude export (users.json). The conversations are in conversations.json."
    ),
    "claude_projects": gettext_lazy(
        "These are the projects of a Claude export (projects.json). The conversations are in conversations.json."
    ),
    "notebook": gettext_lazy(
        "This is a Jupyter notebook: it holds code, and no conversation. Save it as Markdown to read its text."
    ),
    "json_schema": gettext_lazy("This is a JSON schema: it says what a file looks like, and holds nothing itself."),
    "openapi": gettext_lazy("This describes an API (OpenAPI). It holds neither a conversation nor quotes."),
    "geojson": gettext_lazy("This is a map (GeoJSON). It holds neither a conversation nor quotes."),
    "web_traffic": gettext_lazy("This is recorded web traffic (HAR). Give the answers in it as files of their own."),
    "package_file": gettext_lazy("This describes a package. It holds neither a conversation nor quotes."),
    "traces": gettext_lazy(
        "These are traces of OpenTelemetry. Export the messages of the calls, as JSON in lines, and give these."
    ),
    "coverage": gettext_lazy("This is a report of test coverage. It holds neither a conversation nor quotes."),
    "web_page": gettext_lazy("This is a web page (HTML). Save its text, or copy it and paste it."),
    "xml_file": gettext_lazy("This is an XML file. Save its text, or export it as JSON or CSV."),
    "rich_text": gettext_lazy("This is a document in rich text (RTF). Save it as plain text or Markdown."),
    "calendar": gettext_lazy("This is a calendar or an address book. It holds no conversation."),
    "mail_box": gettext_lazy(
        "This is a mailbox of several e-mails. Save the conversation as text, with who speaks before each line."
    ),
    "e_mail": gettext_lazy(
        "This is an e-mail. Save its text without the headers, or the conversation with the names of who writes."
    ),
    "program_log": gettext_lazy("This is the log of a program: lines of a time and a level, and no conversation."),
}
