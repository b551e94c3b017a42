"""An extractor that has its quotes mended before a person sees them: it asks a model, checks, and asks again.

>>> from aligner_core.extraction import Answer, extract
>>> evidence = [{"messageIndex": 0, "quote": "ends on 31 June"}]
>>> answer = Answer({"entries": [{"entryId": "a", "title": "It ends on 30 June.", "evidence": evidence}]})
>>> extracted = extract(["The contract ends on 30 June."], lambda _: answer)
>>> extracted.requests, extracted.given_up, extracted.attempts[-1].ok
(3, 1, 0)
"""

from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_names

if TYPE_CHECKING:
    from aligner_core.extraction.config import ExtractorConfig, Watch
    from aligner_core.extraction.extract import extract
    from aligner_core.extraction.http_ask import HttpAsk, Patience
    from aligner_core.extraction.protocols import ProtocolName
    from aligner_core.extraction.questions import Answer, Ask, AskError, Exchange, Question, Tokens
    from aligner_core.extraction.result import EXTRACTOR, Counts, Extracted, Lost, WindowDone
    from aligner_core.extraction.scripted import ScriptedModel
    from aligner_core.extraction.windows import Window
    from aligner_core.extraction.wording import language_of, prompt_version
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "aligner_core.extraction.config": "ExtractorConfig Watch",
            "aligner_core.extraction.extract": "extract",
            "aligner_core.extraction.http_ask": "HttpAsk Patience",
            "aligner_core.extraction.protocols": "ProtocolName",
            "aligner_core.extraction.questions": "Answer Ask AskError Exchange Question Tokens",
            "aligner_core.extraction.result": "EXTRACTOR Counts Extracted Lost WindowDone",
            "aligner_core.extraction.scripted": "ScriptedModel",
            "aligner_core.extraction.windows": "Window",
            "aligner_core.extraction.wording": "language_of prompt_version",
        },
    )

__all__ = [
    "EXTRACTOR",
    "Answer",
    "Ask",
    "AskError",
    "Counts",
    "Exchange",
    "Extracted",
    "ExtractorConfig",
    "HttpAsk",
    "Lost",
    "Patience",
    "ProtocolName",
    "Question",
    "ScriptedModel",
    "Tokens",
    "Watch",
    "Window",
    "WindowDone",
    "extract",
    "language_of",
    "prompt_version",
]
