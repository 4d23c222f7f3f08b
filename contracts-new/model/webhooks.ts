import { createHmac } from "node:crypto";
import { everything, isObject } from "../judge/json.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";

/** A webhook whose creation the trace shows. */
export interface Hook {
  readonly account: string;
  readonly url: string;
  readonly name: string;
  readonly events: readonly string[];
  readonly creation: Call;
  readonly deliveries: readonly Delivery[];
  /** Texts of the creation's response that may be its secret or its id: what was not sent, and is no date or URL. */
  readonly unnamedTexts: readonly string[];
  /** The one of them that verifies a signature; undefined while none has. */
  readonly secret: string | undefined;
}

/** The attempts to deliver one notification to one webhook. */
export interface Delivery {
  readonly event: unknown;
  readonly attempts: readonly Arrival[];
}

/** Returns the webhooks of a trace with what came to them. */
export function hooksIn(trace: readonly TraceEntry[]): readonly Hook[] {
  const arrivals = trace.filter((entry) => entry.kind === "arrival");
  const creations = trace.filter((entry) => entry.kind === "call").filter(isCreation);
  return creations.map((creation) => {
    const { url, name, events } = creation.request.members;
    const deliveries = deliveriesOf(arrivals.filter(({ path }) => String(url).endsWith(path)));
    const unnamedTexts = textsNotSent(creation);
    const attempts = deliveries.flatMap((delivery) => delivery.attempts);
    return {
      account: creation.account,
      url: String(url),
      name: String(name),
      events: Array.isArray(events) ? events.map(String) : [],
      creation,
      deliveries,
      unnamedTexts,
      secret: unnamedTexts.find((text) => attempts.some((attempt) => isSignedWith(text, attempt))),
    };
  });
}

/** The signature as the document describes it: `sha256=` and the HMAC of the bytes that came, in hexadecimal digits. */
export function isSignedWith(secret: string, { headers, body }: Arrival): boolean {
  return headers["x-webhook-signature"]?.toLowerCase() === `sha256=${hmac(secret, body)}`;
}

export function hmac(secret: string, body: Buffer | string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

function isCreation(call: Call): boolean {
  return call.operationId === "createWebhook" && call.credential === "own" && isSuccess(call);
}

/** Attempts of one delivery bring the same bytes, or the same identifier and data. */
function deliveriesOf(arrivals: readonly Arrival[]): readonly Delivery[] {
  const deliveries: { event: unknown; attempts: Arrival[] }[] = [];
  for (const arrival of arrivals) {
    const known = deliveries.find(({ attempts }) => attempts[0] !== undefined && areAlike(attempts[0], arrival));
    if (known === undefined) deliveries.push({ event: eventOf(arrival), attempts: [arrival] });
    else known.attempts.push(arrival);
  }
  return deliveries;
}

function areAlike(one: Arrival, other: Arrival): boolean {
  if (one.body.equals(other.body)) return true;
  const id = one.headers["x-webhook-delivery"];
  if (id === undefined || id !== other.headers["x-webhook-delivery"]) return false;
  return JSON.stringify(dataOf(one)) === JSON.stringify(dataOf(other));
}

function eventOf({ json }: Arrival): unknown {
  return isObject(json) ? json.event : undefined;
}

function dataOf({ json }: Arrival): unknown {
  return isObject(json) ? json.data : undefined;
}

function textsNotSent({ request, response }: Call): readonly string[] {
  const sent = new Set([...everything(request.members)].map(({ value }) => value));
  const texts = [...everything(response?.json)].map(({ value }) => value);
  return texts.filter((value) => typeof value === "string").filter((text) => !sent.has(text) && !isNoSecret(text));
}

function isNoSecret(text: string): boolean {
  return /\s|^\d{4}-\d\d-\d\dT|^https?:/.test(text);
}
