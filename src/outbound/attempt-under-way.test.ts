import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AttemptUnderWay } from "./attempt-under-way.ts";
import { type AttemptReport, Courier } from "./courier.ts";
import { type HeldTimers, holdTimers } from "./testing/held-timers.ts";
import { startRawReceiver } from "./testing/raw-receiver.ts";
import { startReceiver } from "./testing/receiver.ts";
import { reported } from "./testing/reported.ts";
import { selfSigned } from "./testing/self-signed.ts";
import { requestTo } from "./testing/webhook-requests.ts";

let courier = new Courier();
afterEach(async () => {
  await courier.close();
  courier = new Courier();
});

/** Delivers to a server that does this with the connection when the request comes. */
async function toRaw(onRequest: (socket: Socket) => void): Promise<AttemptReport> {
  await using receiver = await startRawReceiver(onRequest);
  const report = await reported(courier.deliver(requestTo(receiver.url)));
  await receiver.allEnded();
  return report;
}

describe("an attempt fails as TIMEOUT", () => {
  const timeoutMs = 47_011;
  let time: HeldTimers;
  beforeEach(() => {
    time = holdTimers(timeoutMs);
  });
  afterEach(() => time[Symbol.dispose]());

  it("without an answer", async () => {
    await using receiver = await startReceiver((_request, respond) => {
      respond("silent");
      time.end();
    });
    const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })));

    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT", responseBody: null });
    expect(report.error).toMatch(/^http:\/\/127\.0\.0\.1:\d+ took the request, but did not answer within 47011 ms\.$/);
    expect(receiver.requests).toHaveLength(1);
  });

  it("after its time, and not before", async () => {
    await using receiver = await startReceiver("silent");
    const begunAt = performance.now();
    const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs: 120 })));
    expect(report.failure).toBe("TIMEOUT");
    expect(report.durationMs).toBeGreaterThanOrEqual(119);
    expect(report.durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - begunAt));
  });

  it("with half a status line", async () => {
    await using receiver = await startRawReceiver((socket) => socket.write("HTTP/1.1 20", () => time.end()));
    const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })));
    expect(report).toMatchObject({ httpStatus: null, responseBody: null, failure: "TIMEOUT" });
  });

  it("with half a body", async () => {
    const answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345";
    await using receiver = await startRawReceiver((socket) => socket.write(answer));
    endWithData(1);
    expect(await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })))).toMatchObject({
      httpStatus: 200,
      responseBody: "12345",
      failure: "TIMEOUT",
      error: expect.stringContaining("began to answer, but did not come to an end within 47011 ms."),
    });
    await receiver.allEnded();
  });

  it("with a body that trickles without end", async () => {
    await using receiver = await startReceiver("endless-body");
    endWithData(3);
    const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })));
    expect(report).toMatchObject({ httpStatus: 200, failure: "TIMEOUT" });
    expect(report.responseBody).toMatch(/^(more )+$/);
  });

  it("when no secure connection comes about in time", async () => {
    await using receiver = await startRawReceiver(() => time.end());
    const url = receiver.url.replace("http:", "https:");

    const report = await reported(courier.deliver(requestTo(url, { timeoutMs })));
    await receiver.allEnded();

    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT" });
    expect(report.error).toContain("No connection to");
  });

  it("when the name does not resolve in time", async () => {
    const own = new Courier({ lookup: () => time.end() });
    const report = await reported(own.deliver(requestTo("http://hooks.acme.dev/", { timeoutMs })));
    await own.close();
    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT" });
  });

  /** Ends the time when the attempt has got so many parts of a body. */
  function endWithData(parts: number): void {
    const { onResponseData } = AttemptUnderWay.prototype;
    let left = parts;
    const got = vi.spyOn(AttemptUnderWay.prototype, "onResponseData").mockImplementation(function (
      this: AttemptUnderWay,
      ...data
    ) {
      onResponseData.apply(this, data);
      left -= 1;
      if (left === 0) time.end();
    });
    onTestFinished(() => got.mockRestore());
  }
});

