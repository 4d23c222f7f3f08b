"""A payout application with books. It needs Python 3.10 and nothing else.

    PORT=3000 PAYOUTS_STORE=payouts.json python3 payouts.py
"""

import hashlib
import hmac
import http.client
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

FILE = os.environ.get("PAYOUTS_STORE", "payouts.json")
EMPTY = {
    "secret": "",
    "payouts": [],
    "taken": [],
    "paid": {},
    "chargedBack": {},
    "withdrawals": [],
    "balance": {"balance": 0, "reservedBalance": 0},
    "openingCents": 0,
}
STATES = {
    "CREATED": "open",
    "PENDING_REVIEW": "underWay",
    "APPROVED": "underWay",
    "CONFIRMED": "paid",
    "FAILED": "failed",
    "CANCELLED": "failed",
}


class Store:
    """What survives when the application dies: a file that is replaced as a whole."""

    def __init__(self):
        self.lock = threading.RLock()
        self.data = json.loads(json.dumps(EMPTY))
        if os.path.exists(FILE):
            with open(FILE, encoding="utf-8") as file:
                self.data = json.load(file)

    def save(self):
        with open(FILE + ".new", "w", encoding="utf-8") as file:
            json.dump(self.data, file)
        os.replace(FILE + ".new", FILE)


store = Store()
# The platform has at most one open withdrawal, so payouts come one after the other.
alone = threading.Lock()


class Unreadable(Exception):
    """The platform could not be read. Try again later."""


def call(method, path, body=None):
    """Returns status and data. The status is None where no answer came: then it may be done, or not."""
    address = urlsplit(os.environ["SALDO_URL"])
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
    headers = {"X-API-KEY": os.environ["SALDO_API_KEY"], "Content-Type": "application/json"}
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read()).get("data")
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        return None, None
    finally:
        connection.close()


def read(path):
    status, data = call("GET", path)
    if status == 200 and data is not None:
        return data
    raise Unreadable(f"GET {path} was answered with {status}")


def read_history():
    """Reads the history, and what it says of the payouts."""
    withdrawals = read("/account-balance/withdrawals")
    by_id = {one["withdrawId"]: one for one in withdrawals}
    with store.lock:
        store.data["withdrawals"] = withdrawals
        for payout in store.data["payouts"]:
            withdrawal = by_id.get(payout["withdrawId"])
            if withdrawal is not None:
                payout["state"] = STATES[withdrawal["status"]]
        store.save()
    return withdrawals


def change(payout, **fields):
    with store.lock:
        payout.update(fields)
        store.save()


def taken_cents(withdrawals):
    """Those that failed gave their money back."""
    return sum(one["value"] for one in withdrawals if one["status"] not in ("FAILED", "CANCELLED"))


def begin(order):
    withdrawals = read("/account-balance/withdrawals")
    balance = read("/account-balance")
    opening = balance["balance"] + balance["reservedBalance"] + taken_cents(withdrawals)
    with store.lock:
        store.data = json.loads(json.dumps(EMPTY))
        store.data.update(secret=order["webhookSecret"], withdrawals=withdrawals, balance=balance, openingCents=opening)
        store.save()


def pay_out(order):
    """Takes an order. It is stored before the platform hears of it."""
    payout = {"reference": order["reference"], "cents": order["cents"]}
    payout.update(state="waiting", withdrawId=None, isAsked=False)
    with store.lock:
        store.data["payouts"].append(payout)
        store.save()
    initiate(payout)


def initiate(payout):
    # The answer before was lost: without this look, the same payout could be paid twice.
    if payout["isAsked"] and find_open(payout):
        return
    change(payout, isAsked=True)
    status, data = call("POST", "/account-balance/withdraw", {"value": payout["cents"]})
    # What came of it is unknown.
    if status is None or status >= 500:
        return
    if status == 201:
        change(payout, isAsked=False, state="open", withdrawId=data["withdrawId"])
    # The open withdrawal of a 409 is none of this payout, which has just been asked for the first time.
    elif status in (409, 429):
        change(payout, isAsked=False)
    else:
        change(payout, isAsked=False, state="failed")


