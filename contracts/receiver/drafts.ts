import { randomBytes } from "node:crypto";
import { isObject, type Json, type JsonObject } from "../judge/json.ts";
import { newDeliveryId, type ReceiverDelivery, signatureOf } from "./delivery.ts";
import type { DescribedEvent } from "./described-events.ts";
import { OptedOut } from "./opted-out.ts";

/** For a clause about an event that the receiver's webhook does not have. */
export function notChosen(): OptedOut {
  return new OptedOut("needs an event that --events leaves out");
}

type Members = Readonly<Record<string, Json | undefined>>;

/** Writes the deliveries of a check: their data is as described, and about something new each time. */
export class Drafts {
  /** The events that may be sent, best first: the first one is the usual one. */
  readonly events: readonly DescribedEvent[];
  /** The secret of each webhook that the receiver is for; the first one signs unless another is named. */
  readonly secrets: readonly [string, ...string[]];
  /** Whether undescribed events may be sent. They may not where the user chose events. */
  readonly mayBeUnknown: boolean;

  constructor(events: readonly DescribedEvent[], secrets: readonly [string, ...string[]], mayBeUnknown = true) {
    this.events = events;
    this.secrets = secrets;
    this.mayBeUnknown = mayBeUnknown;
  }

  /** The event that clauses use which are about no particular one. */
  get usual(): string {
    return this.events[0]?.name ?? "";
  }

  /** Returns the name of an event that says what happened to a charge; of these, if there are names. */
  chargeEvent(...names: readonly string[]): string {
    const fits = ({ name, isFired }: DescribedEvent) =>
      isFired && name.startsWith("charge.") && (names.length === 0 || names.includes(name));
    const found = this.events.find(fits);
    if (found === undefined) throw notChosen();
    return found.name;
  }

  has(name: string): boolean {
    return this.events.some((event) => event.name === name);
  }

  /** Returns the body of an event, about a thing that no other delivery is about. Throws `OptedOut`. */
  body(name = this.usual): JsonObject {
    const found = this.events.find((event) => event.name === name);
    if (found === undefined) throw notChosen();
    return { ...about(found.example), timestamp: new Date().toISOString() };
  }

  /** Returns the delivery that nothing is special about. */
  plain(event = this.usual): ReceiverDelivery {
    return this.signed(this.body(event), event);
  }

  /** Returns a body, signed rightly. `what`: within a sentence. */
  signed(body: JsonObject, what: string, secret = this.secrets[0]): ReceiverDelivery {
    return this.written(JSON.stringify(body), typeof body.event === "string" ? body.event : "", what, secret);
  }

  /** Does the same with a text, character by character. */
  written(body: string, event: string, what: string, secret = this.secrets[0]): ReceiverDelivery {
    return { what, event, deliveryId: newDeliveryId(), body, signature: signatureOf(secret, body) };
  }

  /** Returns a body under the name of an undescribed event. Throws `OptedOut`. */
  unknown(body: JsonObject, what: string, event = "charge.disputed.later"): ReceiverDelivery {
    if (!this.mayBeUnknown) throw notChosen();
    return this.signed({ ...body, event }, what);
  }

  twinOf({ body, event }: ReceiverDelivery): ReceiverDelivery {
    return this.written(body, event, "the same body with the right signature");
  }

  lowerCased(): ReceiverDelivery {
    return { ...this.plain(), what: "a delivery whose headers have names in lower case", hasLowerCaseNames: true };
  }

  preferring(name: string): Drafts {
    const isPreferred = (event: DescribedEvent) => Number(event.name === name);
    const events = this.events.toSorted((one, other) => isPreferred(other) - isPreferred(one));
    return new Drafts(events, this.secrets, this.mayBeUnknown);
  }
}

/** Returns a body with other members in its `data`; `undefined` removes one. */
export function withData(body: JsonObject, members: Members): JsonObject {
  return { ...body, data: merged(isObject(body.data) ? body.data : {}, members) };
}

/** Does the same with the `customer` in it. */
export function withCustomer(body: JsonObject, members: Members): JsonObject {
  const customer = isObject(body.data) && isObject(body.data.customer) ? body.data.customer : {};
  return withData(body, { customer: merged(customer, members) });
}

function merged(own: JsonObject, members: Members): JsonObject {
  const all = Object.entries({ ...own, ...members });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A receiver may remember a charge, and rightly reject that an expired one is paid. */
function about(example: JsonObject): JsonObject {
  if (!isObject(example.data)) return example;
  const renewed = Object.entries(example.data).map(([name, value]) => {
    const isOwn = typeof value === "string" && name !== "companyId";
    return [name, isOwn ? value.replace(/(?<=^[a-z]+_)[0-9a-f]{24}$/, randomBytes(12).toString("hex")) : value];
  });
  return { ...example, data: Object.fromEntries(renewed) };
}
