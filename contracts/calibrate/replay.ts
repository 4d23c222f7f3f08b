import { pathSegment } from "../../src/client/path-segment.ts";
import { SaldoClient, type SaldoWorld, type WorldOrder } from "../../src/client/saldo-client.ts";
import { Description } from "../judge/description.ts";
import { isObject, parseJson, valueAt, valuesIn } from "../judge/json.ts";
import type { Seen } from "../model/seen.ts";
import { SandboxClock } from "../target/clock.ts";
import { WorldDriver } from "../target/driver/world-driver.ts";
import { Forwarder } from "../target/forward.ts";
import { Receiver } from "../target/receiver.ts";
import { routedUrl } from "../target/story-places.ts";
import { arrivalsIn, callsOf } from "../trace/find.ts";
import { inOrderOfEffect, startOf } from "../trace/order.ts";
import { type Call, type CodeRead, isSuccess, type OutsideAct, type TraceEntry } from "../trace/trace.ts";

/** A call of the trace, and what the sandbox responds to the same request. */
export interface Repeated {
  readonly call: Call;
  readonly status: number;
  readonly json: unknown;
  /** The media type of its body; empty where there is none. */
  readonly type: string;
}

export interface Replay {
  readonly repeated: readonly Repeated[];
  readonly notifications: readonly unknown[];
}

/** Makes the requests of a run again on a sandbox, at the same times, in worlds that begin with `fixture`. */
export async function replayed(seen: Seen, url: string, fixture: WorldOrder["fixture"]): Promise<Replay> {
  await using receiver = await scriptedReceiver(seen.trace);
  const stranger = new SaldoClient({ url, apiKey: null });
  const sender = new Forwarder(url, true);
  const names = await webhookNames(sender);
  const repeated: Repeated[] = [];
  const worlds = new Map<string, Repeater>();
  const entries = seen.trace.filter((entry) => entry.kind !== "arrival" && !isElsewhere(entry, seen));
  try {
    for (const entry of inOrderOfEffect(entries)) {
      const known = worlds.get(entry.account);
      const one =
        known ?? new Repeater(await stranger.world({ ...(fixture && { fixture }) }), sender, seen, names, entry);
      if (known === undefined) await one.route(receiver.origin);
      worlds.set(entry.account, one);
      await one.passUntil(startOf(entry));
      if (entry.kind === "call" && entry.response !== undefined) repeated.push(await one.call(entry));
      if (entry.kind === "code") await one.readCode(entry);
      if (entry.kind === "act") await one.act(entry);
    }
    // What was caused last is delivered, too.
    for (const one of worlds.values()) await one.passUntil(Number.POSITIVE_INFINITY);
  } finally {
    for (const one of worlds.values()) await one.end();
    await sender.close();
  }
  return { repeated, notifications: receiver.bodies };
}

