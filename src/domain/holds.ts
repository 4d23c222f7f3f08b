import type { ReserveHold } from "./reserve.ts";

/** The holds of a company by charge, in the order in which they were made. */
export class Holds extends Map<string, ReserveHold> {
  #list: readonly ReserveHold[] | null = null;

  /** The same list until a hold is added or removed, so that what was made of it can be kept until then. */
  get list(): readonly ReserveHold[] {
    this.#list ??= Object.freeze([...this.values()]);
    return this.#list;
  }

  override set(chargeId: string, hold: ReserveHold): this {
    this.#list = null;
    return super.set(chargeId, hold);
  }

  override delete(chargeId: string): boolean {
    this.#list = null;
    return super.delete(chargeId);
  }

  override clear(): void {
    this.#list = null;
    super.clear();
  }
}
