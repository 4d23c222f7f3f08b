import { createHmac, randomBytes } from "node:crypto";
import { request } from "undici";
import type { Choices } from "./choices.ts";
import { isAllowed } from "./url-rules.ts";
import { type Answer, escaped, type Wire } from "./wire.ts";

type Members = Readonly<Record<string, unknown>>;

interface Attempt {
  readonly at: number;
  readonly tookMs: number;
  /** Absent where no answer came. */
  readonly status: number | undefined;
}

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly raisedAt: number;
  readonly attempts: Attempt[];
}

interface Hook {
  readonly id: string;
  readonly url: string;
  readonly name: unknown;
  readonly events: readonly string[];
  readonly secret: string;
  readonly deliveries: Delivery[];
  /** What was told while it was deactivated. */
  readonly kept: Delivery[];
  isActive: boolean;
}

/** By the host of a webhook's URL, the origin to which its deliveries go; other hosts cannot be reached. */
export type Routes = Readonly<Record<string, string>>;

/** The webhooks of a company, their deliveries and logs. */
export class Webhooks {
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #routes: Routes;
  readonly #hooks: Hook[] = [];
  readonly #names: readonly [url: string, name: string, events: string];

  constructor(choices: Choices, wire: Wire, routes: Routes) {
    this.#choices = choices;
    this.#wire = wire;
    this.#routes = routes;
    const [url = "", name = "", events = ""] = choices.webhookNames.split(" ");
    this.#names = [url, name, events];
  }

