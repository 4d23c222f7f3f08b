import type { Seen } from "./model-seen.ts";
import type { ModelState } from "./model-state.ts";

/** Which identifiers the world has given to what the auditor knows by keys of its own, on all branches. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #used: Set<string>;
  readonly #everUsed: Set<string>;

  private constructor(ids: ReadonlyMap<string, string>, used: ReadonlySet<string>, everUsed: ReadonlySet<string>) {
    this.#ids = new Map(ids);
    this.#used = new Set(used);
    this.#everUsed = new Set(everUsed);
  }

  static none(): Names {
    return new Names(new Map(), new Set(), new Set());
  }

  copy(): Names {
    return new Names(this.#ids, this.#used, this.#everUsed);
  }

  /** All identifiers that there ever were. */
  get ever(): readonly string[] {
    return [...this.#everUsed];
  }

  /** A key that has no name yet stands for itself. */
  readonly of = (key: string): string => this.#ids.get(key) ?? key;

  /** A reset begins all over again: what had been given out before it may be given out once more. */
  beginAnew(state: ModelState): void {
    this.#used.clear();
    for (const { key } of thingsOf(state)) this.#used.add(this.of(key));
  }

  /** Notes what the things are called that have no name yet; says which of these names are not new. */
  learn(state: ModelState, seen: Seen, isOfEarlierBranch: boolean): string[] {
    const { charges, withdrawals, webhooks, deliveries, messages } = state;
    return [
      ...this.#pair(charges, seen.charges, isOfEarlierBranch),
      ...this.#pair(withdrawals, seen.withdrawals, isOfEarlierBranch),
      ...this.#pair(
        webhooks.filter(({ isDeleted }) => !isDeleted),
        seen.webhooks,
        isOfEarlierBranch,
      ),
      ...this.#pair(deliveries, seen.deliveries, isOfEarlierBranch),
      ...this.#pair(messages, seen.messages, isOfEarlierBranch),
    ];
  }

  /** False when it has another name, or the name is not new. */
  name(key: string, id: string, isOfEarlierBranch: boolean): boolean {
    const known = this.#ids.get(key);
    if (known !== undefined) return known === id;
    const isNew = !(isOfEarlierBranch ? this.#everUsed : this.#used).has(id);
    this.#ids.set(key, id);
    this.#used.add(id);
    this.#everUsed.add(id);
    return isNew;
  }

  #pair(
    things: readonly { readonly key: string }[],
    seen: readonly { readonly id: string }[],
    isOfEarlierBranch: boolean,
  ): string[] {
    return things.flatMap(({ key }, index) => {
      const id = seen[index]?.id;
      return id === undefined || this.name(key, id, isOfEarlierBranch) ? [] : [id];
    });
  }
}

function thingsOf({ charges, withdrawals, webhooks, deliveries, messages }: ModelState) {
  return [...charges, ...withdrawals, ...webhooks, ...deliveries, ...messages];
}
