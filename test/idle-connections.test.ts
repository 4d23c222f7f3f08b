import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { folderOfTests } from "./folder-of-tests.ts";
import { RunningSaldo } from "./running-saldo.ts";

const data = folderOfTests();
const maxOpenFiles = 128;

/** A client that keeps to one connection. */
class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async post(path: string, body: object, apiKey = "sandbox-key") {
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const sent = request(this.#url + path, { method: "POST", agent: this.#agent, headers }).end(JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(sent, "response");
    if (response === undefined) throw new Error("no response");
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  }
}

/** Opens connections that say nothing; resolves when the server has closed all of them but so many. */
async function openIdle(url: string, count: number, kept: number): Promise<void> {
  const closed = Promise.withResolvers<void>();
  let open = count;
  for (let i = 0; i < count; i += 1) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    // Those that are refused are told nothing.
    socket.on("error", closed.reject).on("data", (data) => closed.reject(new Error(data.toString())));
    socket.on("close", () => {
      open -= 1;
      if (open === kept) closed.resolve();
    });
  }
  await closed.promise;
}

test.runIf(process.platform === "linux")("idle connections leave the store the files that it needs", async () => {
  await using saldo = new RunningSaldo(["--store", "lowdb", "--data", data], {}, undefined, maxOpenFiles);
  const url = await saldo.address();
  const client = new OneConnection(url);
  expect(await client.post("/sandbox/charges", { total: 100 })).toMatchObject({ status: 201 });

  await openIdle(url, 2 * maxOpenFiles, maxOpenFiles / 2 - 1);
  for (const _ of "12345") {
    const { status, body } = await client.post("/sandbox/worlds", {});
    expect(status).toBe(201);
    const charge = client.post("/sandbox/charges", { total: 100 }, body.companies[0].apiKey);
    expect(await charge).toMatchObject({ status: 201 });
  }
  expect(await client.post("/sandbox/charges", { total: 100 })).toMatchObject({ status: 201 });
});
