import type { RecordedEvent } from "./draft.ts";

type Details = Readonly<Record<string, unknown>>;

/** What the history has said so far, as far as it tells whether a call or time caused an event. */
export class KnownTerms {
  /** When something happens by itself, by the id of what it happens to; null: never. */
  readonly #due = new Map<unknown, unknown>();
  /** The settings, and the profiles of companies by id; forgotten when the world goes back. */
  readonly #terms = new Map<unknown, Details>();

  learn({ type, data }: RecordedEvent): void {
    const { payout, chargeId, withdrawId, subscriptionId } = data;
    if (type === "ChargeCreated") this.#due.set(chargeId, data.expiresAt);
    if (typeof payout === "object" && payout !== null) this.#due.set(withdrawId, Object(payout).settlesAt);
    if ("nextBillingAt" in data) this.#due.set(subscriptionId, data.nextBillingAt);
    if (type === "WorldCreated" || type === "SettingsChanged") this.#terms.set("settings", Object(data.settings));
    if ("profile" in data) this.#terms.set(data.companyId, Object(data.profile));
    if (type === "WorldRewound") this.#terms.clear();
  }

  /** Whether the event is what time does to this. */
  isDue(id: unknown, { at }: RecordedEvent): boolean {
    return this.#due.get(id) === at;
  }

  /** Returns what is different in new terms; all where the old ones are not known. `of`: a company, or the settings. */
  changed(of: unknown, terms: unknown): Details {
    const before = this.#terms.get(of) ?? {};
    const entries = Object.entries(Object(terms));
    return Object.fromEntries(
      entries.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
    );
  }
}
