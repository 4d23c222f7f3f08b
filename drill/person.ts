import type { SaldoWorld } from "../src/client/saldo-client.ts";
import type { Clock } from "./clock.ts";

type Lapse = "late" | "wrong" | "slow";

/** Longer than a code is valid. */
const TOO_LONG_MS = 301_000;

/** The responsible person, who reads codes in the e-mail and types them. */
export class Person {
  /** What the person does with the next codes instead of typing them. */
  readonly next: Lapse[] = [];
  /** Whether a code was asked for. */
  wasAsked = false;
  readonly #world: SaldoWorld;
  readonly #clock: Clock;

  constructor(world: SaldoWorld, clock: Clock) {
    this.#world = world;
    this.#clock = clock;
  }

  /** Returns the newest code of a withdrawal, or of all, as the person types it; null while no mail is there. */
  async code(withdrawId?: string): Promise<string | null> {
    this.wasAsked = true;
    const lapse = this.next.shift();
    const [newest, before] = await this.#world.inbox.messages(withdrawId);
    if (lapse === "late") return before?.otpCode ?? null;
    if (newest === undefined) return null;
    if (lapse === "slow") await this.#clock.pass(TOO_LONG_MS);
    return lapse === "wrong" ? wrongOf(newest.otpCode) : newest.otpCode;
  }
}

function wrongOf(code: string): string {
  return code === "123456" ? "654321" : "123456";
}
