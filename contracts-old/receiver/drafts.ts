import { randomBytes } from "node:crypto";
import { isObject, type Json, type JsonObject } from "../description/json.ts";
import type { DescribedEvent } from "./described-events.ts";
import { type Letter, newDeliveryId, signatureOf } from "./letter.ts";

/** Writes the letters of a check: what is in them is as described, and about something new each time. */
export class Drafts {
  readonly events: readonly DescribedEvent[];
  /** Of each webhook that the receiver is for; the first one signs, unless another is named. */
  readonly secrets: readonly [string, ...string[]];

  constructor(events: readonly DescribedEvent[], secrets: readonly [string, ...string[]]) {
    this.events = events;
    this.secrets = secrets;
  }

  /** The body of an event, of a thing that no other letter is about. @throws Error when it is not described. */
  body(name: string): JsonObject {
    const found = this.events.find((event) => event.name === name);
    if (found === undefined) throw new Error(`the description has no event ${name}`);
    return { ...about(found.example), timestamp: new Date().toISOString() };
  }

  /** The letter that nothing is special about. */
  plain(event = "charge.paid"): Letter {
    return this.signed(this.body(event), event);
  }

  /** A body, signed rightly. `what`: within a sentence. */
  signed(body: JsonObject, what: string, secret = this.secrets[0]): Letter {
    return this.written(JSON.stringify(body), eventOf(body), what, secret);
  }

  /** The same of a text, character by character. */
  written(body: string, event: string, what: string, secret = this.secrets[0]): Letter {
    return { what, event, deliveryId: newDeliveryId(), body, signature: signatureOf(secret, body) };
  }

  /** A new letter with the same body and the right signature. */
  twinOf({ body, event }: Letter): Letter {
    return this.written(body, event, "the same body with the right signature");
  }
}

/** The `data` of a body with other members; `undefined` takes one away. */
export function withData(body: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return { ...body, data: merged(isObject(body.data) ? body.data : {}, members) };
}

/** The same of the `customer` in it. */
export function withCustomer(body: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const customer = isObject(body.data) && isObject(body.data.customer) ? body.data.customer : {};
  return withData(body, { customer: merged(customer, members) });
}

function merged(own: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const all = Object.entries({ ...own, ...members });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function eventOf({ event }: JsonObject): string {
  return typeof event === "string" ? event : "";
}

/** A receiver may keep what it was told, and rightly refuse that a charge which has expired is paid. */
function about(example: JsonObject): JsonObject {
  if (!isObject(example.data)) return example;
  const renewed = Object.entries(example.data).map(([name, value]) => [
    name,
    isOwnId(name, value) ? renew(value) : value,
  ]);
  return { ...example, data: Object.fromEntries(renewed) };
}

function isOwnId(name: string, value: Json): value is string {
  return name !== "companyId" && typeof value === "string" && /^[a-z]+_[0-9a-f]{24}$/.test(value);
}

function renew(id: string): string {
  return id.replace(/[0-9a-f]{24}$/, randomBytes(12).toString("hex"));
}
