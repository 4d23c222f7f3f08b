import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Courier } from "./courier.ts";
import { holdTimers } from "./testing/held-timers.ts";
import { startRawReceiver } from "./testing/raw-receiver.ts";
import { type Respond, startReceiver } from "./testing/receiver.ts";
import { reported } from "./testing/reported.ts";
import { requestTo } from "./testing/webhook-requests.ts";

const acknowledgement = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** A limit that only a test ends. */
const timeoutMs = 47_011;

let courier = new Courier();
afterEach(async () => {
  await courier.close();
  courier = new Courier();
});

describe("a connection", () => {
  it("is kept for the next attempt", async () => {
    await using receiver = await startReceiver(["ok", 500, { status: 200, body: "x".repeat(100_000) }, "ok"]);
    for (let times = 0; times < 10; times += 1) await courier.deliver(requestTo(receiver.url));
    expect(receiver).toMatchObject({ connections: 1, requests: { length: 10 } });
  });

  it("is there for each of those that are under way together", async () => {
    await using receiver = await startReceiver();
    for (let times = 0; times < 3; times += 1) {
      await Promise.all(Array.from({ length: 20 }, () => courier.deliver(requestTo(receiver.url))));
    }
    expect(receiver.requests).toHaveLength(60);
    expect(receiver.connections).toBe(20);
  });

  it("that the receiver has ended is not used, and no request is sent twice", async () => {
    await using receiver = await startReceiver();
    await courier.deliver(requestTo(receiver.url));
    await receiver.hangUp();

    expect(await courier.deliver(requestTo(receiver.url))).toMatchObject({ httpStatus: 200, failure: null });
    expect(receiver).toMatchObject({ connections: 2, requests: { length: 2 } });
  });

  it.each(["end", "resetAndDestroy"] as const)(
    "that the receiver ends before any byte of a response (%s) was closing: the request goes out on a new one",
    async (way) => {
      await using receiver = await startRawReceiver((socket, connection) => {
        if (connection === 1 && closing) socket[way]();
        else socket.write(acknowledgement);
      });
      let closing = false;
      await courier.deliver(requestTo(receiver.url));
      closing = true;

      expect(await courier.deliver(requestTo(receiver.url))).toMatchObject({ httpStatus: 200, failure: null });
      expect(receiver.connections).toBe(2);
    },
  );

  it("that ends the new one, too, fails the attempt, as one that ends within a response does", async () => {
    let ends: (socket: Socket) => void = (socket) => socket.write(acknowledgement);
    await using receiver = await startRawReceiver((socket) => ends(socket));
    await courier.deliver(requestTo(receiver.url));
    ends = (socket) => socket.resetAndDestroy();
    expect(await courier.deliver(requestTo(receiver.url))).toMatchObject({ failure: "CONNECTION_RESET" });
    expect(receiver.connections).toBe(2);

    ends = (socket) => socket.write(acknowledgement);
    await courier.deliver(requestTo(receiver.url));
    ends = (socket) => socket.end("HTTP/1.1 20");
    expect(await courier.deliver(requestTo(receiver.url))).toMatchObject({ failure: "CONNECTION_RESET" });
    expect(receiver.connections).toBe(3);
  });

  it("is ended with an attempt whose time is over", async () => {
    using time = holdTimers(timeoutMs);
    await using receiver = await startReceiver(["ok", () => time.end()]);
    await courier.deliver(requestTo(receiver.url));

    expect(await courier.deliver(requestTo(receiver.url, { timeoutMs }))).toMatchObject({ failure: "TIMEOUT" });
    expect(receiver).toMatchObject({ connections: 1, requests: { length: 2 } });
  });
});

