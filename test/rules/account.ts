import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import { assertNotification } from "./described-exchange.ts";
import { isRow, numberOf, only, type Row, rowsOf } from "./json-reading.ts";

/** Where webhooks of these tests are delivered to, if a test says nothing else. */
export const hookHost = "hooks.acme.dev";
export const hookUrl = `https://${hookHost}/saldo`;

/** A webhook with the key that its deliveries are signed with. */
export interface Hook {
  readonly webhookId: string;
  readonly secret: string;
}

/** What an advance may be told. */
export type Target = { by: string } | { to: string } | { toNext: true };

/** Where a world may be told to go back to. */
export type Place = { bookmark: string } | { position: number } | { at: string };

/** A company as its integrator sees it, and the control plane in its name. Steps that must succeed throw when they do not. */
export class Account {
  readonly ask: Ask;

  constructor(ask: Ask) {
    this.ask = ask;
  }

  async balance(): Promise<number> {
    return numberOf(await this.ask("GET", "/account-balance"), "data.balance");
  }

  async holds(): Promise<readonly Row[]> {
    return rowsOf(await this.ask("GET", "/account-balance"), "data.reserveHolds");
  }

  initiate(value: number): Promise<Answer> {
    return this.ask("POST", "/account-balance/withdraw", { value });
  }

  /** Opens a withdrawal. */
  async open(value = 50_000): Promise<string> {
    return succeeded(await this.initiate(value)).text("data.withdrawId");
  }

  confirm(withdrawId: string, otpCode: string): Promise<Answer> {
    return this.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
  }

  resend(withdrawId: string): Promise<Answer> {
    return this.ask("POST", "/account-balance/withdraw/resend-otp", { withdrawId });
  }

  cancel(withdrawId: string): Promise<Answer> {
    return this.ask("POST", "/account-balance/withdraw/cancel", { withdrawId });
  }

  /** The newest code that was e-mailed for a withdrawal. */
  async code(withdrawId: string): Promise<string> {
    return (await this.ask("GET", `/sandbox/inbox?withdrawId=${withdrawId}`)).text("messages.0.otpCode");
  }

  /** Codes that are not the withdrawal's. */
  async wrongCodes(withdrawId: string, count: number): Promise<string[]> {
    const right = Number(await this.code(withdrawId));
    return Array.from({ length: count }, (_, i) => String((right + i + 1) % 1_000_000).padStart(6, "0"));
  }

  /** Opens a withdrawal and confirms it with its code. */
  async openConfirmed(value = 50_000): Promise<string> {
    const withdrawId = await this.open(value);
    succeeded(await this.confirm(withdrawId, await this.code(withdrawId)));
    return withdrawId;
  }

  /** A withdrawal as the control plane shows it. */
  withdrawal(withdrawId: string): Promise<Answer> {
    return this.ask("GET", `/sandbox/withdrawals/${withdrawId}`);
  }

  async status(withdrawId: string): Promise<string> {
    return (await this.withdrawal(withdrawId)).text("status");
  }

  /** The company's withdrawals, newest first. */
  async history(): Promise<readonly Row[]> {
    return rowsOf(await this.ask("GET", "/account-balance/withdrawals"), "data");
  }

  async charge(body: object): Promise<string> {
    return succeeded(await this.ask("POST", "/sandbox/charges", body)).text("chargeId");
  }

  /** Does to a charge what a customer or a bank would. */
  move(chargeId: string, how: "process" | "pay" | "expire" | "refund" | "chargeback"): Promise<Answer> {
    return this.ask("POST", `/sandbox/charges/${chargeId}/${how}`);
  }

  async subscription(body: object): Promise<string> {
    return succeeded(await this.ask("POST", "/sandbox/subscriptions", body)).text("subscriptionId");
  }

  async settings(patch: object): Promise<void> {
    succeeded(await this.ask("PATCH", "/sandbox/settings", patch));
  }

  async advance(target: Target): Promise<Answer> {
    return succeeded(await this.ask("POST", "/sandbox/clock/advance", target));
  }

  async now(): Promise<string> {
    return (await this.ask("GET", "/sandbox/clock")).text("now");
  }

  /** Names the present place of the history. */
  async bookmark(name: string): Promise<Answer> {
    return succeeded(await this.ask("POST", "/sandbox/bookmarks", { name }));
  }

  /** Takes the world back. */
  async rewind(to: Place & { deliveries?: "resume" | "cancel" }): Promise<Answer> {
    return succeeded(await this.ask("POST", "/sandbox/rewind", to));
  }

  /** Takes the world back to its beginning. */
  async reset(body?: { deliveries: "resume" | "cancel" }): Promise<Answer> {
    return succeeded(await this.ask("POST", "/sandbox/reset", body));
  }

  /** The end of the world's history. */
  async position(): Promise<number> {
    return numberOf(await this.ask("GET", "/sandbox/world"), "position");
  }

  async webhook(events: readonly string[], url = hookUrl): Promise<Hook> {
    const made = succeeded(await this.ask("POST", "/webhook", { url, name: "Test", events }));
    return { webhookId: made.text("data.webhookId"), secret: made.text("data.secret") };
  }

  /** Triggers a test delivery, which is one attempt. */
  async testWebhook(webhookId: string): Promise<string> {
    return succeeded(await this.ask("POST", `/webhook/${webhookId}/test`)).text("data.deliveryId");
  }

  /** A webhook as the dashboard shows it. */
  async dashboard(webhookId: string): Promise<Row> {
    const found = rowsOf(await this.ask("GET", "/sandbox/webhooks"), "webhooks");
    return only(found.filter((row) => row.webhookId === webhookId));
  }

  /** The attempts to deliver to a webhook as its log shows them, newest first. */
  async log(webhookId: string): Promise<readonly Row[]> {
    return rowsOf(await this.ask("GET", `/webhook/${webhookId}/logs`), "data");
  }

  /** The company's deliveries, newest first; `query` selects some of them: `state=PENDING&limit=5`. */
  async deliveries(query = ""): Promise<readonly Row[]> {
    return rowsOf(await this.ask("GET", `/sandbox/deliveries?${query}`), "deliveries");
  }

  /** Waits until no attempt is under way that is due by now. No time passes in a frozen world. */
  async quiet(): Promise<void> {
    await this.advance({ by: "PT0S" });
  }

  /** The whole history of the world, read page by page; with `type` only the events of that type. */
  async events(type?: string, limit = 1000): Promise<readonly Row[]> {
    const events: Row[] = [];
    const filter = type === undefined ? "" : `&type=${type}`;
    for (let next: unknown = 0; typeof next === "number"; ) {
      const page: Answer = await this.ask("GET", `/sandbox/events?after=${next}&limit=${limit}${filter}`);
      events.push(...rowsOf(page, "events"));
      next = page.at("next");
    }
    return events;
  }

  /** What webhooks are told, oldest first: each body as parsed JSON, after it was checked against the document. */
  async notifications(): Promise<readonly Row[]> {
    return (await this.events("NotificationRaised")).map(({ data }) => {
      const { name, body } = isRow(data) ? data : {};
      const told: unknown = JSON.parse(String(body));
      if (!isRow(told)) throw new Error(`a notification is no object: ${body}`);
      assertNotification(String(name), told);
      return told;
    });
  }

  /** The data of the notifications with one name. */
  async told(event: string): Promise<readonly Row[]> {
    const found = (await this.notifications()).filter((told) => told.event === event);
    return found.map(({ data }) => (isRow(data) ? data : {}));
  }
}

function succeeded(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
}
