"""A payout against Saldo, in Python 3.9 or later without packages: python3 -m unittest examples/python/test_payout.py

SALDO_URL names a running sandbox. Without it, the test starts the image `saldo` in a container.
"""
import hashlib
import hmac
import json
import os
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer


def is_signed(secret, body, header):
    """Whether the header is the signature of these bytes. Verify before anything parses the body."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header or "")


class Receiver(HTTPServer):
    """Accepts signed webhook requests, and remembers their events."""

    def __init__(self):
        super().__init__(("0.0.0.0", 0), ReceiverRequest)
        self.secret = ""
        self.events = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class ReceiverRequest(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = is_signed(self.server.secret, body, self.headers["X-Webhook-Signature"])
        if signed:
            self.server.events.append(json.loads(body)["event"])
        self.send_response(204 if signed else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


class Saldo:
    """A client of one world. A context manager that removes the container it started."""

    def __init__(self):
        self.key = os.environ.get("SALDO_API_KEY", "sandbox-key")
        self.url = os.environ.get("SALDO_URL")
        self.container = None
        self.host = "127.0.0.1"
        if self.url is None:
            run = "docker run --detach --publish 127.0.0.1::4400 --add-host host.docker.internal:host-gateway saldo"
            self.container = subprocess.check_output(run.split(), text=True).strip()
            port = subprocess.check_output(["docker", "port", self.container, "4400/tcp"], text=True).strip()
            self.url = "http://" + port
            self.host = "host.docker.internal"
            self.wait_until_healthy()
        world = {"fixture": "default", "clock": {"mode": "frozen"}, "seed": "test"}
        self.key = self.call("POST", "/sandbox/worlds", world)["companies"][0]["apiKey"]

    def wait_until_healthy(self):
        deadline = time.monotonic() + 30
        while True:
            try:
                return self.call("GET", "/sandbox/health")
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"X-API-KEY": self.key, "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.container is not None:
            subprocess.check_call(["docker", "rm", "--force", "--volumes", self.container], stdout=subprocess.DEVNULL)


class PayoutTest(unittest.TestCase):
    def test_a_payout_is_confirmed_and_a_hold_is_released(self):
        with Saldo() as saldo:
            receiver = Receiver()
            address = f"http://{saldo.host}:{receiver.server_port}"
            saldo.call("PUT", "/sandbox/routes", {"hooks.acme.dev": address})
            webhook = {"name": "Payouts", "url": "https://hooks.acme.dev/saldo", "events": ["withdraw.completed"]}
            receiver.secret = saldo.call("POST", "/webhook", webhook)["data"]["secret"]

            opened = saldo.call("POST", "/account-balance/withdraw", {"value": 50_000})["data"]
            code = saldo.call("GET", "/sandbox/inbox")["messages"][0]["otpCode"]
            confirmation = {"withdrawId": opened["withdrawId"], "otpCode": code}
            saldo.call("POST", "/account-balance/withdraw/confirm", confirmation)
            saldo.call("POST", "/sandbox/clock/advance", {"by": "P30D"})

            self.assertEqual(receiver.events, ["withdraw.completed"])
            balance = saldo.call("GET", "/account-balance")["data"]
            self.assertEqual((balance["balance"], balance["reservedBalance"]), (125_000, 0))

    def test_a_forged_signature_is_rejected(self):
        self.assertFalse(is_signed("whsec_1", b"{}", "sha256=" + "0" * 64))
        self.assertFalse(is_signed("whsec_1", b"{}", None))


if __name__ == "__main__":
    unittest.main()
