import { type Expectation, forged, type ReceiverDelivery } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import { isOfClass, type Posted, statusOf, wasAcknowledged } from "./posted.ts";
import type { Round } from "./round.ts";

/** The clause that all deliveries about unknown charges belong to. */
export const unknownThing = "events.unknown-charge";

export const headerNames = "deliveries.header-names";

/** These do not depend on what a delivery is about. */
const statusesOfOtherCauses = [401, 403, 405, 406, 408, 411, 413, 415, 429, 431];

/**
 * What the receiver does with genuine deliveries that nothing is special about. It may reject them, because they are about
 * charges that it does not know; the document does not say whether it may. So this learns how such a rejection looks.
 */
export class Knowledge {
  readonly #plain = new Map<string, Promise<Posted>>();
  readonly #unknown = new Map<string, Promise<number | undefined>>();
  readonly #drafts: Drafts;
  readonly #round: Round;

  constructor(drafts: Drafts, round: Round) {
    this.#drafts = drafts;
    this.#round = round;
  }

  /** Returns the event's plain delivery with its response; it is sent once. */
  plain(event: string): Promise<Posted> {
    const known = this.#plain.get(event) ?? this.#round.send(this.#drafts.plain(event), idOf(event), "acknowledged");
    this.#plain.set(event, known);
    return known;
  }

  remember(posted: Posted): void {
    this.#plain.set(posted.delivery.event, Promise.resolve(posted));
  }

  /** Returns the first event that the receiver acknowledges, or at least recognises; undefined if there is none. */
  async usualEvent(): Promise<string | undefined> {
    const names = this.#drafts.events.filter(({ isFired }) => isFired).map(({ name }) => name);
    for (const name of names) if (wasAcknowledged(await this.plain(name))) return name;
    for (const name of names) if (await this.isOfUnknown(await this.plain(name))) return name;
    return undefined;
  }

  /** Returns the clause to which the rejection of a delivery belongs, if it is not the one that sent it. */
  async causeOf(posted: Posted): Promise<string | undefined> {
    const { event } = posted.delivery;
    if (!this.#drafts.has(event)) return undefined;
    const plain = await this.plain(event);
    if (statusOf(plain) !== statusOf(posted)) return undefined;
    if (await this.isOfUnknown(posted)) return unknownThing;
    return plain === posted ? undefined : idOf(event);
  }

  /** Whether the receiver recognised the delivery, and rejected it because it does not know what it is about. */
  async isOfUnknown(posted: Posted): Promise<boolean> {
    const { event } = posted.delivery;
    if (!mayBeOfUnknown(posted) || !this.#drafts.has(event)) return false;
    const known = this.#unknown.get(event) ?? this.#statusOfUnknown(event);
    this.#unknown.set(event, known);
    return (await known) === statusOf(posted);
  }

  async #statusOfUnknown(event: string): Promise<number | undefined> {
    const plain = await this.plain(event);
    const status = statusOf(plain);
    if (status === undefined || !mayBeOfUnknown(plain)) return undefined;
    const forgery = await this.#sent(forged(this.#drafts.plain(event)), "rejected");
    if (statusOf(forgery) === status) return undefined;
    return status === 404 || status === 410 || (await this.#isAboutData(event, status)) ? status : undefined;
  }

  /**
   * Other statuses may also reject the event, or data that the receiver wants. But charge.paid has all data; and an event
   * that the receiver rejects by its name is rejected under another unknown name, too.
   */
  async #isAboutData(event: string, status: number): Promise<boolean> {
    const full = this.#drafts.has("charge.paid") ? "charge.paid" : event;
    if (statusOf(await this.plain(full)) !== status) return false;
    if (!this.#drafts.mayBeUnknown) return true;
    const renamed = this.#drafts.unknown(this.#drafts.body(event), `the data of ${event} as an unknown event`);
    return statusOf(await this.#sent(renamed, "acknowledged")) !== status;
  }

  /** Whether the receiver takes a delivery only if the names of its headers are in lower case. */
  async takesLowerCaseOnly(): Promise<boolean> {
    if (wasAcknowledged(await this.plain(this.#drafts.usual))) return false;
    return wasAcknowledged(await this.#round.send(this.#drafts.lowerCased(), headerNames, "recognised"));
  }

  #sent(delivery: ReceiverDelivery, expected: Expectation): Promise<Posted> {
    return this.#round.send(delivery, unknownThing, expected);
  }
}

export function idOf(event: string): string {
  return `events.${event.replaceAll(/[^a-z0-9]+/g, "-")}`;
}

function mayBeOfUnknown(posted: Posted): boolean {
  return isOfClass(posted, 4) && !statusesOfOtherCauses.includes(statusOf(posted) ?? 0);
}
