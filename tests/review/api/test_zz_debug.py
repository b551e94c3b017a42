import json, re
import pytest
import tests.review.api.test_calls_page as page
from tests.review.api.conftest import *
from tests.review.api.test_calls_page import *
test_the_calls_work_in_their_order = test_every_operation_has_an_example = None
@pytest.mark.django_db(transaction=True)
def test_debug(bot):
    keys = {"job": waiting_job(bot)}
    out = open("/tmp/debug.txt", "w")
    for one in EXAMPLES:
        try:
            headers = {n.replace("-", "_"): v for n, v in one.headers.items()}
            if "If_Match" in headers: pass
            body = with_keys(one.body, keys).encode() if one.body else None
            a = bot.call(one.method, with_keys(one.path, keys), body, **headers)
            ok = a.status == one.status
            if one.shown.startswith("{"):
                expected = json.loads(KEY.sub(lambda f: json.dumps(MARK + f[1]), one.shown))
                ok2 = shows(expected, a.body, keys)
            else: ok2 = one.shown.encode() in a.body
            print("OK " if ok and ok2 else "BAD", one.method, one.path, one.headers.get("If-Match"), "etag", a.headers.get("ETag"), a.status, file=out)
            if not (ok and ok2): print("    ", one.shown, "\n    ", str(a.body)[:900], file=out)
        except Exception as e:
            print("ERR", one.method, one.path, repr(e), file=out)
