import { once } from "node:events";
import { connect, type Server, type Socket } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { readNamedFixture } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { answersIn, exchange, type WireAnswer } from "./connection.ts";
import { expectRefusal } from "./refusal.ts";

/** A server that gives requests `headersTimeoutMs` to arrive. */
async function startServer(headersTimeoutMs = 10_000) {
  const sandbox = await createSandbox({ store: new MemoryStore(), fixture: () => readNamedFixture("default") });
  onTestFinished(() => sandbox.close());
  const { server } = sandbox.server;
  Object.assign(server, { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 10 });
  const url = await sandbox.server.listen({ port: 0, host: "127.0.0.1" });
  return { url, server, worlds: sandbox.worlds };
}

/** A client that keeps its side of the connection open, whatever the server does. */
function openHalf(url: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What the server says until it ends its side. */
async function answerOn(socket: Socket): Promise<WireAnswer> {
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  await once(socket, "end");
  const [answer, ...others] = answersIn(Buffer.concat(received), []);
  if (answer === undefined || others.length > 0) throw new Error(`${others.length + 1} answers`);
  return answer;
}

describe.concurrent("a refused connection is closed, though its client keeps it open", () => {
  test("after bytes that are no HTTP, and after headers that are too large", async () => {
    const { url, server } = await startServer();
    await Promise.all(
      [
        [400, "REQUEST_MALFORMED", "NONSENSE\r\n\r\n"] as const,
        [431, "HEADERS_TOO_LARGE", `GET / HTTP/1.1\r\nx-filler: ${"a".repeat(17_000)}`] as const,
      ].map(async ([status, code, bytes]) => {
        const client = openHalf(url);
        client.write(bytes);
        expectRefusal("interface", await answerOn(client), status, code);
      }),
    );
    await withoutConnections(server);
  });

  test("after 408 to what does not go on, and nothing is done for it any more", async () => {
    const { url, server, worlds } = await startServer(50);
    const begun = ["POST /sandbox/worlds HTTP/1.1\r\n", "POST /sandbox/worlds HTTP/1.1\r\nho", ""];
    await Promise.all(
      begun.map(async (bytes) => {
        const client = openHalf(url);
        client.write(bytes);
        expectRefusal("interface", await answerOn(client), 408, "REQUEST_TIMEOUT");
        const whole =
          "POST /sandbox/worlds HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
        client.write(whole.slice(bytes.length));
      }),
    );
    await withoutConnections(server);
    expect(worlds.list()).toEqual([]);
  });

  test("after an answer to a body that does not come, or does not end", async () => {
    const { url, server } = await startServer();
    const post = "POST /account-balance/withdraw HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
    const ends = ["content-length: 9000\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"];
    await Promise.all(
      ends.map(async (end) => {
        const client = openHalf(url);
        client.write(post + end);
        const [answer] = await once(client, "data");
        expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
      }),
    );
    await withoutConnections(server);
  });

  async function withoutConnections(server: Server): Promise<void> {
    const count = promisify(server.getConnections.bind(server));
    while ((await count()) > 0) await new Promise(setImmediate);
  }
});

test("a client that sends on after an error, and reads only then, gets all of the answer", async () => {
  const { url } = await startServer();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = openHalf(url);
      const header = `x-filler: ${"a".repeat(1_000)}\r\n`;
      await new Promise((resolve) => client.write(`GET / HTTP/1.1\r\n${header.repeat(2_000)}`, resolve));
      expectRefusal("interface", await answerOn(client), 431, "HEADERS_TOO_LARGE");
    }),
  );
});

test("a refusal of HEAD has no body", async () => {
  const { url } = await startServer();
  for (const [bytes, status] of [
    ["HEAD /account-balance HTTP/1.1\r\nhost localhost\r\n\r\n", 400],
    [`HEAD /sandbox/world HTTP/1.1\r\nx-filler: ${"a".repeat(17_000)}`, 431],
  ] as const) {
    const said = (await exchange(url, bytes)).toString();
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(said).toMatch(/\r\n\r\n$/);
    expect(said).not.toMatch(/content-length: [1-9]/);
  }
});

test("slow senders are not waited for without end, and are looked for often", async () => {
  const { server } = (await createSandbox({ store: new MemoryStore(), fixture: () => readNamedFixture("default") }))
    .server;
  // Waiting for it would take as long as it says.
  expect(server.requestTimeout).toBeLessThanOrEqual(60_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(15_000);
  expect(server).toMatchObject({ connectionsCheckingInterval: 2_000 });
});
