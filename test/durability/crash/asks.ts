import type { WorldEvent } from "../../../src/domain/event.ts";

/** A request, and the first fact that it makes true when it is granted. */
export interface Move {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The name of that fact, as `nameOf` has it. Null where nothing need change. */
  readonly fact: string | null;
  /** Where the answer tells the identifier of what was made. */
  readonly id?: string;
}

interface Count {
  acknowledged: number;
  /** Asked without having heard an answer. */
  unheard: number;
  seen: number;
  /** The identifiers that answers told, without those that were seen. */
  readonly ids: Set<string>;
}

/** Everything that clients asked of a world, by the fact that must come of it. */
export class Asks {
  readonly #counts = new Map<string, Count>();

  asked(fact: string): void {
    this.#count(fact).unheard += 1;
  }

  refused(fact: string): void {
    this.#count(fact).unheard -= 1;
  }

  acknowledged(fact: string, id: string | null): void {
    const count = this.#count(fact);
    count.unheard -= 1;
    count.acknowledged += 1;
    if (id !== null) count.ids.add(id);
  }

  saw(fact: string, id: string | null): void {
    const count = this.#count(fact);
    count.seen += 1;
    if (id !== null) count.ids.delete(id);
  }

  /** What is lost, or there though it was refused or never asked for. What was not heard may be there or not. */
  settle(): { readonly kept: number; readonly facts: readonly string[] } {
    let kept = 0;
    const facts: string[] = [];
    for (const [fact, { acknowledged, unheard, seen, ids }] of this.#counts) {
      for (const id of ids) facts.push(`"${fact}" was acknowledged as ${id}, which is not there`);
      const counted = `"${fact}" is there ${seen} times, was acknowledged ${acknowledged} times`;
      if (seen < acknowledged) facts.push(`${counted}: it is lost`);
      else if (seen > acknowledged + unheard)
        facts.push(`${counted} and not heard ${unheard} times: there is one too many`);
      kept += Math.max(0, seen - acknowledged);
    }
    this.#counts.clear();
    return { kept, facts };
  }

  #count(fact: string): Count {
    const count = this.#counts.get(fact) ?? { acknowledged: 0, unheard: 0, seen: 0, ids: new Set() };
    this.#counts.set(fact, count);
    return count;
  }
}

/** The name of a fact that only a request makes true, and the identifier that its answer tells; null of any other. */
export function nameOf(event: WorldEvent): { readonly name: string; readonly id: string | null } | null {
  switch (event.type) {
    case "ChargeCreated":
      return { name: `${event.type} ${event.externalId}`, id: event.chargeId };
    case "ChargePaid":
    case "ChargeProcessing":
    case "ChargeExpired":
    case "ChargeRefunded":
    case "ChargeChargedBack":
      return { name: `${event.type} ${event.chargeId}`, id: null };
    case "WithdrawalInitiated":
      return { name: `${event.type} ${event.value}`, id: event.withdrawId };
    case "OtpRefused":
    case "WithdrawalConfirmed":
    case "WithdrawalCancelled":
      return { name: `${event.type} ${event.withdrawId}`, id: null };
    case "CompanyChanged":
      return { name: `${event.type} ${event.profile.name}`, id: null };
    case "WebhookCreated":
      return { name: `${event.type} ${event.name}`, id: event.webhookId };
    case "WebhookDeleted":
      return { name: `${event.type} ${event.webhookId}`, id: null };
    case "NotificationRaised": {
      const [delivery] = event.deliveries;
      if (event.name !== "webhook.test" || delivery === undefined) return null;
      return { name: `test of ${delivery.webhookId}`, id: delivery.deliveryId };
    }
    case "ClockSet":
      return { name: `${event.type} ${event.mode}`, id: null };
    case "SettingsChanged":
      return { name: `${event.type} ${event.settings.webhookTimeout}`, id: null };
    case "BookmarkSet":
    case "BookmarkRemoved":
      return { name: `${event.type} ${event.name}`, id: null };
    case "WorldRewound":
      return { name: event.type, id: null };
    default:
      return null;
  }
}
