"""The aligner of a project: the one place where its settings become the core's configuration."""

from aligner_core import AlignerConfig, EvidenceAligner
from review.models import Project


def config_of(project: Project) -> AlignerConfig:
    """Return how the quotes of a project are looked for."""
    return AlignerConfig(fuzzy_threshold=project.fuzzy_threshold, max_quote_length=project.max_quote_length)


def aligner_for(project: Project) -> EvidenceAligner:
    """Return the aligner of a project: every page and every service that looks for words of it uses this one."""
    return EvidenceAligner(config_of(project))