describe("an attempt fails as CONNECTION_RESET", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["without an answer", (socket) => socket.end()],
    ["with a reset", (socket) => socket.resetAndDestroy()],
    ["in the middle of the status line", (socket) => socket.end("HTTP/1.1 20")],
  ])("when the connection ends %s", async (_name, end) => {
    const report = await toRaw(end);
    expect(report).toMatchObject({ httpStatus: null, failure: "CONNECTION_RESET", responseBody: null });
    expect(report.error).toContain("ended the connection without a whole answer");
  });

  it.each([
    ["of known length, on a connection that is to be kept", "Content-Length: 10\r\n\r\n12345"],
    ["of known length, on a connection that is to end", "Connection: close\r\nContent-Length: 10\r\n\r\n12345"],
    ["in chunks", "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"],
  ])("when the body ends early: %s", async (_name, rest) => {
    const report = await toRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect(report).toMatchObject({ httpStatus: 200, failure: "CONNECTION_RESET", responseBody: "12345" });
    expect(report.error).toContain("in the middle of its answer");
  });
});

it.each([
  ["not HTTP at all", "220 mail.acme.dev ESMTP\r\n"],
  ["an announced length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n"],
  ["a broken header after the length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nBad\u0000: 1\r\n\r\n12345"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello"],
  ["a length and chunks", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["headers beyond measure", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}\r\n\r\n`],
  ["100 Continue, which was not asked for", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"],
])("an attempt fails as ANSWER_INVALID when the answer is %s", async (_name, answer) => {
  const report = await toRaw((socket) => socket.write(answer));
  expect(report).toMatchObject({ httpStatus: null, failure: "ANSWER_INVALID" });
  expect(report.error).toContain("is not an answer of HTTP/1.1");
});

it.each([
  "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 204 No Content\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\n",
  "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok",
  "HTTP/1.1 299 \u00e9\u00ff\r\nConnection: close\r\n\r\nuntil the end",
  "HTTP/1.0 200 OK\r\n\r\nold",
])("an answer that is odd, but whole, is understood: %j", async (answer) => {
  expect(await toRaw((socket) => socket.end(answer))).toMatchObject({ failure: null, error: null });
});

describe("an attempt that gets no connection", () => {
  it("fails as CONNECTION_REFUSED where no process listens", async () => {
    const { url } = await startReceiver().then(async (gone) => {
      await gone[Symbol.asyncDispose]();
      return gone;
    });
    const report = await reported(courier.deliver(requestTo(url)));
    expect(report).toMatchObject({ httpStatus: null, failure: "CONNECTION_REFUSED" });
    expect(report.error).toMatch(/^Nothing listens at http:\/\/127\.0\.0\.1:\d+: the connection was refused \(.+\)\.$/);
  });

  it("fails as DNS where the name does not resolve", async () => {
    const report = await reported(courier.deliver(requestTo("http://nobody.invalid/")));
    expect(report).toMatchObject({ httpStatus: null, failure: "DNS" });
    expect(report.error).toContain("http://nobody.invalid does not resolve");
  });

  it("fails as TLS at a port without it", async () => {
    await using receiver = await startReceiver();
    const report = await reported(courier.deliver(requestTo(receiver.url.replace("http:", "https:"))));
    expect(report).toMatchObject({ httpStatus: null, failure: "TLS" });
  });

  it("fails as TLS where no authority has signed the certificate", async () => {
    await using receiver = await startReceiver("ok", { tls: selfSigned });
    const report = await reported(courier.deliver(requestTo(receiver.url)));
    expect(report).toMatchObject({ httpStatus: null, failure: "TLS" });
    expect(report.error).toMatch(/^No secure connection could be agreed on with https:.*self-signed/);
    expect(receiver.requests).toHaveLength(0);
  });
});
