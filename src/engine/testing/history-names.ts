import type { Seen } from "./model-seen.ts";
import { type ModelState, thingsOf } from "./model-state.ts";
import type { ModelWorld } from "./model-world.ts";

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
  learn(model: ModelWorld, seen: Seen): string[] {
    const { charges, withdrawals, webhooks, deliveries, messages } = model.state;
    const present = webhooks.filter(({ isDeleted }) => !isDeleted);
    return [
      ...this.#pair(charges, seen.charges, model),
      ...this.#pair(withdrawals, seen.withdrawals, model),
      ...this.#pair(present, seen.webhooks, model),
      ...this.#pair(deliveries, seen.deliveries, model),
      ...this.#pair(messages, seen.messages, model),
    ];
  }

  /** False when it has another name, or the name is not new. */
  name(key: string, id: string, { reachesBehindReset, cameAlong }: ModelWorld): boolean {
    const known = this.#ids.get(key);
    if (known !== undefined) return known === id;
    const used = reachesBehindReset ? this.#everUsed : this.#used;
    const isNew = cameAlong.has(key) || !used.has(id);
    this.#ids.set(key, id);
    this.#used.add(id);
    this.#everUsed.add(id);
    return isNew;
  }

  #pair(
    things: readonly { readonly key: string }[],
    seen: readonly { readonly id: string }[],
    model: ModelWorld,
  ): string[] {
    return things.flatMap(({ key }, index) => {
      const id = seen[index]?.id;
      return id === undefined || this.name(key, id, model) ? [] : [id];
    });
  }
}
