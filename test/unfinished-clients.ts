import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import type { Receiver } from "../src/outbound/testing/receiver.ts";
import { Account, hookHost } from "./rules/account.ts";

/** A sandbox with something under way in it that would not end by itself for minutes. */
export type Unfinished = (sandbox: Pick<SaldoWorld, "url" | "ask">, apiKey: string, silent: Receiver) => Promise<void>;

/** What a sandbox must be able to end with, by what it is. */
export const unfinished = {
  "an attempt to a silent receiver": startAttempt,
  "an advance that waits for a silent receiver": async (sandbox, apiKey, silent) => {
    await startAttempt(sandbox, apiKey, silent);
    sandbox.ask("POST", "/sandbox/clock/advance", { by: "PT1H" }).catch(() => undefined);
    while ((await sandbox.ask("PUT", "/sandbox/clock", { mode: "frozen" })).status !== 409);
  },
  "a request with half of its headers": ({ url }) => write(url, "GET /account-balance HTTP/1.1\r\nhost: sand"),
  "a request with half of its body": ({ url }, apiKey) => {
    const headers = `host: a\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100`;
    return write(url, `POST /sandbox/charges HTTP/1.1\r\n${headers}\r\n\r\n{"total":`);
  },
  "a connection that was answered with 400 and keeps its side open": async ({ url }) => {
    await once((await writeTo(url, "NONSENSE\r\n\r\n")).resume(), "end");
  },
  "a client that does not read": ({ url }) => write(url, "GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(50)),
  "a hundred event streams": async ({ url }, apiKey) => {
    const request = `GET /sandbox/events/stream?after=0 HTTP/1.1\r\nhost: a\r\nx-api-key: ${apiKey}\r\n\r\n`;
    const open = async () => void (await once(await writeTo(url, request), "readable"));
    await Promise.all(Array.from({ length: 100 }, open));
  },
  "a response that a fault delays": async ({ ask }) => {
    await ask("POST", "/sandbox/faults", { kind: "latency", operationId: "listWebhooks", delay: "PT2M" });
    ask("GET", "/webhook").catch(() => undefined);
  },
} satisfies Readonly<Record<string, Unfinished>>;

async function startAttempt({ ask }: Pick<SaldoWorld, "ask">, _apiKey: string, silent: Receiver): Promise<void> {
  const account = new Account(ask);
  const before = silent.requests.length;
  await ask("PUT", "/sandbox/routes", { [hookHost]: silent.url });
  await account.settings({ webhookTimeout: "PT5M" });
  await account.testWebhook((await account.webhook(["charge.paid"])).webhookId);
  await silent.reached(before + 1);
}

async function write(url: string, text: string): Promise<void> {
  await writeTo(url, text);
}

/** Connects, writes, and keeps its side open whatever the server does. */
async function writeTo(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("error", () => undefined);
  socket.unref();
  await once(socket, "connect");
  socket.write(text);
  return socket;
}