  /** Tells each webhook that has selected an event. */
  tell = (event: string, data: Members): void => {
    const raisedAt = Date.now();
    const tellAll = () => {
      for (const hook of this.#hooks) if (hook.events.includes(event)) this.#tellOne(hook, event, data, raisedAt);
    };
    if (this.#choices.eventSeconds === 0) tellAll();
    else setTimeout(tellAll, this.#choices.eventSeconds * 1_000);
  };

  create(body: Members): Answer {
    const wire = this.#wire;
    const { unknownMembers, maxWebhooks, equalUrls, httpsOnly, webhookIdType } = this.#choices;
    const missing = this.#names.filter((name) => body[name] === undefined);
    if (missing.length > 0) return wire.refusal("missing", { missing });
    const unknown = Object.keys(body).filter((name) => !this.#names.includes(name));
    if (unknownMembers === "refused" && unknown.length > 0) return wire.refusal("unknown", { missing: unknown });
    const [url, name, events] = this.#names.map((one) => body[one]);
    if (typeof url !== "string" || typeof name !== "string" || !this.#areEvents(events))
      return wire.refusal("malformed");
    if (!isAllowed(url, httpsOnly)) return wire.refusal("badUrl");
    if (equalUrls === "refused" && this.#hooks.some((hook) => hook.url === url)) return wire.refusal("malformed");
    if (this.#hooks.length >= maxWebhooks) return wire.refusal("limit");
    const id = webhookIdType === "number" ? String(7_001 + 3 * this.#hooks.length) : wire.id("wh");
    const hook: Hook = { id, url, name, events, secret: this.#secret(), deliveries: [], kept: [], isActive: true };
    this.#hooks.push(hook);
    return wire.success("webhook", { ...this.#shown(hook), [this.#choices.secretName]: hook.secret }, "creation");
  }

  list(): readonly Members[] {
    const { secretListed, secretName } = this.#choices;
    return this.#hooks.map((hook) => {
      const masked = {
        no: {},
        stars: { [secretName]: "********" },
        "the last four": { [secretName]: `****${hook.secret.slice(-4)}` },
      };
      return { ...this.#shown(hook), ...masked[secretListed] };
    });
  }

  log(id: string): readonly Members[] | undefined {
    const hook = this.#find(id);
    const { logForm, logOrder } = this.#choices;
    const entries = hook?.deliveries.flatMap((delivery): readonly Members[] => {
      const { attempts } = delivery;
      const last = attempts.at(-1);
      if (last === undefined) return [];
      const common = { deliveryId: delivery.id, event: delivery.event };
      const told = attempts.map((attempt, nth) => ({ number: nth + 1, ...this.#outcome(attempt) }));
      if (logForm === "attempts") return told.map((attempt) => ({ ...common, ...attempt }));
      if (logForm === "deliveries") return [{ ...common, ...this.#outcome(last), attempts: attempts.length }];
      return [{ ...common, delivered: isGood(last), attempts: told }];
    });
    return logOrder === "newest first" ? entries?.toReversed() : entries;
  }

  async test(id: string): Promise<Answer> {
    const { testEvent, testData, testAnswer } = this.#choices;
    const hook = this.#find(id);
    if (hook === undefined) return this.#wire.refusal("unknownId");
    if (!hook.isActive) return this.#wire.refusal("malformed");
    const data = {
      empty: {},
      message: { message: "Olá! Este é um teste." },
      sample: { chargeId: "chg_sample", total: 1_000, test: true },
    };
    const delivery = this.#made(testEvent, data[testData], Date.now());
    const first = this.#attempt(hook, delivery);
    if (testAnswer === "queued") return this.#wire.success("test", { queued: true }, "act");
    const attempt = await first;
    const shown =
      testAnswer === "sent" ? { delivered: isGood(attempt) } : { deliveryId: delivery.id, ...this.#outcome(attempt) };
    return this.#wire.success("test", shown, "act");
  }

  eventList(): unknown {
    const { reservedEvent, eventList } = this.#choices;
    const names = reservedEvent === "neither" ? events : [...events, RESERVED];
    const objects = names.map((name) => ({ name, available: name !== RESERVED }));
    const groups = ["charge", "subscription", "withdraw", "dispute"].map((group) => [
      group,
      names.filter((name) => name.startsWith(group)),
    ]);
    const forms = {
      names,
      objects,
      "by name": Object.fromEntries(names.map((name) => [name, { available: name !== RESERVED }])),
      "in groups": Object.fromEntries(groups),
      "in a list with a total": { total: names.length, list: names },
    };
    return forms[eventList];
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** In the dashboard. */
  reactivate(id: string): void {
    const hook = this.#find(id);
    if (hook === undefined) throw new Error(`no webhook has the id ${id}`);
    hook.isActive = true;
    for (const delivery of hook.kept.splice(0)) void this.#attempt(hook, delivery);
  }

  #areEvents(given: unknown): given is readonly string[] {
    const selectable: readonly unknown[] =
      this.#choices.reservedEvent === "listed and taken" ? [...events, RESERVED] : events;
    return Array.isArray(given) && given.length > 0 && given.every((one) => selectable.includes(one));
  }

  #secret(): string {
    const bytes = randomBytes(24);
    return {
      hex: bytes.toString("hex"),
      base64: bytes.toString("base64"),
      whsec_: `whsec_${bytes.toString("base64url")}`,
    }[this.#choices.secretForm];
  }

  #shown({ id, url, name, events: selected, isActive }: Hook): Members {
    const { webhookId, webhookIdType } = this.#choices;
    const shownId = webhookIdType === "number" ? Number(id) : id;
    const own = webhookId === "webhook.id" ? { webhook: { id: shownId } } : { [webhookId]: shownId };
    const [urlName, nameName, eventsName] = this.#names;
    return { ...own, [urlName]: url, [nameName]: name, [eventsName]: selected, active: isActive };
  }

  #find(id: string): Hook | undefined {
    return this.#hooks.find((hook) => hook.id === id);
  }

  #tellOne(hook: Hook, event: string, data: Members, raisedAt: number): void {
    const delivery = this.#made(event, data, raisedAt);
    if (hook.isActive) void this.#attempt(hook, delivery);
    else if (this.#choices.deactivated === "events are kept") hook.kept.push(delivery);
  }

  #made(event: string, data: Members, raisedAt: number): Delivery {
    const { deliveryOrder, deliveryBody } = this.#choices;
    const members: Members = { event, data, timestamp: this.#wire.time(raisedAt) };
    const ordered = Object.fromEntries(deliveryOrder.split(", ").map((name) => [name, members[name]]));
    const text = JSON.stringify(ordered, null, deliveryBody === "indented" ? 4 : 0);
    const body = deliveryBody === "escaped as by PHP" ? escaped(text) : text;
    return { id: this.#wire.id("dlv"), event, body, raisedAt, attempts: [] };
  }

  async #attempt(hook: Hook, delivery: Delivery): Promise<Attempt> {
    const { attempts } = delivery;
    if (attempts.length === 0) hook.deliveries.push(delivery);
    const at = Date.now();
    const status = await this.#post(hook, delivery);
    const attempt = { at, tookMs: Date.now() - at, status };
    attempts.push(attempt);
    if (isGood(attempt)) return attempt;
    if (attempts.length === MAX_ATTEMPTS) hook.isActive = false;
    else {
      const again = () => hook.isActive && this.#attempt(hook, delivery);
      setTimeout(again, this.#jittered(FIRST_WAIT_MS * 2 ** (attempts.length - 1)));
    }
    return attempt;
  }

  #jittered(ms: number): number {
    const { jitter } = this.#choices;
    return jitter === "none" ? ms : ms * (1 + Math.random() * 0.08 - (jitter === "both" ? 0.04 : 0));
  }

  async #post(hook: Hook, { id, event, body, raisedAt }: Delivery): Promise<number | undefined> {
    const { deliveryHeaders, deliveryTime, deliveryType } = this.#choices;
    const { hostname, pathname, search } = new URL(hook.url);
    const origin = this.#routes[hostname];
    if (origin === undefined) return undefined;
    const signature = createHmac("sha256", hook.secret).update(body).digest("hex");
    const headers = {
      "Content-Type": deliveryType,
      "X-Webhook-Event": event,
      "X-Webhook-Delivery": id,
      "X-Webhook-Timestamp": this.#wire.time(deliveryTime === "of the event" ? raisedAt : Date.now()),
      "X-Webhook-Signature": `sha256=${signature}`,
    };
    const spelled = Object.entries(headers).map(([name, value]) => [inCase(name, deliveryHeaders), value]);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_MS);
    try {
      const options = {
        method: "POST",
        headers: Object.fromEntries(spelled),
        body,
        signal: limit.signal,
        reset: true,
      } as const;
      const answer = await request(origin + pathname + search, options);
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #outcome(attempt: Attempt): Members {
    const { logOutcome, logDuration, logNoAnswer } = this.#choices;
    const { status, tookMs, at } = attempt;
    const [yes, no] = {
      boolean: [true, false],
      SUCCESS: ["SUCCESS", "FAILURE"],
      delivered: ["delivered", "failed"],
      sucesso: ["sucesso", "falha"],
    }[logOutcome];
    const durations = {
      ms: { durationMs: tookMs },
      seconds: { duration: tookMs / 1_000 },
      text: { duration: `${tookMs} ms` },
      "ISO 8601": { duration: `PT${tookMs / 1_000}S` },
    };
    const httpStatus = status ?? { null: null, "0": 0, "left out": undefined }[logNoAnswer];
    const outcome = { result: isGood(attempt) ? yes : no, ...(httpStatus !== undefined && { httpStatus }) };
    return { ...outcome, ...durations[logDuration], at: this.#wire.otherTime(at) };
  }
}

function isGood({ status = 0 }: Attempt): boolean {
  return status >= 200 && status <= 299;
}

export function inCase(name: string, style: Choices["headerCase"]): string {
  return style === "as documented" ? name : style === "lower" ? name.toLowerCase() : name.toUpperCase();
}

const events: readonly string[] = [
  ...["charge.pending", "charge.processing", "charge.paid", "charge.expired", "subscription.authorized"],
  ...[
    "subscription.rejected",
    "subscription.charge.paid",
    "subscription.charge.failed",
    "withdraw.completed",
    "dispute.chargeback",
  ],
];
const RESERVED = "charge.received";
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 5_000;
const ANSWER_MS = 10_000;
