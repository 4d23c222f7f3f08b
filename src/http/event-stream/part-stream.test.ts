import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { OpenStreams, PartStream } from "./part-stream.ts";

const noTrouble = (error: unknown) => {
  throw error;
};

async function text(stream: PartStream): Promise<string> {
  const parts: string[] = [];
  for await (const part of stream) parts.push(String(part));
  return parts.join("");
}

describe("a stream of parts", () => {
  it("is opened by a comment, and ends with its parts", async () => {
    const parts = async function* () {
      yield "one\n\n";
      yield "two\n\n";
    };
    expect(await text(new PartStream(parts, noTrouble))).toBe(": keep-alive\n\none\n\ntwo\n\n");
  });

  it("reads no further than one part ahead of who takes them", async () => {
    let made = 0;
    const parts = async function* () {
      for (;;) {
        made += 1;
        yield "part\n\n";
      }
    };
    const stream = new PartStream(parts, noTrouble);
    for (let taken = 0; taken < 5; taken += 1) {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      expect(made).toBeLessThanOrEqual(taken + 1);
      stream.read();
    }
    expect(made).toBeGreaterThan(2);
    stream.destroy();
  });

  it("comments as long as nothing comes", async () => {
    const never = new Promise<string>(() => undefined);
    const parts = async function* () {
      yield await never;
    };
    const stream = new PartStream(parts, noTrouble, 1);
    let seen = "";
    for await (const part of stream) {
      seen += part;
      if (seen.length > 50) break;
    }
    expect(seen.replaceAll(": keep-alive\n\n", "")).toBe("");
  });

  it("sends its heartbeat instead of comments, and comments when that fails", async () => {
    const parts = async function* () {
      yield await new Promise<string>(() => undefined);
    };
    let beats = 0;
    const heartbeat = async () => {
      beats += 1;
      if (beats === 2) throw new Error("the world has ended");
      return `beat ${beats};`;
    };
    let seen = "";
    for await (const part of new PartStream(parts, noTrouble, 1, heartbeat)) {
      seen += part;
      if (beats === 3) break;
    }
    expect(seen).toMatch(/^: keep-alive\n\nbeat 1;: keep-alive\n\n/);
  });

  it("tells its parts when it is finished or destroyed, and lets go of them", async () => {
    for (const end of ["finish", "destroy"] as const) {
      const over = Promise.withResolvers<void>();
      const parts = async function* (signal: AbortSignal) {
        try {
          yield "part\n\n";
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        } finally {
          over.resolve();
        }
      };
      const stream = new PartStream(parts, noTrouble);
      stream.resume();
      const closed = new Promise((resolve) => stream.once("close", resolve));
      await nextTurn();
      stream[end]();
      await over.promise;
      await closed;
    }
  });

  it("ends when its parts cannot be read any more, and says why", async () => {
    const troubles: unknown[] = [];
    const cause = new Error("the disk is gone");
    const parts = async function* () {
      yield "part\n\n";
      throw cause;
    };
    const stream = new PartStream(parts, (error) => troubles.push(error));
    expect(await text(stream)).toBe(": keep-alive\n\npart\n\n");
    expect(troubles).toEqual([cause]);
  });
});

const endless = async function* () {
  for (;;) yield "x".repeat(65_536);
};

/** Nothing goes on any more: what is sent is not taken. */
async function isStuck(response: ServerResponse): Promise<boolean> {
  const before = response.socket?.bytesWritten;
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  return response.writableLength > 0 && response.socket?.bytesWritten === before;
}

it("open streams end at once, in order for a client that reads, and cut off for one that does not", async () => {
  const streams = new OpenStreams();
  const responses: ServerResponse[] = [];
  const silent = async function* () {
    yield await new Promise<string>(() => undefined);
  };
  const server = createServer((request, response) => {
    const stream = new PartStream(request.url === "/endless" ? endless : silent, noTrouble);
    streams.add(stream, response);
    responses.push(response);
    stream.pipe(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const reading = fetch(`http://127.0.0.1:${port}/silent`);
  const idle = connect(port, "127.0.0.1");
  idle.write("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n");
  const reader = await reading;
  await once(idle, "readable");
  for (const response of responses) while (response.req.url === "/endless" && !(await isStuck(response)));
  streams.end();
  expect(await reader.text()).toBe(": keep-alive\n\n");
  // It would wait for connections that are not over.
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await closed;
  idle.destroy();
});
