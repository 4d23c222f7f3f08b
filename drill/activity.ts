import { counted } from "../src/report/counted.ts";
import type { Delivery } from "../src/spec/generated/control-api.ts";
import type { PlayedWorld } from "./play-world.ts";
import { UnusableApplication } from "./unusable.ts";

/** An act that chance and faults let fail succeeds once in this many times. */
const MANY = 10;

/** Whether the worlds of a drill have drilled anything: an application that does nothing has books that are right. */
export class Activity {
  /** Worlds without calls by hand: there all calls are the application's, but for the drill's own webhook. */
  #worlds = 0;
  #calls = 0;
  /** The last attempt of each world with deliveries; undefined as soon as the receiver has acknowledged one. */
  #unheard: readonly Delivery["attempts"][number][] | undefined = [];
  /** How often each act was tried, and what it said; null as soon as it has succeeded. */
  readonly #acts = new Map<string, { readonly times: number; readonly trouble: string | null }>();

  learn({ requests, deliveries, acted, hasCallsByHand }: PlayedWorld): void {
    const attempts = deliveries.flatMap((one) => one.attempts);
    const isHeard = attempts.some(({ outcome }) => outcome === "SUCCESS");
    this.#unheard = isHeard ? undefined : this.#unheard?.concat(attempts.slice(-1));
    if (!hasCallsByHand) {
      this.#worlds += 1;
      this.#calls += requests.filter(({ operationId }) => operationId !== "createWebhook").length;
    }
    // Without a withdrawal that waits for a code, none can be typed.
    for (const { name, trouble } of acted.filter(({ typesCode }) => !typesCode)) {
      const { times, trouble: before } = this.#acts.get(name) ?? { times: 0, trouble };
      this.#acts.set(name, { times: times + 1, trouble: before === null ? null : trouble });
    }
  }

  /** Throws `UnusableApplication` for an act that has always failed. */
  mustSucceed(): void {
    for (const [name, { times, trouble }] of this.#acts)
      if (trouble !== null && times >= MANY)
        throw new UnusableApplication(`the act ${name} has failed each of ${times} times. At last it said: ${trouble}`);
  }

  /** Throws `UnusableApplication` where the receiver has acknowledged nothing. */
  mustTake(): void {
    const { length = 0, [length - 1]: last } = this.#unheard ?? [];
    if (last !== undefined && length >= MANY)
      throw new UnusableApplication(
        `in ${length} worlds the receiver has acknowledged nothing. The last attempt: ${last.httpStatus ?? last.failure}. Check its address.`,
      );
  }

  /** Throws `UnusableApplication` where the platform was never called. */
  mustCall(): void {
    if (this.#calls === 0 && this.#worlds > 0)
      throw new UnusableApplication(
        `in ${counted(this.#worlds, "world")} the application made no call to the platform. Give it the address that "begin" gets (SALDO_URL).`,
      );
  }
}
