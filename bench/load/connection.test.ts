import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { Connection } from "./connection.ts";

const server = createServer();
afterEach(() => {
  server.removeAllListeners("request");
  server.close();
});

async function connected(answer: RequestListener): Promise<Connection> {
  server.on("request", answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return Connection.open(`http://127.0.0.1:${address.port}`);
}

const get = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";

test("an answer of known length is read to its end, piece by piece, and the next one after it", async () => {
  const connection = await connected((_request, response) => {
    response.writeHead(201, { "content-length": 10_005 });
    response.write("á".repeat(5_000));
    setImmediate(() => response.end("12345"));
  });
  for (const _ of [1, 2]) {
    const { status, body } = await connection.ask(get);
    expect([status, body.length, body.slice(-5)]).toEqual([201, 10_005, "12345"]);
  }
  connection.close();
});

test("an answer in chunks is read to its end", async () => {
  const connection = await connected((_request, response) => {
    response.write("one");
    setImmediate(() => response.end("two"));
  });
  const { status, body } = await connection.ask(get);
  expect({ status, body }).toEqual({ status: 200, body: "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n" });
  connection.close();
});

test("a connection that ends without an answer is an error", async () => {
  const connection = await connected((request) => request.socket.destroy());
  await expect(connection.ask(get)).rejects.toThrow("without an answer");
});