def find_open(payout):
    """Adopts the withdrawal whose answer was lost."""
    known = {one["withdrawId"] for one in store.data["payouts"]}
    for one in read_history():
        if one["status"] == "CREATED" and one["value"] == payout["cents"] and one["withdrawId"] not in known:
            change(payout, isAsked=False, state="open", withdrawId=one["withdrawId"])
            return True
    return False


def confirm(order):
    """Types the code that a person has read into the open withdrawal."""
    for payout in [one for one in store.data["payouts"] if one["state"] == "open"]:
        body = {"withdrawId": payout["withdrawId"], "otpCode": order["code"]}
        status, data = call("POST", "/account-balance/withdraw/confirm", body)
        if status == 200:
            change(payout, state="underWay")
        # A blocked withdrawal gets a new code, too, as soon as the old one has expired.
        elif status == 423 or (data or {}).get("code") == "OTP_EXPIRED":
            call("POST", "/account-balance/withdraw/resend-otp", {"withdrawId": payout["withdrawId"]})
        # The confirmation before may have had an answer that was lost.
        elif status is None or status == 409 or status >= 500:
            read_history()


def settle(_order):
    """Reads what became of all payouts, goes on with those that have stopped, and reads the balance."""
    read_history()
    for payout in store.data["payouts"]:
        if payout["state"] == "waiting":
            initiate(payout)
    read_history()
    balance = read("/account-balance")
    with store.lock:
        store.data["balance"] = balance
        store.save()


def take(delivery_id, event, data):
    """Stores what a delivery tells, once. Payouts are read from the history; the money of charges is told here only."""
    with store.lock:
        books = store.data
        if delivery_id in books["taken"]:
            return
        if event == "charge.paid":
            books["paid"][data["chargeId"]] = data["total"]
        if event == "subscription.charge.paid":
            books["paid"][data["chargeId"]] = data["amountCents"]
        if event == "dispute.chargeback":
            books["chargedBack"][data["chargeId"]] = data["total"]
        books["taken"].append(delivery_id)
        store.save()


def books():
    with store.lock:
        data = json.loads(json.dumps(store.data))
    withdrawals, balance = data["withdrawals"], data["balance"]
    confirmed = [one for one in withdrawals if one["status"] == "CONFIRMED"]
    under_way = [one for one in withdrawals if one["status"] in ("CREATED", "PENDING_REVIEW", "APPROVED")]
    told = sum(data["paid"].values()) - sum(data["chargedBack"].values())
    explained = data["openingCents"] + told - taken_cents(withdrawals)
    payouts = [one for one in data["payouts"] if one["state"] != "waiting"]
    return {
        "available": balance["balance"],
        "reserved": balance["reservedBalance"],
        "paidOut": sum(one["value"] for one in confirmed),
        "fees": sum(one["fee"] for one in confirmed),
        "underWay": sum(one["value"] for one in under_way),
        # Refunds have no event, and what a deactivated webhook was not told stays untold.
        "unexplained": balance["balance"] + balance["reservedBalance"] - explained,
        "payouts": [
            {
                "reference": one["reference"],
                "withdrawId": one["withdrawId"],
                "cents": one["cents"],
                "state": "underWay" if one["state"] == "open" else one["state"],
            }
            for one in payouts
        ],
    }


def is_signed(body, signature):
    """The signature is of the bytes that came; JSON that is written again may have others."""
    expected = "sha256=" + hmac.new(store.data["secret"].encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body leave together; apart, the second waits for an acknowledgement of the first.
    wbufsize = -1

    def do_GET(self):
        self.answer(200, books() if self.path == "/books" else {"status": "ok"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/hooks":
            return self.hook(body)
        orders = {"/begin": begin, "/payouts": pay_out, "/codes": confirm, "/settle": settle}
        try:
            with alone:
                orders[self.path](json.loads(body or b"{}"))
            self.answer(200, {})
        except Unreadable as error:
            self.answer(503, {"error": str(error)})

    def hook(self, body):
        if not is_signed(body, self.headers.get("X-Webhook-Signature", "")):
            return self.answer(401, {})
        told = json.loads(body)
        take(self.headers["X-Webhook-Delivery"], told["event"], told["data"])
        self.answer(200, {})

    def answer(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_args):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


if __name__ == "__main__":
    Server(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
