"""A job that reports the balance each morning at six, in the time of a frozen world. It needs libfaketime (apt install faketime):

    saldo start --store memory --clock frozen --start-at 2026-03-02T12:00:00Z --faketime-file /tmp/saldo-time
    LD_PRELOAD=/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1 FAKETIME_TIMESTAMP_FILE=/tmp/saldo-time \
        FAKETIME_NO_CACHE=1 TZ=UTC python3 examples/python/nightly.py
    saldo clock advance P1D

The job itself knows nothing of that. Its clock moves when that of the world does, so advance by one day at a time. Its sleep
is real.
"""
import datetime
import json
import os
import time
import urllib.request

URL = os.environ.get("SALDO_URL", "http://127.0.0.1:4400")
KEY = os.environ.get("SALDO_API_KEY", "sandbox-key")
SIX = datetime.time(6)


def balance():
    request = urllib.request.Request(f"{URL}/account-balance", headers={"X-API-KEY": KEY})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]["balance"]


def main():
    last = datetime.datetime.now()
    while True:
        now = datetime.datetime.now()
        six = datetime.datetime.combine(now.date(), SIX)
        if last < six <= now:
            print(now.isoformat(sep=" ", timespec="minutes"), balance(), flush=True)
        last = now
        time.sleep(0.05)


if __name__ == "__main__":
    main()
