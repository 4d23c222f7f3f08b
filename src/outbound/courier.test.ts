import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Courier } from "./courier.ts";
import { startRawReceiver } from "./testing/raw-receiver.ts";
import { type ReceiverAnswer, startReceiver } from "./testing/receiver.ts";
import { reported } from "./testing/reported.ts";
import { requestRoutedTo, requestTo } from "./testing/webhook-requests.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

let courier = new Courier();
afterEach(async () => {
  await courier.close();
  courier = new Courier();
});

describe("an attempt", () => {
  it.each([200, 201, 204, 299])("succeeds when the receiver answers %i", async (status) => {
    await using receiver = await startReceiver(status);

    expect(await courier.deliver(requestRoutedTo(receiver.url))).toEqual({
      httpStatus: status,
      failure: null,
      error: null,
      durationMs: expect.any(Number),
      responseBody: null,
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])("fails when it answers %i", async (status) => {
    await using receiver = await startReceiver(status);

    const report = await reported(courier.deliver(requestRoutedTo(receiver.url)));

    expect(report).toMatchObject({ httpStatus: status, failure: "STATUS" });
    expect(report.error).toContain(`answered ${status}`);
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])("fails on the redirect %i, whose target is never visited", async (status) => {
    await using target = await startReceiver();
    await using receiver = await startReceiver({ status, headers: { location: `${target.url}/\u009belse` } });

    const report = await reported(courier.deliver(requestRoutedTo(receiver.url)));

    expect(report).toMatchObject({ httpStatus: status, failure: "STATUS" });
    // What a terminal would obey is replaced.
    expect(report.error).toContain(`leads to ${target.url}/\ufffdelse; redirects are not followed`);
    expect(target.connections).toBe(0);
  });

  it("does not count hints before the answer as the answer", async () => {
    await using receiver = await startRawReceiver((socket) =>
      socket.end("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
    );

    expect(await courier.deliver(requestTo(receiver.url))).toMatchObject({ httpStatus: 404, failure: "STATUS" });
  });

  it("leaves no timer behind", async () => {
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    onTestFinished(() => {
      started.mockRestore();
      cleared.mockRestore();
    });
    await using receiver = await startReceiver();
    // The process has timers of others, too; none of them is this long.
    const timeoutMs = 3_600_011;
    for (let times = 0; times < 50; times += 1) await courier.deliver(requestTo(receiver.url, { timeoutMs }));
    const ids = started.mock.results.flatMap(({ value }, i) => (started.mock.calls[i]?.[1] === timeoutMs ? value : []));
    expect(ids).toHaveLength(50);
    const gone = new Set<unknown>(cleared.mock.calls.map(([id]) => id));
    expect(ids.filter((id) => !gone.has(id))).toHaveLength(0);
  });

  it("tells how long it took in whole milliseconds", async () => {
    await using receiver = await startReceiver((_request, respond) => void setTimeout(respond, 30, 200));

    const { durationMs } = await reported(courier.deliver(requestRoutedTo(receiver.url)));

    expect(Number.isInteger(durationMs)).toBe(true);
    expect(durationMs).toBeGreaterThanOrEqual(29);
  });
});

describe("the way of a request", () => {
  it.each([
    { url: "https://hooks.acme.dev/pix?a=1&b=%20#c", path: "/pix?a=1&b=%20" },
    { url: "https://hooks.acme.dev", path: "/" },
    { url: "http://HOOKS.acme.dev.:8443/Pix//", path: "/Pix//" },
    { url: "https://hooks.acme.dev//evil.dev/", path: "//evil.dev/" },
    { url: "https://hooks.acme.dev/@evil.dev", path: "/@evil.dev" },
    { url: "https://hooks.acme.dev/ü/ç?é=ñ#unsent", path: "/%C3%BC/%C3%A7?%C3%A9=%C3%B1" },
  ])("keeps the path and the query of $url, and nothing else", async ({ url, path }) => {
    await using receiver = await startReceiver();
    await courier.deliver(requestRoutedTo(receiver.url, { url }));
    expect(receiver.requests).toMatchObject([{ path, headers: { host: `127.0.0.1:${receiver.port}` } }]);
  });

  it("ends where only routes are open and none is for the host", async () => {
    await using receiver = await startReceiver();
    await using cautious = await closing(new Courier({ egress: "routes" }));

    const report = await reported(cautious.courier.deliver(requestTo(receiver.url)));

    expect(report).toMatchObject({ httpStatus: null, failure: "NO_ROUTE" });
    expect(report.error).toContain('PUT /sandbox/routes, such as { "127.0.0.1": "http://127.0.0.1:3000" }');
    expect(receiver.connections).toBe(0);
    expect(await cautious.courier.deliver(requestRoutedTo(receiver.url))).toMatchObject({ httpStatus: 200 });
  });
});

describe("the body of an answer", () => {
  async function answered(answer: ReceiverAnswer) {
    await using receiver = await startReceiver(answer);
    return await reported(courier.deliver(requestRoutedTo(receiver.url)));
  }

  it("is reported, of a failure too", async () => {
    expect(await answered({ status: 200, body: '{"ok":"é"}' })).toMatchObject({ responseBody: '{"ok":"é"}' });
    expect(await answered({ status: 500, body: "no" })).toMatchObject({ httpStatus: 500, responseBody: "no" });
  });

  it("is reported up to 64 KiB, of which all may be there", async () => {
    const body = "a".repeat(64 * kibibyte);
    expect(await answered({ status: 200, body })).toMatchObject({ failure: null, responseBody: body });
  });

  it("is read to its end beyond that, but not reported", async () => {
    const body = `${"a".repeat(64 * kibibyte)}${"b".repeat(mebibyte)}`;
    const report = await answered({ status: 200, body });

    expect(report).toMatchObject({ httpStatus: 200, failure: null });
    expect(report.responseBody).toBe("a".repeat(64 * kibibyte));
  });

  it("is cut before a character that the cut would break", async () => {
    const body = `${"a".repeat(64 * kibibyte - 1)}é and more`;
    expect((await answered({ status: 200, body })).responseBody).toBe("a".repeat(64 * kibibyte - 1));
  });

  it("may be anything; what is not UTF-8 is replaced", async () => {
    const body = Buffer.from([0x61, 0xff, 0x62]);
    expect(await answered({ status: 200, body })).toMatchObject({ failure: null, responseBody: "a\ufffdb" });
  });

  it("may have 16 MiB", async () => {
    const report = await answered({ status: 200, body: Buffer.alloc(16 * mebibyte, "a") });
    expect(report).toMatchObject({ httpStatus: 200, failure: null });
  });

  it("fails the attempt beyond 16 MiB, and the connection is cut", async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const pour = () => {
        while (socket.writable && socket.write(Buffer.alloc(mebibyte, "a")));
      };
      socket.on("drain", pour);
      pour();
    });

    const report = await reported(courier.deliver(requestTo(receiver.url)));
    await receiver.allEnded();

    expect(report).toMatchObject({ httpStatus: 200, failure: "ANSWER_INVALID" });
    expect(report.error).toContain("more than 16 MiB");
    expect(report.responseBody).toHaveLength(64 * kibibyte);
  });
});

async function closing(own: Courier): Promise<AsyncDisposable & { readonly courier: Courier }> {
  return { courier: own, [Symbol.asyncDispose]: () => own.close() };
}
