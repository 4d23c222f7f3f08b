import { randomBytes } from "node:crypto";
import type { Choices } from "./choices.ts";
import { Deliveries, type Delivery } from "./deliveries.ts";
import { firedEvents, type Members, outcome, RESERVED } from "./shapes.ts";
import { isAllowed } from "./url-rules.ts";
import type { Answer, Wire } from "./wire.ts";

interface Hook {
  readonly id: string;
  readonly url: string;
  readonly name: unknown;
  readonly events: readonly string[];
  readonly secret: string;
  readonly deliveries: Deliveries;
}

/** By the host of a webhook's URL, the origin to which its deliveries go; other hosts cannot be reached. */
export type Routes = Readonly<Record<string, string>>;

/** The webhooks of a company. */
export class Webhooks {
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #routes: Routes;
  readonly #hooks: Hook[] = [];
  /** What URL, name and events are called. */
  readonly #names: readonly string[];

  constructor(choices: Choices, wire: Wire, routes: Routes) {
    this.#choices = choices;
    this.#wire = wire;
    this.#routes = routes;
    this.#names = choices.webhookNames.split(" ");
  }

  /** Tells each webhook that has selected an event. */
  tell = (event: string, data: Members): void => {
    const raisedAt = Date.now();
    const body = this.#body(event, data, raisedAt);
    const told = this.#hooks.filter(({ events }) => events.includes(event));
    const { eventSeconds, spreadSeconds } = this.#choices;
    for (const { deliveries } of told) {
      const add = () => deliveries.add({ id: this.#wire.id("dlv"), event, body, raisedAt, attempts: [] });
      setTimeout(add, (eventSeconds + Math.random() * spreadSeconds) * 1_000);
    }
  };

  create(body: Members): Answer {
    const { unknownMembers, maxWebhooks, equalUrls, httpsOnly, secretName } = this.#choices;
    const unknown = Object.keys(body).filter((name) => !this.#names.includes(name));
    if (unknownMembers.startsWith("the first") && unknown.length > 0)
      return this.#wire.refusal("unknown", { missing: [`unknown field "${unknown[0]}"`] });
    const missing = this.#names.filter((name) => body[name] === undefined);
    if (missing.length > 0) return this.#wire.refusal("missing", { missing });
    if (unknownMembers === "refused" && unknown.length > 0) return this.#wire.refusal("unknown", { missing: unknown });
    const [url, name, events] = this.#names.map((one) => body[one]);
    if (typeof url !== "string" || typeof name !== "string" || !this.#areEvents(events))
      return this.#wire.refusal("malformed");
    if (!isAllowed(url, httpsOnly)) return this.#wire.refusal("badUrl");
    if (equalUrls === "refused" && this.#hooks.some((hook) => hook.url === url)) return this.#wire.refusal("malformed");
    if (this.#hooks.length >= maxWebhooks) return this.#wire.refusal("limit");
    const hook = this.#made(url, name, events);
    this.#hooks.push(hook);
    const greeting = {
      id: this.#wire.id("dlv"),
      event: "webhook.created",
      raisedAt: Date.now(),
      attempts: [],
      isFinal: true,
    };
    const greeted = { ...greeting, body: this.#body("webhook.created", { webhookId: hook.id }, Date.now()) };
    if (this.#choices.greeting !== "none") void hook.deliveries.attempt(greeted);
    return this.#wire.success("webhook", { ...this.#shown(hook), [secretName]: hook.secret }, "creation");
  }

  list(): readonly Members[] {
    const { secretListed, secretName } = this.#choices;
    return this.#hooks.map((hook) => {
      const masked = { no: undefined, stars: "********", "the last four": `****${hook.secret.slice(-4)}` }[
        secretListed
      ];
      return { ...this.#shown(hook), ...(masked !== undefined && { [secretName]: masked }) };
    });
  }

  /** Undefined where there is no such webhook. */
  log(id: string): readonly Members[] | undefined {
    const entries = this.#find(id)?.deliveries.begun.flatMap((delivery) => this.#logged(delivery));
    return this.#choices.logOrder === "newest first" ? entries?.toReversed() : entries;
  }

  async test(id: string): Promise<Answer> {
    const { testEvent, testData, testAnswer } = this.#choices;
    const deliveries = this.#find(id)?.deliveries;
    if (deliveries === undefined) return this.#wire.refusal("unknownId");
    if (!deliveries.isActive) return this.#wire.refusal("malformed");
    const data = { empty: {}, message: { message: "Olá! Este é um teste." }, sample: { id: 7, total: 1_000 } }[
      testData
    ];
    const raisedAt = Date.now();
    const body = this.#body(testEvent, data, raisedAt);
    const isFinal = this.#choices.testAttempts === 1;
    const own = { id: this.#wire.id("dlv"), event: testEvent, body, raisedAt, attempts: [], isFinal };
    const first = deliveries.attempt(own);
    if (testAnswer === "queued") return this.#wire.success("test", { queued: true }, "act");
    const { tookMs, status } = await first;
    const result = testAnswer === "sent" ? { sent: true } : outcome(this.#choices, tookMs, status);
    return this.#wire.success("test", result, "act");
  }

  /** In the dashboard. */
  reactivate(id: string): void {
    const hook = this.#find(id);
    if (hook === undefined) throw new Error(`no webhook has the id ${id}`);
    hook.deliveries.reactivate();
  }

  #find(id: string): Hook | undefined {
    return this.#hooks.find((hook) => hook.id === id);
  }

  #made(url: string, name: string, events: readonly string[]): Hook {
    const { webhookIdType, secretForm } = this.#choices;
    const bytes = randomBytes(24);
    const forms = {
      hex: bytes.toString("hex"),
      base64: bytes.toString("base64"),
      whsec_: `whsec_${bytes.toString("hex")}`,
      "words and signs": `chave "${bytes.toString("hex").slice(0, 9)}" <ção> & \\ ~ 100%`,
    };
    const secret = forms[secretForm];
    const id = webhookIdType === "number" ? String(7_001 + 3 * this.#hooks.length) : this.#wire.id("wh");
    const { hostname, pathname, search } = new URL(url);
    const origin = this.#routes[hostname];
    const place = origin === undefined ? undefined : origin + pathname + search;
    return { id, url, name, events, secret, deliveries: new Deliveries(this.#choices, this.#wire, secret, place) };
  }

  #areEvents(given: unknown): given is readonly string[] {
    const isTaken = this.#choices.reservedEvent === "listed and taken";
    const selectable: readonly unknown[] = isTaken ? [...firedEvents, RESERVED] : firedEvents;
    return Array.isArray(given) && given.length > 0 && given.every((one) => selectable.includes(one));
  }

  #shown({ id, url, name, events, deliveries }: Hook): Members {
    const { webhookId, webhookIdType } = this.#choices;
    const shownId = webhookIdType === "number" ? Number(id) : id;
    const own = webhookId === "webhook.id" ? { webhook: { id: shownId } } : { [webhookId]: shownId };
    const parts = [url, name, events].map((part, nth) => [this.#names[nth], part]);
    return { ...own, ...Object.fromEntries(parts), active: deliveries.isActive };
  }

  #body(event: string, data: Members, raisedAt: number): string {
    const members: Members = { event, data, timestamp: this.#wire.time(raisedAt) };
    return this.#wire.delivery(members);
  }

  #logged({ id, event, attempts }: Delivery): readonly Members[] {
    const { logForm } = this.#choices;
    const told = attempts.map(({ at, tookMs, status }, nth) => {
      return { number: nth + 1, ...outcome(this.#choices, tookMs, status), at: this.#wire.otherTime(at) };
    });
    const common = { deliveryId: id, event };
    if (logForm === "attempts" || logForm === "columns, rows")
      return told.map((attempt) => ({ ...common, ...attempt }));
    if (logForm === "deliveries")
      return told.slice(-1).map((last) => ({ ...common, ...last, attempts: attempts.length }));
    return told.length === 0 ? [] : [{ ...common, attempts: told }];
  }
}
