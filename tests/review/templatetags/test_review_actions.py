"""The form of an act, as the block tag `action` writes it."""

from django.template import Context, Template
from django.utils.html import escape

FORM = '<form method="post" action="{0}" hx-post="{0}" hx-target="#{1}" hx-swap="outerHTML" hx-sync="this:drop">'


def rendered(tag: str, **values: object) -> str:
    """Return what a template of one form gives."""
    template = Template("{% load review_actions %}{% action " + tag + " %}<button>Go</button>{% endaction %}")
    return template.render(Context({"csrf_token": "secret", **values}))


def test_an_action_is_sent_by_htmx_and_without_it_to_the_same_address() -> None:
    assert rendered('"review:entry_approve" 7 into="entry"') == (
        FORM.format("/entries/7/approve/", "entry")
        + '<input type="hidden" name="csrfmiddlewaretoken" value="secret"><button>Go</button></form>'
    )
    assert rendered('address into="comments"', address="/a/?b=1&c=2").startswith(
        FORM.format("/a/?b=1&amp;c=2", "comments")
    )


def test_an_action_replaces_the_element_of_its_row_and_has_a_class() -> None:
    form = rendered('"review:quote_undo" key into="quote" row=key class="fix"', key=1234)

    assert form.startswith(FORM.format("/quotes/1234/undo/", "quote-1234").replace("<form", '<form class="fix"'))


def test_an_action_sends_what_was_seen_and_what_is_written_is_escaped() -> None:
    words = "\"><script>'&amp;"

    form = rendered('"review:entry_approve" 7 into="entry" seen_version=version to=words missing=nothing', words=words)

    hidden = '<input type="hidden" name="{}" value="{}">'
    sent = hidden.format("seen_version", "") + hidden.format("to", escape(words)) + hidden.format("missing", "")
    assert sent + "<button>Go</button></form>" in form
    assert "class" not in form
