"""What a person attaches to an entry, and does to what is attached: quotes, comments, corrections of sources."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from review.acts.act import Said, by_name
from review.acts.keys import Key
from review.forms import ActForm, AdditionForm, CommentForm, SourceForm
from review.services.comments import make_comment, reopen_comment, resolve_comment
from review.services.repair.adding import Added, add_quote
from review.services.retrievals import correct_source
from review.wording import addition_sentence, correction_sentence


def _added(outcome: Added) -> str:
    return addition_sentence(outcome.quote)


def _always(sentence: object) -> Callable[[object], str]:
    """Return a function that returns the sentence, whatever was done."""
    return lambda _outcome: str(sentence)


ADDING_ACTS = by_name(Said(name="add_quote", path="quotes", form=AdditionForm, service=add_quote, said=_added))
COMMENTING_ACTS = by_name(
    Said(
        name="comment",
        path="comments",
        key=Key.COMMENT,
        form=CommentForm,
        service=make_comment,
        said=_always(_("Your comment is kept.")),
    )
)
"""Both to an entry, by the name that follows `entry_` in the name of the URL."""
COMMENT_ACTS = by_name(
    Said(name="resolve", form=ActForm, service=resolve_comment, said=_always(_("The comment is resolved."))),
    Said(name="reopen", form=ActForm, service=reopen_comment, said=_always(_("The comment is open again."))),
)
SOURCE_ACTS = by_name(Said(name="correct", form=SourceForm, service=correct_source, said=correction_sentence))
