import { Agent, request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { inFolder } from "./in-folder.ts";
import type { Row, Scale } from "./row.ts";
import { RunningServer } from "./servers/running-server.ts";
import { apiKey, saldo } from "./servers/saldo.ts";

/** What one caller does to a server; it resolves when the others need not be watched any more. */
interface Attack {
  readonly name: string;
  readonly run: (target: Target) => Promise<void>;
}

/** The heap in MiB; null for the default of Node. */
const heaps = [256, 512, null];

/** How long a server is watched after an attack whose clients never read. */
const UNREAD_MS = 10_000;

class Target {
  readonly url: string;
  readonly port: number;
  readonly statuses = new Map<string, number>();
  readonly sockets: Socket[] = [];
  readonly #agent = new Agent({ maxSockets: 2_000 });
  readonly share: number;

  constructor(url: string, share: number) {
    this.url = url;
    this.port = Number(new URL(url).port);
    this.share = share;
  }

  /** Returns how many of something an attack has; fewer with `--brief`. */
  count(number: number): number {
    return Math.ceil(number * this.share);
  }

  ask(method: string, path: string, key: string | null, body?: unknown): Promise<{ status: string; text: string }> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const length = sent === undefined ? {} : { "content-length": Buffer.byteLength(sent) };
    const headers = {
      ...(key === null ? {} : { "x-api-key": key }),
      ...(sent === undefined ? {} : { "content-type": "application/json", ...length }),
    };
    return new Promise((resolve) => {
      const done = (status: string, text: string) => {
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        resolve({ status, text });
      };
      const asked = request(this.url + path, { method, headers, agent: this.#agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => done(String(response.statusCode), text));
        response.on("error", (error) => done(error.message, ""));
      });
      asked.on("error", (error) => done(error.message, ""));
      asked.end(sent);
    });
  }

  /** Makes a world and returns its API key. */
  async world(body: object = {}): Promise<string> {
    const { text } = await this.ask("POST", "/sandbox/worlds", null, body);
    const made: { companies?: { apiKey?: string }[] } = text === "" ? {} : JSON.parse(text);
    return made.companies?.[0]?.apiKey ?? "";
  }

  /** Sends requests over one connection, all at once, and reads no response. */
  sendUnread(path: string, key: string, times: number): void {
    const socket = connect(this.port, "127.0.0.1").on("error", () => undefined);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${key}\r\n\r\n`.repeat(times));
    this.sockets.push(socket);
  }

  end(): void {
    for (const socket of this.sockets) socket.destroy();
    this.#agent.destroy();
  }
}

async function unread(target: Target, path: string, connections: number, times: number): Promise<void> {
  const key = await target.world({ fixture: "busy", clock: { mode: "frozen" } });
  for (let i = 0; i < target.count(connections); i += 1) target.sendUnread(path, key, times);
  await pause(UNREAD_MS * target.share);
}

async function together(count: number, ask: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
}

const large = { companies: [{ name: "Large", generate: { charges: 10_000, over: "P30D" } }] };
const attacks: readonly Attack[] = [
  {
    name: "60 busy worlds are made at once",
    run: (target) => together(target.count(60), () => target.world({ fixture: "busy" })),
  },
  {
    name: "300 connections ask for 5 lists of events and read none",
    run: (target) => unread(target, "/sandbox/events?limit=1000", 300, 5),
  },
  { name: "webhooks of 70 worlds to a receiver that never responds", run: silentReceivers },
  {
    name: "20 bodies of 1 MB at once",
    run: (target) =>
      together(target.count(20), () =>
        target.ask("POST", "/sandbox/worlds", apiKey, { fixture: { ...large, $schema: "x".repeat(1_000_000) } }),
      ),
  },
  {
    name: "100 connections pipeline 1,000 reads of a balance each and read none",
    run: async (target) => {
      for (let i = 0; i < target.count(100); i += 1) target.sendUnread("/account-balance", apiKey, 1_000);
      await pause(UNREAD_MS * target.share);
    },
  },
  {
    name: "300 connections ask for lists of charges and read none",
    run: (target) => unread(target, "/sandbox/charges?limit=1000", 300, 5),
  },
  {
    name: "100 connections ask for save-files and read none",
    run: (target) => unread(target, "/sandbox/world/save-file", 100, 2),
  },
  {
    name: "40 worlds show their past at once, 5 times each",
    run: async (target) => {
      const keys = await Promise.all(Array.from({ length: target.count(40) }, () => target.world({ fixture: "busy" })));
      await together(5 * keys.length, async (index) => {
        const key = keys[index % keys.length] ?? "";
        const { position = 0 }: { position?: number } = JSON.parse(
          (await target.ask("GET", "/sandbox/world", key)).text,
        );
        await target.ask("GET", `/sandbox/past/${position}`, key);
      });
    },
  },
  {
    name: "worlds of 10,000 charges are made until memory is full",
    run: (target) => together(target.count(40), () => target.world({ fixture: large })),
  },
  {
    name: "200 connections ask for the documents 20 times and read none",
    run: async (target) => {
      for (let i = 0; i < target.count(200); i += 1) target.sendUnread("/openapi.json", apiKey, 20);
      await pause(UNREAD_MS * target.share);
    },
  },
];

async function silentReceivers(target: Target): Promise<void> {
  const receiver = createServer((socket) => void socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await together(target.count(70), async () => {
    const key = await target.world();
    await target.ask("PATCH", "/sandbox/settings", key, { webhookTimeout: "PT5M" });
    const webhook = { name: "silent", url: `http://127.0.0.1:${port}/`, events: ["charge.pending"] };
    await target.ask("POST", "/webhook", key, webhook);
    for (let i = 0; i < target.count(100); i += 1) await target.ask("POST", "/sandbox/charges", key, { total: 100 });
  });
  receiver.close();
}

