"""The addresses of the pages."""

from django.urls import URLPattern

app_name = "review"
urlpatterns: list[URLPattern] = []