describe("attempts under way", () => {
  it("are never more than allowed, and go in their order", async () => {
    const pending: Respond[] = [];
    await using receiver = await startReceiver((_request, respond) => void pending.push(respond));
    const own = new Courier({ maxInFlight: 3 });
    const bodies = Array.from({ length: 10 }, (_, index) => String(index));
    const reports = bodies.map((body) => own.deliver(requestTo(receiver.url, { body })));

    for (let answered = 0; answered < bodies.length; answered += 1) {
      await receiver.reached(Math.min(answered + 3, bodies.length));
      expect(pending.length).toBeLessThanOrEqual(3);
      pending.shift()?.("ok");
    }
    await Promise.all(reports);
    await own.close();

    expect(receiver.requests.slice(3).map(({ body }) => body.toString())).toEqual(bodies.slice(3));
    expect(receiver.connections).toBe(3);
  });

  it("have all their time when their turn comes", async () => {
    using time = holdTimers(timeoutMs);
    let answeredAt = 0;
    const answer = (respond: Respond) => {
      // Ends a time that has begun while the attempt waited.
      time.end();
      answeredAt = performance.now();
      respond("ok");
    };
    await using receiver = await startReceiver([(_request, respond) => void setTimeout(answer, 50, respond), "ok"]);
    const own = new Courier({ maxInFlight: 1 });
    const first = own.deliver(requestTo(receiver.url));
    const second = own.deliver(requestTo(receiver.url, { timeoutMs }));

    expect(await first).toMatchObject({ failure: null });
    const report = await reported(second);
    expect(report).toMatchObject({ failure: null });
    expect(report.durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - answeredAt));
    await own.close();
  });

  it("leave their place to others when they fail before anything is sent, however many wait", async () => {
    const own = new Courier({ maxInFlight: 1, egress: "routes" });
    await using receiver = await startReceiver();
    const slow = own.deliver(
      requestTo("http://hooks.acme.dev/", { routes: [{ host: "hooks.acme.dev", target: receiver.url }] }),
    );
    const lost = Array.from({ length: 20_000 }, () => own.deliver(requestTo("http://hooks.acme.dev/")));

    expect(await slow).toMatchObject({ failure: null });
    expect(new Set((await Promise.all(lost)).map((report) => report?.failure))).toEqual(new Set(["NO_ROUTE"]));
    await own.close();
  });
});

describe("an attempt that is given up", () => {
  it("ends at once, and its connection with it", async () => {
    await using receiver = await startRawReceiver(() => abandon.abort());
    const abandon = new AbortController();

    expect(await courier.deliver(requestTo(receiver.url), abandon.signal)).toBeNull();
    await receiver.allEnded();
  });

  it("never begins if it had not begun, and gives no place of another away", async () => {
    await using receiver = await startReceiver((request, respond) => {
      if (request.body.toString() === "first") abandon.abort();
      respond("ok");
    });
    const abandon = new AbortController();
    const own = new Courier({ maxInFlight: 1 });
    const first = own.deliver(requestTo(receiver.url, { body: "first" }));
    const waiting = own.deliver(requestTo(receiver.url, { body: "given up" }), abandon.signal);
    const last = own.deliver(requestTo(receiver.url, { body: "last" }));

    expect(await waiting).toBeNull();
    expect([(await first)?.failure, (await last)?.failure]).toEqual([null, null]);
    expect(await own.deliver(requestTo(receiver.url), abandon.signal)).toBeNull();
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual(["first", "last"]);
    expect(receiver.connections).toBe(1);
    await own.close();
  });

  it("is the only one to listen for that", async () => {
    await using receiver = await startReceiver();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => courier.deliver(requestTo(receiver.url), signal)));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

it("a courier that is halted lets end what is under way, and begins nothing more", async () => {
  const pending: Respond[] = [];
  await using receiver = await startReceiver((_request, respond) => void pending.push(respond));
  const own = new Courier({ maxInFlight: 1 });
  const underWay = own.deliver(requestTo(receiver.url));
  const waiting = own.deliver(requestTo(receiver.url));
  await receiver.reached(1);
  own.halt();

  expect(await waiting).toBeNull();
  expect(await own.deliver(requestTo(receiver.url))).toBeNull();
  pending[0]?.("ok");
  expect(await underWay).toMatchObject({ httpStatus: 200, failure: null });
  expect(receiver.requests).toHaveLength(1);
  await own.close();
});

it("a courier that is closed has ended every attempt and every connection", async () => {
  await using receiver = await startReceiver(["ok", "silent"]);
  await using unanswering = await startRawReceiver(() => {});
  const own = new Courier({ maxInFlight: 2 });
  await own.deliver(requestTo(receiver.url));
  const reports = [
    own.deliver(requestTo(receiver.url)),
    own.deliver(requestTo(unanswering.url.replace("http:", "https:"))),
    own.deliver(requestTo(receiver.url)),
  ];
  await receiver.reached(2);
  await own.close();
  await unanswering.allEnded();

  expect(await Promise.all(reports)).toEqual([null, null, null]);
  expect(receiver.requests).toHaveLength(2);
});

it("reports a URL that no client can follow instead of rejecting", async () => {
  for (const url of ["nonsense", "ftp://hooks.acme.dev/"]) {
    expect(await courier.deliver(requestTo(url))).toMatchObject({ httpStatus: null, failure: "UNREACHABLE" });
  }
});