/** Below another path than where the target's interface is, a sandbox may answer all the same. */
function isElsewhere(entry: TraceEntry, { trace }: Seen): boolean {
  if (entry.kind !== "call" || entry.operationId === undefined || isSuccess(entry)) return false;
  const served = callsOf(trace, entry.operationId).filter(isSuccess);
  const placeOf = ({ request: { base = "", path } }: Call) =>
    base + path.split(/[?{]/)[0]?.replace(/\/(webhook|account-balance).*/, "");
  return served.length > 0 && !served.some((one) => placeOf(one) === placeOf(entry));
}

class Repeater {
  readonly #world: SaldoWorld;
  readonly #sender: Forwarder;
  readonly #clock: Promise<SandboxClock>;
  readonly #names: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  /** Which of the charges that the outside world made have an expiry. */
  readonly #expiring: ReadonlySet<unknown>;
  /** Values of the target, as JSON, with the sandbox's that stand in the same places. */
  readonly #own = new Map<string, unknown>();
  #at: number;

  constructor(world: SaldoWorld, sender: Forwarder, seen: Seen, names: readonly string[], first: TraceEntry) {
    this.#world = world;
    this.#sender = sender;
    this.#names = names;
    this.#clock = world.clock.read().then(({ now }) => new SandboxClock(world.clock, Date.parse(now)));
    this.#hosts = new Set(seen.hooks.flatMap(({ url }) => URL.parse(url)?.origin ?? []));
    const told = arrivalsIn(seen.trace).filter(({ json }) => valueAt(json, ["data", "expiresAt"]));
    this.#expiring = new Set(told.map(({ json }) => valueAt(json, ["data", "chargeId"])));
    this.#at = startOf(first);
  }

  async route(origin: string): Promise<void> {
    await this.#world.routes.set({ [new URL(routedUrl).hostname]: origin });
  }

  async passUntil(at: number): Promise<void> {
    const ms = Math.min(at - this.#at, MAX_PAUSE_MS);
    if (ms < 1) return;
    this.#at = at;
    await (await this.#clock).pass(Math.round(ms));
  }

  async call(call: Call): Promise<Repeated> {
    const { request, credential } = call;
    const key = { own: this.#world.apiKey, unknown: "saldo-nobody", none: undefined }[credential];
    const text = await this.#textOf(call);
    const answer = await this.#sender.send({
      method: request.method,
      path: request.path.replaceAll(/[^/?]+/g, (part) => this.#segment(part)),
      headers: {
        ...(key !== undefined && { "x-api-key": key }),
        ...(text !== "" && { "content-type": "application/json" }),
        ...request.headers,
      },
      body: Buffer.from(text),
    });
    if ("failure" in answer) return { call, status: 0, json: answer.reason, type: "" };
    const json = parseJson(answer.body.toString());
    if (isSuccess(call) && request.method === "POST") this.#learn(call.response?.json, json);
    return { call, status: answer.status, json, type: typeOfBody(answer.headers, answer.body.toString()) };
  }

  /** The code that the sandbox sent stands for the one that the target sent. */
  async readCode({ code, withdrawId }: CodeRead): Promise<void> {
    const sent = await this.#newestCode(withdrawId);
    if (sent !== undefined && code !== "") this.#own.set(JSON.stringify([withdrawId, code]), sent);
  }

  async act({ capability, given, result }: OutsideAct): Promise<void> {
    const driver = new WorldDriver(this.#world, { own: () => {} }, async (ms) => (await this.#clock).pass(ms));
    const can = [...driver.capabilities].find((one) => one === capability);
    const expiry = capability === "make-charge" && this.#expiring.has(result.chargeId) ? { expiresIn: "P1D" } : {};
    const own = this.#substituted({ ...expiry, ...given });
    if (can === undefined || !isObject(own)) return;
    // What the sandbox cannot do shows in the requests that follow.
    this.#learn(result, await driver.act(can, own).catch(() => ({})));
  }

  end(): Promise<void> {
    return this.#world[Symbol.asyncDispose]();
  }

  async #textOf(call: Call): Promise<string> {
    const text = this.#understood(call);
    const { withdrawId, otpCode } = call.request.members;
    // Written anew, an odd body would be odd no more.
    const values = valuesIn(parseJson(text)).filter((value) => typeof value === "string");
    const own = [...new Set(values)].reduce(
      (written, value) => written.replaceAll(JSON.stringify(value), JSON.stringify(this.#substituted(value))),
      text,
    );
    if (call.operationId !== "confirmWithdrawal" || typeof otpCode !== "string") return own;
    const wasRight = isSuccess(call) ? await this.#newestCode(withdrawId) : undefined;
    const code = wasRight ?? this.#own.get(JSON.stringify([withdrawId, otpCode]));
    return code === undefined ? own : own.replace(JSON.stringify(otpCode), JSON.stringify(code));
  }

  /** A webhook that was created under every usual name at once is created under those that the sandbox takes. */
  #understood({ operationId, request: { text = "" } }: Call): string {
    const sent = operationId === "createWebhook" ? parseJson(text) : undefined;
    if (!isObject(sent) || Object.keys(sent).length <= this.#names.length) return text;
    return JSON.stringify(Object.fromEntries(Object.entries(sent).filter(([name]) => this.#names.includes(name))));
  }

  async #newestCode(withdrawId: unknown): Promise<string | undefined> {
    const own = String(this.#ownOf(String(withdrawId)) ?? withdrawId);
    const [newest] = await this.#world.inbox.messages(own.toWellFormed());
    return newest?.otpCode;
  }

  #learn(theirs: unknown, own: unknown): void {
    if (typeof theirs === "string" || typeof theirs === "number") {
      if (own !== undefined && theirs !== own) this.#own.set(JSON.stringify(theirs), own);
    } else if (typeof theirs === "object" && theirs !== null) {
      for (const [key, value] of Object.entries(theirs)) this.#learn(value, valueAt(own, [key]));
    }
  }

  #substituted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#substituted(item));
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#substituted(inner)]));
    }
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (url !== null && this.#hosts.has(url.origin)) return routedUrl + url.pathname;
    // Amounts and events are the same on both.
    return typeof value === "string" ? (this.#ownOf(value) ?? value) : value;
  }

  /** An id that the target shows as a number is a text in requests. */
  #ownOf(text: string): unknown {
    return this.#own.get(JSON.stringify(text)) ?? (/^\d+$/.test(text) ? this.#own.get(text) : undefined);
  }

  #segment(part: string): string {
    const own = this.#ownOf(part);
    return own === undefined ? part : pathSegment(String(own));
  }
}

export function typeOfBody(headers: Readonly<Record<string, string>>, text: string): string {
  return text === "" ? "" : (headers["content-type"]?.split(";")[0]?.trim() ?? "");
}

/** Returns what the sandbox calls the parts of a webhook that is created. */
async function webhookNames(sender: Forwarder): Promise<readonly string[]> {
  const answer = await sender.send({ method: "GET", path: "/openapi.json", headers: {}, body: Buffer.alloc(0) });
  const document = "failure" in answer ? undefined : parseJson(answer.body.toString());
  return [...new Description(document).operation("createWebhook").requestNames.values()];
}

/** Responds to the deliveries of a path as the receiver of the run did. */
async function scriptedReceiver(trace: readonly TraceEntry[]) {
  const receiver = await Receiver.listen({ host: "127.0.0.1", port: 0 });
  const bodies: unknown[] = [];
  const arrivals = arrivalsIn(trace);
  for (const [path, same] of Map.groupBy(arrivals, (arrival) => arrival.path)) {
    const left = same.map(({ status, delayMs }) => (delayMs >= TIME_LIMIT_MS ? 503 : status));
    receiver.expect(path, ({ json }) => {
      bodies.push(json);
      return { status: left.shift() ?? 204 };
    });
  }
  receiver.expect("", () => ({ status: 204 }));
  return { origin: receiver.origin, bodies, [Symbol.asyncDispose]: () => receiver.close() };
}

/** Days may lie between two requests of a recording; nothing that matters takes longer than this. */
const MAX_PAUSE_MS = 2 * 24 * 60 * 60_000;
/** After this a delivery counts as failed. */
const TIME_LIMIT_MS = 10_000;
