/**
 * The application as a process, for drills of `drill.yaml`: POST /begin, POST /payouts, POST /reconcile, GET /books.
 *
 *   PORT=3000 STORE=store.json node server.ts
 */
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { Application } from "./application.ts";
import { fileStore } from "./file-store.ts";

const {
  PORT = "3000",
  STORE = "store.json",
  SALDO_URL = "",
  SALDO_API_KEY = "",
  SALDO_WEBHOOK_SECRET = "",
} = process.env;
const { RECEIVER_PORT = String(Number(PORT) + 1) } = process.env;

/** The codes that people have typed, the newest last. Real ones come by e-mail. */
let typed: string | null = null;

const options = {
  url: SALDO_URL,
  apiKey: SALDO_API_KEY,
  webhookSecret: SALDO_WEBHOOK_SECRET,
  port: Number(RECEIVER_PORT),
  code: async () => {
    const code = typed;
    typed = null;
    return code;
  },
};

let application = existsSync(STORE) ? await Application.start(options, fileStore(STORE)) : null;

const work: Readonly<Record<string, (body: { reference: string; cents: number; code: string }) => unknown>> = {
  "POST /begin": async () => {
    application?.end();
    application = await Application.begin(options, fileStore(STORE, true));
  },
  "POST /payouts": ({ reference, cents }) => application?.payouts.payOut(reference, cents),
  "POST /codes": ({ code }) => {
    typed = code;
    return application?.payouts.reconcile();
  },
  "POST /reconcile": () => application?.payouts.reconcile(),
  "GET /books": () => application?.books(),
  "GET /health": () => "ready",
};

createServer(async (request, response) => {
  const text = await bodyOf(request);
  const done = work[`${request.method} ${request.url}`];
  if (done === undefined) return response.writeHead(404).end();
  try {
    const result = await done(text === "" ? {} : JSON.parse(text));
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result ?? null));
  } catch (error) {
    return response.writeHead(503).end(String(error));
  }
}).listen(Number(PORT), "127.0.0.1");

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
