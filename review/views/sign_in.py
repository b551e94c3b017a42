"""Signing in: redirect others to the log-in page, and back to the page they requested. Changing one's password."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import LoginView, redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from review.forms import LogInForm, PasswordForm
from review.selectors.demo import DEMO_PASSWORD, DemoPerson, demo_people
from review.services.people.passwords import change_password
from review.views._proxies import was_forwarded
from review.views._requests import TOO_MANY, UNPROCESSABLE, SignedInRequest, current_page, next_page
from review.wording import MEMBER_ROLES, ROLE_SENTENCES


class SignInMiddleware(LoginRequiredMiddleware):
    """Require a signed-in person in every view that is not marked `login_not_required`; the admin has its own check."""

    def handle_no_permission(  # type: ignore[override]
        self,
        request: SignedInRequest,
        view_func: Callable[..., HttpResponse],  # noqa: ARG002 - Django's signature
    ) -> HttpResponse | None:
        """Redirect to the log-in page; for a fragment, the whole page goes there."""
        match = request.resolver_match
        if match is not None and match.app_names == ["admin"]:
            return None
        response = redirect_to_login(_back(request), resolve_url(settings.LOGIN_URL))
        return HttpResponseClientRedirect(response.url) if request.htmx else response


class LogIn(LoginView):
    """The log-in page, which slows down repeated attempts; a local demo offers its people with one click."""

    form_class = LogInForm
    redirect_authenticated_user = True
    template_name = "registration/door.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return the arguments of the form: for a person of the demo, who is looked up again, the known password."""
        kwargs = super().get_form_kwargs()
        name = self.request.POST.get("demo")
        if name is None:
            return kwargs
        is_offered = name in {person.name for person in self._people()}
        given = {"username": name, "password": DEMO_PASSWORD} if is_offered else {}
        return {**kwargs, "data": given}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401 - Django's signature
        """Return the context of the page: the form, and the people of the demo with their rights."""
        people = [(person.name, MEMBER_ROLES[person.role], ROLE_SENTENCES[person.role]) for person in self._people()]
        return super().get_context_data(**kwargs, people=people)

    def _people(self) -> Sequence[DemoPerson]:
        address, is_forwarded = self.request.META.get("REMOTE_ADDR", ""), was_forwarded(self.request)
        return demo_people(address=address, is_forwarded=is_forwarded)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Respond with the errors, and with how long to wait if there were too many attempts."""
        response = super().form_invalid(form)
        if isinstance(form, LogInForm) and form.held_back is not None:
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response.headers["Retry-After"] = str(form.held_back.seconds)
        return response


@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: SignedInRequest) -> HttpResponse:
    """Let a person change their password; it ends their log-ins on other browsers."""
    given = request.POST if request.method == "POST" else None
    form = PasswordForm(request.user, given, address=request.META.get("REMOTE_ADDR", ""))
    if not form.is_valid():
        status = TOO_MANY if form.held_back is not None else UNPROCESSABLE if form.is_bound else HTTPStatus.OK
        return render(request, "review/people/password.html", {"form": form}, status=status)
    key, password = request.session.session_key, form.cleaned_data["new_password1"]
    user = change_password(user=request.user, password=password, session_key=key)
    update_session_auth_hash(request, user)
    messages.success(request, _("Your password is changed. Other browsers have to log in again."))
    return redirect("review:home")


def _back(request: SignedInRequest) -> str:
    """Return the page to go to after signing in, never the address of a fragment or of a posted form."""
    page = current_page(request)
    if page is not None:
        return page.geturl()
    if request.method == "GET":
        return request.get_full_path()
    return next_page(request, otherwise=resolve_url("review:home"))
