import type { Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AttemptReport, Courier } from "./courier.ts";
import { undici } from "./failure.ts";
import { startRawReceiver } from "./testing/raw-receiver.ts";
import { type ReceiverManner, startReceiver } from "./testing/receiver.ts";
import { reported } from "./testing/reported.ts";
import { selfSigned } from "./testing/self-signed.ts";
import { requestTo } from "./testing/webhook-requests.ts";

// The first attempt loads the HTTP client. On a busy machine that takes longer than the shortest timeout here.
beforeAll(() => void undici());

let courier = new Courier();
afterEach(async () => {
  await courier.close();
  courier = new Courier();
});

/** Delivers to a server that does this with the connection when the request comes. */
async function toRaw(onRequest: (socket: Socket) => void, timeoutMs = 20_000): Promise<AttemptReport> {
  await using receiver = await startRawReceiver(onRequest);
  const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })));
  await receiver.allEnded();
  return report;
}

async function toReceiver(manner: ReceiverManner, timeoutMs = 20_000): Promise<AttemptReport> {
  await using receiver = await startReceiver(manner);
  const report = await reported(courier.deliver(requestTo(receiver.url, { timeoutMs })));
  expect(receiver.requests).toHaveLength(1);
  return report;
}

describe("an attempt fails as TIMEOUT", () => {
  it("without an answer", async () => {
    const report = await toReceiver("silent", 120);

    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT", responseBody: null });
    expect(report.error).toMatch(/^http:\/\/127\.0\.0\.1:\d+ took the request, but did not answer within 120 ms\.$/);
    expect(report.durationMs).toBeGreaterThanOrEqual(119);
    expect(report.durationMs).toBeLessThan(2_000);
  });

  it.each([
    ["half a status line", "HTTP/1.1 20", { httpStatus: null, responseBody: null }],
    [
      "half a body",
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345",
      {
        httpStatus: 200,
        responseBody: "12345",
        error: expect.stringContaining("began to answer, but did not come to an end within 120 ms."),
      },
    ],
  ])("with %s", async (_name, answer, report) => {
    expect(await toRaw((socket) => socket.write(answer), 120)).toMatchObject({ ...report, failure: "TIMEOUT" });
  });

  it("with a body that trickles without end", async () => {
    const report = await toReceiver("endless-body", 150);
    expect(report).toMatchObject({ httpStatus: 200, failure: "TIMEOUT" });
    expect(report.responseBody).toMatch(/^(more )+$/);
  });

  it("when no secure connection comes about in time", async () => {
    await using receiver = await startRawReceiver(() => {});
    const url = receiver.url.replace("http:", "https:");

    const report = await reported(courier.deliver(requestTo(url, { timeoutMs: 120 })));
    await receiver.allEnded();

    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT" });
    expect(report.error).toContain("No connection to");
  });

  it("when the name does not resolve in time", async () => {
    const own = new Courier({ lookup: () => {} });
    const report = await reported(own.deliver(requestTo("http://hooks.acme.dev/", { timeoutMs: 120 })));
    await own.close();
    expect(report).toMatchObject({ httpStatus: null, failure: "TIMEOUT" });
  });
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
  ["headers beyond measure", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}\r\n\r\n`],
  ["100 Continue, which was not asked for", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"],
])("an attempt fails as ANSWER_INVALID when the answer is %s", async (_name, answer) => {
  const report = await toRaw((socket) => socket.write(answer));
  expect(report).toMatchObject({ httpStatus: null, failure: "ANSWER_INVALID" });
  expect(report.error).toContain("is not an answer of HTTP/1.1");
});

describe("an attempt that gets no connection", () => {
  it("fails as CONNECTION_REFUSED where nobody listens", async () => {
    const { url } = await startReceiver().then(async (gone) => {
      await gone[Symbol.asyncDispose]();
      return gone;
    });
    const report = await reported(courier.deliver(requestTo(url)));
    expect(report).toMatchObject({ httpStatus: null, failure: "CONNECTION_REFUSED" });
    expect(report.error).toMatch(/^Nobody listens at http:\/\/127\.0\.0\.1:\d+: the connection was refused \(.+\)\.$/);
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

  it("fails as TLS where the certificate is nobody's", async () => {
    await using receiver = await startReceiver("ok", { tls: selfSigned });
    const report = await reported(courier.deliver(requestTo(receiver.url)));
    expect(report).toMatchObject({ httpStatus: null, failure: "TLS" });
    expect(report.error).toMatch(/^No secure connection could be agreed on with https:.*self-signed/);
    expect(receiver.requests).toHaveLength(0);
  });
});
