"""The formats of files, the rules that detect them, and the numberings of messages, in words."""

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

NUMBERINGS = {
    "from_zero": gettext_lazy("0 is the first message"),
    "from_one": gettext_lazy("1 is the first message"),
    "after_system": gettext_lazy("0 is the first after the system messages"),
    "with_words": gettext_lazy("only messages with words are counted"),
    "of_the_user": gettext_lazy("only messages of the user are counted"),
}
COUNTINGS = {
    "messages": gettext_lazy("Messages are counted from 0 in the order of the file, those without words too."),
    "messages_with_words": gettext_lazy("The messages with words of the current branch are counted from 0."),
    "messages_of_a_log": gettext_lazy("The messages with words are counted from 0 in the order of the log."),
    "documents": gettext_lazy("Messages are counted from 0, and documents too, each in the order of the file."),
    "one_text": gettext_lazy("Every text is one message, number 0."),
    "chunk_ids": gettext_lazy("Quotes name their chunks by id."),
    "no_numbers": gettext_lazy("Quotes name no message; every message is searched."),
}
FORMAT_TITLES = {
    "mapped": gettext_lazy("Read by a mapping"),
    "document_text": gettext_lazy("Text of a document"),
    "own_export": gettext_lazy("Export of Evidence Review"),
    "chatgpt": gettext_lazy("ChatGPT export"),
    "claude": gettext_lazy("Claude export"),
    "claude_code": gettext_lazy("Claude Code log"),
    "codex": gettext_lazy("Codex CLI rollout"),
    "gemini": gettext_lazy("Gemini contents"),
    "gemini_cli": gettext_lazy("Gemini CLI session"),
    "copilot": gettext_lazy("Copilot chat"),
    "cursor": gettext_lazy("Cursor transcript"),
    "signal": gettext_lazy("Signal messages"),
    "slack": gettext_lazy("Slack messages"),
    "telegram": gettext_lazy("Telegram export"),
    "discord": gettext_lazy("Discord channel"),
    "teams": gettext_lazy("Teams messages"),
    "sharegpt": gettext_lazy("ShareGPT conversations"),
    "locomo": gettext_lazy("LoCoMo samples"),
    "longmemeval": gettext_lazy("LongMemEval questions"),
    "ragtruth": gettext_lazy("RAGTruth"),
    "rag_rows": gettext_lazy("Rows of an evaluation of retrieval (Ragas)"),
    "mt_bench": gettext_lazy("MT-bench"),
    "w3c_annotation": gettext_lazy("Web annotations (W3C, Hypothesis)"),
    "label_studio": gettext_lazy("Label Studio tasks"),
    "doccano": gettext_lazy("Labelled spans (doccano, Prodigy)"),
    "argilla": gettext_lazy("Argilla records"),
    "letta": gettext_lazy("Letta agent file"),
    "claude_mem": gettext_lazy("claude-mem export"),
    "openwebui": gettext_lazy("Open WebUI chats"),
    "docling": gettext_lazy("Docling document"),
    "exchange": gettext_lazy("Request and answer"),
    "langextract": gettext_lazy("LangExtract documents"),
    "openai_responses": gettext_lazy("OpenAI response"),
    "anthropic": gettext_lazy("Anthropic messages"),
    "mem0": gettext_lazy("mem0 memories"),
    "graphiti": gettext_lazy("Graphiti or Zep facts"),
    "documents": gettext_lazy("LangChain or LlamaIndex documents"),
    "retrieved_evidence": gettext_lazy("Retrieved evidence"),
    "retrieval": gettext_lazy("Retrieval"),
    "extraction": gettext_lazy("Extraction"),
    "openai_chat": gettext_lazy("OpenAI chat"),
    "session": gettext_lazy("Session"),
    "cursor_markdown": gettext_lazy("Cursor chat (Markdown)"),
    "whatsapp": gettext_lazy("WhatsApp chat"),
    "kakaotalk": gettext_lazy("KakaoTalk chat"),
    "line_chat": gettext_lazy("LINE chat"),
    "webvtt": gettext_lazy("Captions (WebVTT)"),
    "subrip": gettext_lazy("Captions (SubRip)"),
    "otter": gettext_lazy("Otter transcript"),
    "zoom_chat": gettext_lazy("Zoom chat"),
    "brat": gettext_lazy("brat annotations"),
    "quote_table": gettext_lazy("Table of quotes (CSV)"),
    "chat_table": gettext_lazy("Table of messages (CSV)"),
    "transcript": gettext_lazy("Transcript (text or Markdown)"),
}
RULES = {
    "its beginning": gettext_lazy("by its beginning: it is a PDF"),
    "`word/document.xml`": gettext_lazy("by its `word/document.xml`"),
    "records of sessions, messages and entries": gettext_lazy("by its records of sessions, messages and entries"),
    "an audit bundle, with its manifest": gettext_lazy("by its manifest: it is an audit bundle"),
    "`mapping` of nodes": gettext_lazy("by its `mapping` of nodes"),
    "`chat_messages` with `uuid`": gettext_lazy("by its `chat_messages` with `uuid`"),
    "rows with `sessionId` and `message`": gettext_lazy("by its rows with `sessionId` and `message`"),
    "rows with `type` and `payload`": gettext_lazy("by its rows with `type` and `payload`"),
    "rows with `item.completed`": gettext_lazy("by its rows with `item.completed`"),
    "rows of `input_text` and `output_text`": gettext_lazy("by its rows of `input_text` and `output_text`"),
    "`contents` of `parts`": gettext_lazy("by its `contents` of `parts`"),
    "a list of `parts` with a `role`": gettext_lazy("by its list of `parts` with a `role`"),
    "`candidates` with `content`": gettext_lazy("by its `candidates` with `content`"),
    "`messages` of the types `user` and `gemini`": gettext_lazy("by its `messages` of the types `user` and `gemini`"),
    "rows of the types `user` and `gemini`": gettext_lazy("by its rows of the types `user` and `gemini`"),
    "`requests` with `message` and `response`": gettext_lazy("by its `requests` with `message` and `response`"),
    "events of Copilot CLI": gettext_lazy("by its events of Copilot CLI"),
    "rows with `role` and `message`": gettext_lazy("by its rows with `role` and `message`"),
    "`messages` with `conversationId` and `sent_at`": gettext_lazy(
        "by its `messages` with `conversationId` and `sent_at`"
    ),
    "rows with `conversationId` and `sent_at`": gettext_lazy("by its rows with `conversationId` and `sent_at`"),
    "messages with `ts` and `text`": gettext_lazy("by its messages with `ts` and `text`"),
    "`messages` with `ts` and `text`": gettext_lazy("by its `messages` with `ts` and `text`"),
    "`messages` with `date` and `text`": gettext_lazy("by its `messages` with `date` and `text`"),
    "a `list` of `chats`": gettext_lazy("by its `list` of `chats`"),
    "`messages` with `author` and `content`": gettext_lazy("by its `messages` with `author` and `content`"),
    "a list of messages with `author` and `content`": gettext_lazy(
        "by its list of messages with `author` and `content`"
    ),
    "`value` with `messageType` and `body`": gettext_lazy("by its `value` with `messageType` and `body`"),
    "`conversations` of `from` and `value`": gettext_lazy("by its `conversations` of `from` and `value`"),
    "`conversation` of turns with `dia_id`": gettext_lazy("by its `conversation` of turns with `dia_id`"),
    "`haystack_sessions` of messages": gettext_lazy("by its `haystack_sessions` of messages"),
    "`response` with `labels` and `source_id`": gettext_lazy("by its `response` with `labels` and `source_id`"),
    "`source_info` with `source_id`": gettext_lazy("by its `source_info` with `source_id`"),
    "`retrieved_contexts` or `contexts` of a question": gettext_lazy(
        "by its `retrieved_contexts` or `contexts` of a question"
    ),
    "`choices` of `turns`": gettext_lazy("by its `choices` of `turns`"),
    "`turns` of a question": gettext_lazy("by its `turns` of a question"),
    "`conversation_a` and `conversation_b`": gettext_lazy("by its `conversation_a` and `conversation_b`"),
    "`items` or `rows` of annotations": gettext_lazy("by its `items` or `rows` of annotations"),
    "annotations with a `target`": gettext_lazy("by its annotations with a `target`"),
    "`data` with `annotations` or `predictions`": gettext_lazy("by its `data` with `annotations` or `predictions`"),
    "`text` with spans that are labelled": gettext_lazy("by its `text` with spans that are labelled"),
    "`fields` with `responses` or `suggestions`": gettext_lazy("by its `fields` with `responses` or `suggestions`"),
    "`agents` with `messages`": gettext_lazy("by its `agents` with `messages`"),
    "`core_memory` with `messages`": gettext_lazy("by its `core_memory` with `messages`"),
    "`observations` and `prompts`": gettext_lazy("by its `observations` and `prompts`"),
    "`observations` with `title`": gettext_lazy("by its `observations` with `title`"),
    "`chat` with a `history` of `messages`": gettext_lazy("by its `chat` with a `history` of `messages`"),
    "`schema_name` is `DoclingDocument`": gettext_lazy("by its `schema_name`, which is `DoclingDocument`"),
    "`request` and `response`": gettext_lazy("by its `request` and `response`"),
    "`extractions` of a `text`": gettext_lazy("by its `extractions` of a `text`"),
    "`object` is `response`, with `output`": gettext_lazy("by its `object`, which is `response`, with `output`"),
    "a list of messages with documents, tools or citations in blocks of `content`": gettext_lazy(
        "by its messages with documents, tools or citations in blocks of `content`"
    ),
    "`type` is `message`, with blocks of `content`": gettext_lazy(
        "by its `type`, which is `message`, with blocks of `content`"
    ),
    "`messages` with documents, tools or citations in blocks of `content`": gettext_lazy(
        "by its `messages` with documents, tools or citations in blocks of `content`"
    ),
    "`results` of `memory`": gettext_lazy("by its `results` of `memory`"),
    "rows with `memory` and an id": gettext_lazy("by its rows with `memory` and an id"),
    "`edges` of `fact`": gettext_lazy("by its `edges` of `fact`"),
    "`episodes` of `content`": gettext_lazy("by its `episodes` of `content`"),
    "rows with `uuid` and `fact`": gettext_lazy("by its rows with `uuid` and `fact`"),
    "a list of documents below a key": gettext_lazy("by its list of documents below a key"),
    "documents with `page_content`, or nodes": gettext_lazy("by its documents with `page_content`, or nodes"),
    "`evidence` with `chunk_id` and `quoted_text`": gettext_lazy("by its `evidence` with `chunk_id` and `quoted_text`"),
    "a search without evidence: `found`, `search_method` and `evidence`": gettext_lazy(
        "by its `found`, `search_method` and an empty `evidence`"
    ),
    "rows with `chunk_id` and `quoted_text`": gettext_lazy("by its rows with `chunk_id` and `quoted_text`"),
    "`chunks` with `chunkId` and `content`": gettext_lazy("by its `chunks` with `chunkId` and `content`"),
    "`entries`": gettext_lazy("by its `entries`"),
    "rows with `quote`": gettext_lazy("by its rows with `quote`"),
    "`evidence` of quotes": gettext_lazy("by its `evidence` of quotes"),
    "`messages` with the roles of OpenAI": gettext_lazy("by its `messages` with the roles of OpenAI"),
    "a list of messages with the roles of OpenAI": gettext_lazy("by its list of messages with the roles of OpenAI"),
    "messages with the roles of OpenAI, one a line": gettext_lazy(
        "by its messages with the roles of OpenAI, one a line"
    ),
    "a completion: `choices` of `message`": gettext_lazy("by its `choices` of `message`"),
    "`messages` or `sessionMessages`, with `extraction`, `extractedJson` or `claims`": gettext_lazy(
        "by its `messages` or `sessionMessages`, with `extraction`, `extractedJson` or `claims`"
    ),
    "`sourceContent` and `claims`, the form of version 1": gettext_lazy(
        "by its `sourceContent` and `claims`, the form of version 1"
    ),
    "`messages` of texts or of objects with `content`": gettext_lazy(
        "by its `messages` of texts or of objects with `content`"
    ),
    "a list of texts, or of objects with `content`": gettext_lazy("by its list of texts, or of objects with `content`"),
    "a line `Exported on … from Cursor`": gettext_lazy("by its line `Exported on … from Cursor`"),
    "lines that begin with a date and a time": gettext_lazy("by its lines that begin with a date and a time"),
    "lines as KakaoTalk exports them": gettext_lazy("by its lines as KakaoTalk exports them"),
    "lines of a clock, a name and words, with tabs": gettext_lazy(
        "by its lines of a clock, a name and words, with tabs"
    ),
    "`WEBVTT` in the first line": gettext_lazy("by `WEBVTT` in its first line"),
    "a number, then a time with `-->`": gettext_lazy("by a number, then a time with `-->`"),
    "lines of a speaker and a time, two spaces apart": gettext_lazy(
        "by its lines of a speaker and a time, two spaces apart"
    ),
    "lines of a time, `From` and a name": gettext_lazy("by its lines of a time, `From` and a name"),
    "lines `T1`, a type, offsets and words, with tabs": gettext_lazy(
        "by its lines `T1`, a type, offsets and words, with tabs"
    ),
    "a column called `quote`": gettext_lazy("by its column called `quote`"),
    "columns for who speaks and what": gettext_lazy("by its columns for who speaks and what"),
    "lines `Speaker: words` (a guess)": gettext_lazy("by its lines `Speaker: words` (a guess)"),
    "headings of speakers (a guess)": gettext_lazy("by its headings of speakers (a guess)"),
}
"""The rules that detect a format: their names in the library, with a sentence each."""


