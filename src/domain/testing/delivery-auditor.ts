import { addDuration } from "../duration.ts";
import type { EventOf, WorldEvent } from "../event.ts";
import type { FaultTerms, WebhookFaultTerms } from "../fault.ts";
import type { Instant } from "../instant.ts";

/** A delivery as the history tells it. */
export interface AuditedDelivery {
  readonly webhookId: string;
  state: "open" | "delivered" | "failed" | "cancelled";
  /** When the next attempt must be made; null when none must. */
  dueAt: Instant | null;
  attempts: number;
  /** How often it was asked for again when it had ended. */
  asked: number;
  isTest: boolean;
  /** Whether it waits for a later one to the same webhook. */
  heldBack: boolean;
}

interface AuditedWebhook {
  readonly companyId: string;
  events: readonly string[];
  active: boolean;
}

/**
 * Reads a history and knows by the rules alone who must be told what, and when. It takes from the facts only what came
 * from outside (who asked for what, how attempts ended) and none of what was concluded from it.
 */
export class DeliveryAuditor {
  readonly webhooks = new Map<string, AuditedWebhook>();
  readonly deliveries = new Map<string, AuditedDelivery>();
  readonly #faults = new Map<string, { readonly terms: FaultTerms; left: number }>();
  #timeZone = "";

  read(event: WorldEvent, at: Instant): void {
    if (event.type === "NotificationRaised") this.#address(event, at);
    if (event.type === "AttemptRecorded") this.#end(event, at);
    if (event.type === "DeliveryRequeued") this.#askAgain(event, at);
    if (event.type === "DeliveryReleased") this.#release(event, at);
    if (event.type === "FaultAdded") this.#faults.set(event.faultId, { terms: event, left: event.times });
    if (event.type === "FaultsRemoved") for (const faultId of event.faultIds) this.#faults.delete(faultId);
    if (event.type === "WorldCreated" || event.type === "SettingsChanged") this.#timeZone = event.settings.timeZone;
    if (event.type === "WebhookCreated") {
      this.webhooks.set(event.webhookId, { companyId: event.companyId, events: event.events, active: true });
    }
    if (event.type === "WebhookChanged") this.#webhook(event.webhookId).events = event.events;
    if (event.type === "WebhookReactivated") this.#webhook(event.webhookId).active = true;
    if (event.type === "WebhookDeleted" || event.type === "WebhookDeactivated") this.#silence(event.webhookId);
    if (event.type === "WorldRewound" && event.deliveries === "cancel") this.#cancel(() => true);
  }

  /** The webhooks that must be told something now. */
  receiversOf({ companyId, name, body }: EventOf<"NotificationRaised">): string[] {
    if (name === "webhook.test") return [JSON.parse(body).webhookId];
    const all = [...this.webhooks].filter(([, webhook]) => webhook.companyId === companyId && webhook.active);
    return all.filter(([, { events }]) => events.includes(name)).map(([webhookId]) => webhookId);
  }

  /** Whether a webhook must be deactivated once this attempt, which was not read yet, has ended. */
  mustDeactivate({ deliveryId, failure }: EventOf<"AttemptRecorded">): boolean {
    const { state, attempts, asked, isTest } = this.delivery(deliveryId);
    return failure !== null && state === "open" && !isTest && asked === 0 && attempts === 4;
  }

  delivery(deliveryId: string): AuditedDelivery {
    const delivery = this.deliveries.get(deliveryId);
    if (delivery === undefined) throw new Error(`${deliveryId} belongs to no notification`);
    return delivery;
  }

  #address({ name, deliveries }: EventOf<"NotificationRaised">, at: Instant): void {
    const isTest = name === "webhook.test";
    for (const { deliveryId, webhookId, fault } of deliveries) {
      const terms = this.faultOf(name, webhookId);
      if (fault?.kind !== terms?.kind) throw new Error(`${deliveryId} has another fault than ${terms?.kind}`);
      if (fault !== undefined) this.#spend(fault.faultId);
      const dueAt = terms !== null && "delay" in terms ? addDuration(at, terms.delay, this.#timeZone) : at;
      const heldBack = terms?.kind === "reorder-deliveries";
      this.deliveries.set(deliveryId, { webhookId, state: "open", dueAt, attempts: 0, asked: 0, isTest, heldBack });
    }
  }

  /** The oldest fault of deliveries that has strikes left and speaks of this event and this webhook, or of all. */
  faultOf(event: string, webhookId: string): WebhookFaultTerms | null {
    for (const { terms, left } of this.#faults.values()) {
      if ("operationId" in terms || left === 0) continue;
      const { event: onlyEvent = event, webhookId: onlyWebhook = webhookId } = terms;
      if (onlyEvent === event && onlyWebhook === webhookId) return terms;
    }
    return null;
  }

  /** Those that this attempt, which was not read yet, sets free unless it is the end of their webhook. */
  overtakenBy(deliveryId: string): string[] {
    const order = [...this.deliveries.keys()];
    const { webhookId } = this.delivery(deliveryId);
    return order.slice(0, order.indexOf(deliveryId)).filter((earlier) => {
      const { heldBack, ...delivery } = this.delivery(earlier);
      return heldBack && delivery.webhookId === webhookId;
    });
  }

  #spend(faultId: string): void {
    const fault = this.#faults.get(faultId);
    if (fault === undefined || fault.left === 0) throw new Error(`${faultId} strikes once too often`);
    fault.left -= 1;
  }

  #release({ deliveryId }: EventOf<"DeliveryReleased">, at: Instant): void {
    Object.assign(this.delivery(deliveryId), { dueAt: at, heldBack: false });
  }

  #end({ deliveryId, failure }: EventOf<"AttemptRecorded">, at: Instant): void {
    const delivery = this.delivery(deliveryId);
    delivery.attempts += 1;
    delivery.dueAt = null;
    delivery.heldBack = false;
    if (failure === null) delivery.state = "delivered";
    if (failure === null || delivery.state !== "open") return;
    if (delivery.isTest || delivery.asked > 0 || delivery.attempts === 5) delivery.state = "failed";
    else delivery.dueAt = at + ([5_000, 10_000, 20_000, 40_000][delivery.attempts - 1] ?? Number.NaN);
  }

  #askAgain({ deliveryId }: EventOf<"DeliveryRequeued">, at: Instant): void {
    const delivery = this.delivery(deliveryId);
    if (delivery.state !== "open") delivery.asked += 1;
    delivery.state = "open";
    delivery.dueAt = at;
    delivery.heldBack = false;
  }

  #silence(webhookId: string): void {
    this.#webhook(webhookId).active = false;
    this.#cancel((delivery) => delivery.webhookId === webhookId);
  }

  #cancel(isMeant: (delivery: AuditedDelivery) => boolean): void {
    for (const delivery of this.deliveries.values()) {
      if (!isMeant(delivery) || delivery.state !== "open") continue;
      delivery.state = "cancelled";
      delivery.dueAt = null;
      delivery.heldBack = false;
    }
  }

  #webhook(webhookId: string): AuditedWebhook {
    const webhook = this.webhooks.get(webhookId);
    if (webhook === undefined) throw new Error(`${webhookId} was never created`);
    return webhook;
  }
}