/**
 * What a caller can do to the worlds of others: for each attack and heap, whether the process lives, how long reads of
 * another world's balance take during it, the most memory, and the responses by status. It tells and asserts nothing.
 */
export function abuse({ share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    for (const heap of heaps) for (const attack of attacks) await measure(folder, heap, attack, share);
    return [];
  });
}

async function measure(folder: string, heap: number | null, { name, run }: Attack, share: number): Promise<void> {
  const candidate = await saldo(folder, { flags: ["--webhook-urls", "any"] });
  const flags = heap === null ? [] : [`--max-old-space-size=${heap}`];
  const command = (port: number): readonly [string, ...string[]] => {
    const [program, ...args] = candidate.command(port);
    return [program, ...flags, ...args];
  };
  const server = await RunningServer.start({ ...candidate, command });
  const target = new Target(server.url, share);
  const watched = new Target(server.url, share);
  let goesOn = true;
  let peakMiB = 0;
  const durationsMs: number[] = [];
  const watching = (async () => {
    while (goesOn) {
      const begun = performance.now();
      const { status } = await watched.ask("GET", "/account-balance", apiKey);
      durationsMs.push(performance.now() - begun);
      peakMiB = Math.max(peakMiB, server.peakMemoryMiB ?? 0);
      if (status !== "200") await pause(100);
    }
  })();
  await run(target);
  goesOn = false;
  await watching;
  const { status } = await watched.ask("GET", "/sandbox/health", null);
  target.end();
  watched.end();
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
  const statuses = Array.from(target.statuses, ([kind, count]) => `${count} × ${kind}`).join(", ") || "none read";
  console.log(
    `${heap ?? "default"} MiB: ${name}: ${status === "200" ? "alive" : `ENDED (${status})`}, others' p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms, peak ${Math.round(peakMiB)} MiB; ${statuses}`,
  );
  if (status === "200") await server.stop();
}
