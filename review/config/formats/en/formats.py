"""Dates as ISO 8601 orders them, on a clock of 24 hours: nobody has to ask which number is the month."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i"
TIME_FORMAT = "H:i"
