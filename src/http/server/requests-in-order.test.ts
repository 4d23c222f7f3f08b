import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { quiet, until } from "../../engine/testing/waiting.ts";
import { beginInOrder } from "./requests-in-order.ts";

/** A server whose responses the test gives, and what it has begun. */
async function startServer() {
  const begun: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    begun.push(request.url ?? "");
    responses.push(response);
  });
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket));
  beginInOrder(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    return socket;
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { begun, responses, sockets, open, [Symbol.dispose]: close };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test("a request begins when the response to the one before it on its connection has left", async () => {
  using server = await startServer();
  const client = server.open();
  let received = "";
  client.on("data", (chunk) => {
    received += chunk;
  });
  client.write(get("/1") + get("/2") + get("/3"));
  await until(() => server.begun.length === 1);
  await quiet();
  expect(server.begun).toEqual(["/1"]);
  for (const path of ["/1", "/2", "/3"]) {
    await until(() => server.begun.at(-1) === path);
    server.responses.at(-1)?.end(`answer to ${path}`);
    await until(() => received.endsWith(`answer to ${path}`));
  }
  // Requests that come after the pause are read again.
  client.write(get("/4") + get("/5"));
  await until(() => server.begun.at(-1) === "/4");
  server.responses.at(-1)?.end();
  await until(() => server.begun.at(-1) === "/5");
  server.responses.at(-1)?.end();
});

test("requests behind an unread response do not begin, and another connection's do", async () => {
  using server = await startServer();
  const silent = server.open();
  silent.pause();
  silent.write(get("/large") + get("/behind"));
  await until(() => server.begun.length === 1);
  server.responses[0]?.end(Buffer.alloc(64 * 1024 * 1024));
  const other = server.open();
  other.resume();
  other.write(get("/other"));
  await until(() => server.begun.includes("/other"));
  await quiet();
  expect(server.begun).toEqual(["/large", "/other"]);
  silent.resume();
  await until(() => server.begun.includes("/behind"));
});

test("no more is read from a connection whose requests wait", async () => {
  using server = await startServer();
  const client = server.open();
  client.write(get("/first") + get("/second"));
  await until(() => server.begun.length === 1);
  client.write(get("/more").repeat(100_000));
  const other = server.open();
  other.write(get("/other"));
  await until(() => server.begun.includes("/other"));
  expect(server.sockets[0]?.isPaused()).toBe(true);
  expect(server.sockets[0]?.bytesRead).toBeLessThan(1_000_000);
  expect(server.begun).toEqual(["/first", "/other"]);
});
