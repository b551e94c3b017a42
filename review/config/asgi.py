"""The application that ASGI servers load."""

import os
from importlib import import_module

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
application = get_asgi_application()
import_module("review.checks").log_at_start()
