"""All URLs: pages, log-in and log-out, the language switch, the admin."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.i18n import set_language

from review.api.app import addresses
from review.urls import app_name, in_rooms
from review.urls import urlpatterns as urlpatterns_of_pages
from review.views.sign_in import LogIn

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", LogIn.as_view(), name="login"),
    path("accounts/logout/", login_not_required(LogoutView.as_view()), name="logout"),
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    path("api/v1/", include(addresses())),
    path("", include((in_rooms(urlpatterns_of_pages), app_name))),
]

handler400 = "review.views.errors.bad_request"
handler403 = "review.views.errors.not_permitted"
handler404 = "review.views.errors.not_found"
handler500 = "review.views.errors.failed"
