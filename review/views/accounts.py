"""Log in."""

from http import HTTPStatus

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpResponse

from review.forms import LogInForm


class LogIn(LoginView):
    """The log-in page, which tells who tries too often how long to wait."""

    form_class = LogInForm
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Answer with what was wrong."""
        answer = super().form_invalid(form)
        if isinstance(form, LogInForm) and form.held_back is not None:
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            answer.headers["Retry-After"] = str(form.held_back.seconds)
        return answer
