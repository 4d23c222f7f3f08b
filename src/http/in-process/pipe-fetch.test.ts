import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { pipeFetch } from "./pipe-fetch.ts";

test("a request finds another connection where the server has closed the idle one", async () => {
  const connections: Socket[] = [];
  const server = createServer((_, response) => response.end("here"));
  server.on("connection", (connection) => connections.push(connection));
  const { fetch, end } = pipeFetch(server);
  const ask = async () => (await fetch(new Request("http://saldo.localhost/"))).text();
  expect(await ask()).toBe("here");
  // By then the client keeps its end for the next request.
  await nextTurn();
  connections[0]?.destroy();
  await nextTurn();
  expect(await ask()).toBe("here");
  expect(connections).toHaveLength(2);
  end();
});
