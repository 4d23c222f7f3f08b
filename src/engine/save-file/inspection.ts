import type { Charge } from "../../domain/charge.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { SavedCompany, SavedWebhook, SavedWorld } from "../../domain/saved-world.ts";
import type { Subscription } from "../../domain/subscription.ts";
import type { Withdrawal } from "../../domain/withdrawal.ts";
import type { FixturePath, PathProblem } from "../../spec/fixture-place.ts";

/** Something that cannot be, at a place within the thing that is looked at; the sentence begins with its name. */
export type Flaw = readonly [path: FixturePath, message: string];

/** The lists of a saved world. */
export interface SavedThings {
  readonly companies: SavedCompany;
  readonly charges: Charge;
  readonly subscriptions: Subscription;
  readonly withdrawals: Withdrawal;
  readonly webhooks: SavedWebhook;
  readonly deliveries: Delivery;
}
export type ListName = keyof SavedThings;
type SavedLists = { readonly [K in ListName]: readonly SavedThings[K][] };

/** A saved world that is looked at: its things by their ids, and what was found to be wrong. */
export class Inspection {
  readonly world: SavedWorld;
  readonly companies: ReadonlyMap<string, SavedCompany>;
  readonly charges: ReadonlyMap<string, Charge>;
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly withdrawals: ReadonlyMap<string, Withdrawal>;
  readonly webhooks: ReadonlyMap<string, SavedWebhook>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly messageIds: ReadonlySet<string>;
  readonly #most: number;
  readonly #problems: PathProblem[] = [];

  constructor(world: SavedWorld, most: number) {
    this.world = world;
    this.#most = most;
    this.companies = this.#byId("companies", ({ companyId }) => companyId, "companyId");
    this.charges = this.#byId("charges", ({ chargeId }) => chargeId, "chargeId");
    this.subscriptions = this.#byId("subscriptions", ({ subscriptionId }) => subscriptionId, "subscriptionId");
    this.withdrawals = this.#byId("withdrawals", ({ withdrawId }) => withdrawId, "withdrawId");
    this.webhooks = this.#byId("webhooks", ({ webhookId }) => webhookId, "webhookId");
    this.deliveries = this.#byId("deliveries", ({ deliveryId }) => deliveryId, "deliveryId");
    this.messageIds = this.#messages();
  }

  get problems(): readonly PathProblem[] {
    return this.#problems;
  }

  /** Takes note of a problem at a path within the state; more than the most are of no use to anybody. */
  note(path: FixturePath, message: string): void {
    if (this.#problems.length < this.#most) this.#problems.push({ path, message });
  }

  /** Looks at everything in a list. */
  each<K extends ListName>(list: K, flawsOf: (thing: SavedThings[K], inspection: this) => Iterable<Flaw>): void {
    const lists: SavedLists = this.world;
    lists[list].forEach((thing, index) => {
      for (const [path, message] of flawsOf(thing, this)) this.note(["world", list, index, ...path], message);
    });
  }

  #byId<K extends ListName>(
    list: K,
    idOf: (thing: SavedThings[K]) => string,
    field: string,
  ): ReadonlyMap<string, SavedThings[K]> {
    const things = new Map<string, SavedThings[K]>();
    this.each(list, function* (thing) {
      const id = idOf(thing);
      if (things.has(id)) yield [[field], `${field} is ${id}, which is there already`];
      things.set(id, thing);
    });
    return things;
  }

  #messages(): ReadonlySet<string> {
    const ids = new Set<string>();
    this.each("companies", function* ({ inbox }) {
      for (const [i, { messageId }] of inbox.entries()) {
        if (ids.has(messageId)) {
          yield [["inbox", i, "messageId"], `messageId is ${messageId}, which is there already`];
        }
        ids.add(messageId);
      }
    });
    return ids;
  }
}

/** What happened cannot lie in the future. */
export function* notAfter<K extends string>(
  at: number,
  thing: Readonly<Record<K, number | null>>,
  ...fields: readonly K[]
): Iterable<Flaw> {
  for (const field of fields) {
    const when = thing[field];
    if (when !== null && when > at) yield [[field], `${field} is ${when}, which is after the world's time, ${at}`];
  }
}
