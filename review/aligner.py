"""The aligner of a project, with its settings as the core's configuration, and the messages that it looks through."""

from collections.abc import Iterable

from aligner_core import AlignerConfig, Corpus, EvidenceAligner, MessageUpload, Speaker, prepared_messages
from review.models import Message, Project


def config_of(project: Project) -> AlignerConfig:
    """Return how the quotes of a project are looked for."""
    return AlignerConfig(fuzzy_threshold=project.fuzzy_threshold, max_quote_length=project.max_quote_length)


def aligner_for(project: Project) -> EvidenceAligner:
    """Return the aligner of a project: every page and every service that looks for words of it uses this one."""
    return EvidenceAligner(config_of(project))


def corpus_in(messages: Iterable[Message | MessageUpload]) -> Corpus:
    """Return messages of one session, prepared for search, each with who said it."""
    return Corpus(prepared_messages((one.content, Speaker(one.name, one.role)) for one in messages))