def rule_sentence(rule: str) -> str:
    """Return the rule that detected a format; for an archive, also the files that it was read from."""
    known, found, files = rule.partition(", in `")
    sentence = str(RULES.get(known, known))
    return f"{sentence} ({files.removesuffix(' of the archive').replace('`', '')})" if found else sentence


WANTED = {
    "a text": gettext_lazy("a text"),
    "a list": gettext_lazy("a list"),
    "an object": gettext_lazy("an object"),
    "an empty list": gettext_lazy("an empty list"),
    "a list that is not empty": gettext_lazy("a list that is not empty"),
    "an object that is not empty": gettext_lazy("an object that is not empty"),
    "a list of parts": gettext_lazy("a list of parts"),
    "a value": gettext_lazy("a value"),
    "nothing": pgettext_lazy("expected", "nothing"),
    "columns by name": gettext_lazy("columns by name"),
    "a column called `quote`": gettext_lazy("a column called `quote`"),
    "a column called `message`, `source` or `claim` beside `quote`": gettext_lazy(
        "a column called `message`, `source` or `claim` beside `quote`"
    ),
    "the line `Exported on … from Cursor`, and turns": gettext_lazy("the line `Exported on … from Cursor`, and turns"),
    "a date and a time, then who writes": gettext_lazy("a date and a time, then who writes"),
    "a message with its writer": gettext_lazy("a message with its writer"),
    "a heading or a line as KakaoTalk exports it": gettext_lazy("a heading or a line as KakaoTalk exports it"),
    "a day, then lines of a clock, a name and words": gettext_lazy("a day, then lines of a clock, a name and words"),
    "`WEBVTT`": gettext_lazy("`WEBVTT`"),
    "cues with words": gettext_lazy("cues with words"),
    "a number, then a time with `-->`": gettext_lazy("a number, then a time with `-->`"),
    "a speaker and a time, two spaces apart": gettext_lazy("a speaker and a time, two spaces apart"),
    "words below the speaker": gettext_lazy("words below the speaker"),
    "a time, `From` and a name": gettext_lazy("a time, `From` and a name"),
    "words of somebody": gettext_lazy("words of somebody"),
    "columns for who speaks and what": gettext_lazy("columns for who speaks and what"),
    "a message": gettext_lazy("a message"),
    "a span with a start, an end and a label": gettext_lazy("a span with a start, an end and a label"),
    "`T1`, a type, offsets and words, with tabs": gettext_lazy("`T1`, a type, offsets and words, with tabs"),
    "`Speaker: words`, with a speaker who speaks twice": gettext_lazy(
        "`Speaker: words`, with a speaker who speaks twice"
    ),
}
"""The values that a format expects where a file has something else."""


def wanted_text(wanted: str) -> str:
    """Return the value that a format expects at a place; there may be alternatives."""
    if wanted in WANTED:
        return str(WANTED[wanted])
    return gettext(" or ").join(str(WANTED.get(one, one)) for one in wanted.split(" or "))
