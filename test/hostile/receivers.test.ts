import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { holdTimers } from "../../src/outbound/testing/held-timers.ts";
import { startRawReceiver } from "../../src/outbound/testing/raw-receiver.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Account, hookHost } from "../rules/account.ts";
import { only, type Row } from "../rules/json-reading.ts";
import { isSigned } from "../rules/received-delivery.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";

const sandbox = await sandboxOfTests();

// More of what fails an attempt: src/outbound/attempt-under-way.test.ts and courier.test.ts.
/** What a receiver does with a request, how that failure is called, and the status that came, if one did. */
const hells: [string, (socket: Socket) => unknown, string, number | null][] = [
  ["never answers", () => undefined, "TIMEOUT", null],
  [
    "redirects with what a terminal would obey",
    (socket) =>
      socket.end(
        Buffer.from("HTTP/1.1 302 Moved\r\nLocation: /\u009b31m\u0085\r\nContent-Length: 0\r\n\r\n", "latin1"),
      ),
    "STATUS",
    302,
  ],
];

test.each(hells)(
  "a receiver that %s fails its attempt, and harms no other attempt",
  async (_name, doTo, failure, httpStatus) => {
    using time = holdTimers(47_011);
    await using hell = await startRawReceiver((socket) => void doTo(socket));
    await using heaven = await startReceiver();
    await using world = await sandbox.world();
    const account = new Account(world.ask);
    await account.settings({ webhookTimeout: "PT47.011S" });
    await world.routes.set({ [hookHost]: hell.url, "good.acme.dev": heaven.url });
    const bad = await account.webhook(["charge.paid"]);
    const good = await account.webhook(["charge.paid"], "https://good.acme.dev/saldo");
    await account.charge({ total: 1_000, paid: true });
    // The good one has its own while the bad one is still at it, and the server answers all clients.
    await heaven.reached(1);
    expect((await sandbox.as(null)("GET", "/sandbox/health")).status).toBe(200);
    expect(heaven.requests.every((request) => isSigned(request, good.secret))).toBe(true);
    const states = async () => (await account.deliveries(`webhookId=${good.webhookId}`)).map(({ state }) => state);
    while ((await states()).includes("PENDING"));
    if (failure === "TIMEOUT") time.end();
    await account.quiet();
    const [delivery] = await account.deliveries(`webhookId=${bad.webhookId}`);
    expect(delivery).toMatchObject({ state: "PENDING", nextAttemptAt: "2026-03-02T12:00:05.000Z" });
    const attempt: Row = only(Object(delivery?.attempts));
    expect(attempt).toMatchObject({ number: 1, outcome: "FAILURE", failure, httpStatus });
    // A sentence that names the receiver, without the innards of a library.
    expect(attempt.error).toMatch(/^[A-Z"h].{20,}\.$/s);
    expect(attempt.error).toContain("https://hooks.acme.dev");
    expect(String(attempt.error).length).toBeLessThan(500);
    expect(attempt.error).not.toMatch(/node_modules|\p{Cc}/u);
    expect(await account.log(bad.webhookId)).toMatchObject([{ outcome: "FAILURE", httpStatus, error: attempt.error }]);
    expect(await states()).toEqual(["DELIVERED"]);
    expect(await account.balance()).toBeGreaterThan(0);
  },
);
