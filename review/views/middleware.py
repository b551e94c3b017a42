"""What every request passes through, beside signing in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

GetResponse = Callable[[HttpRequest], HttpResponse]


def keep_out_of_caches(get_response: GetResponse) -> GetResponse:
    """Forbid every cache to keep a response; static files are answered before."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return respond
