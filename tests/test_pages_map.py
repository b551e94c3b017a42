"""docs/pages.md is what its script would write now, and the script reads views and templates rightly."""

from benchmarks.addresses import routes
from docs import make_pages
from frontend import templates


def test_the_map_of_pages_is_current() -> None:
    assert make_pages.TARGET.read_text(encoding="utf-8") == make_pages.page_map(), "run `make pages`"


def test_every_address_of_the_application_is_on_the_map() -> None:
    names = {name.removeprefix("review:") for name in routes() if name.startswith("review:")}

    assert {name for _, _, name in make_pages.addresses()} == names


def test_every_page_and_response_is_rendered_by_a_view_on_the_map() -> None:
    rendered = {name for _, view, _ in make_pages.addresses() for name in make_pages.rendered_by(view)}
    wanted = {name for name in templates.names() if templates.is_page(name) and name.startswith("review/")}

    assert wanted - rendered == set()


def test_rendered_by_follows_what_a_view_calls_in_other_modules() -> None:
    assert make_pages.rendered_by("promotion.entry_act") == {
        "review/entries/_act_response.html",
        "review/entries/_entry_response.html",
        "review/entries/entry_detail.html",
        "review/queue/_response.html",
        "review/queue/queue.html",
        "review/reader/_desk.html",
        "review/reader/_desk_response.html",
    }
    assert make_pages.rendered_by("people.theme") == set()
