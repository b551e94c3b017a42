"""Every address: the pages, log-in and log-out, the language switch, the admin."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from review.views.accounts import LogIn

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", LogIn.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("review.urls")),
]

handler400 = "review.views.errors.bad_request"
handler403 = "review.views.errors.not_permitted"
handler404 = "review.views.errors.not_found"
handler500 = "review.views.errors.failed"
