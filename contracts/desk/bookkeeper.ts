import type { Description } from "../description/description.ts";
import { everything, parseJson } from "../description/json.ts";
import { Book, type Opened } from "./book.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { type Permissions, type Refusal, refusalOf } from "./permission.ts";
import { type Wish, wishOf } from "./wish.ts";

/** Sends one request for a clause. */
type Send = (clause: string, passed: Passed) => Promise<TargetAnswer | NoAnswer>;

/** Keeps account of what a run does on a real account: what it may, what it has opened, what must be closed. */
export class Bookkeeper {
  readonly book: Book;
  /** What could not be closed, or cannot be at all: sentences. */
  readonly leftBehind: string[] = [];
  readonly #description: Description;
  readonly #permissions: Permissions;

  constructor(description: Description, permissions: Permissions) {
    this.#description = description;
    this.#permissions = permissions;
    this.book = new Book(permissions.budgetCents);
  }

  /** Why a request is not sent, or undefined when it may be. */
  refusal(passed: Passed): Refusal | undefined {
    return refusalOf(wishOf(this.#description, passed), this.#permissions, this.book);
  }

  /** Sends what was not refused. What it may spend is set aside at once, so that two together do not pass the budget. */
  async sent(send: Send, clause: string, passed: Passed): Promise<TargetAnswer | NoAnswer> {
    const wish = wishOf(this.#description, passed);
    const { withdrawId } = wish;
    const settled = withdrawId !== undefined && this.#mayPay(wish) ? this.book.confirming(withdrawId) : undefined;
    const answer = await send(clause, passed);
    settled?.();
    this.#note(wish, passed, clause, answer);
    return answer;
  }

  /** Cancels what was opened for a clause; without one all that is left, and notes what cannot be. */
  async close(send: Send, clause?: string): Promise<void> {
    const isMeant = (opened: Opened) => clause === undefined || opened.clause === clause;
    for (const opened of this.book.open.filter(isMeant)) {
      const why = await this.#cancel(send, opened);
      if (why === undefined) this.book.closed(opened.withdrawId);
      else if (clause === undefined) this.#leave(opened, why);
    }
  }

  #mayPay({ operationId, withdrawId, otpCode }: Wish): boolean {
    if (operationId !== "confirmWithdrawal" || withdrawId === undefined || otpCode === undefined) return false;
    return this.book.knows(withdrawId) && !this.book.isKnownWrong(withdrawId, otpCode);
  }

  /** Only a refusal is certain not to have done anything; a gateway says 502 also of what was done behind it. */
  #note(wish: Wish, passed: Passed, clause: string, answer: TargetAnswer | NoAnswer): void {
    if ("failure" in answer) {
      if (answer.failure === "no-answer") this.#noteUnknown(wish, passed, clause, "was not answered");
    } else if (answer.status >= 200 && answer.status <= 299) this.#noteDone(wish, passed, clause, answer.body);
    else if (answer.status < 400 || answer.status > 499) {
      this.#noteUnknown(wish, passed, clause, `was answered with ${answer.status}`);
    }
  }

  #noteDone({ operationId, withdrawId, valueCents }: Wish, passed: Passed, clause: string, body: Buffer): void {
    const apiKey = passed.headers["x-api-key"] ?? "";
    if (operationId === "initiateWithdrawal") this.#noteOpened(body, { apiKey, clause, valueCents });
    if (operationId === "createWebhook") {
      this.leftBehind.push(`a webhook made for ${clause}: ${addressIn(passed)}`);
      this.book.webhookMade([...everything(parseJson(body.toString()))].map(({ value }) => String(value)));
    }
    if (withdrawId === undefined) return;
    if (operationId === "resendOtp") this.book.resent(withdrawId);
    if (operationId === "cancelWithdrawal") this.book.closed(withdrawId);
    if (operationId === "confirmWithdrawal" && this.book.knows(withdrawId)) {
      this.book.confirmed(withdrawId, clause, "confirmed");
    }
  }

  /** What may have happened counts as having happened. */
  #noteUnknown(wish: Wish, passed: Passed, clause: string, what: string): void {
    const { operationId, withdrawId } = wish;
    if (operationId === "initiateWithdrawal") {
      this.leftBehind.push(`${clause}: an initiation ${what}; a withdrawal may be open`);
    }
    if (operationId === "createWebhook") {
      this.leftBehind.push(`${clause}: the creation of a webhook ${what}; there may be one: ${addressIn(passed)}`);
    }
    if (withdrawId === undefined) return;
    if (operationId === "resendOtp") this.book.resent(withdrawId);
    if (this.#mayPay(wish)) this.book.confirmed(withdrawId, clause, "unknown");
  }

  /** @returns why it is not cancelled, or undefined when it is. */
  async #cancel(send: Send, { wireId, apiKey, clause }: Opened): Promise<string | undefined> {
    const { method, path, requestNames } = this.#description.operation("cancelWithdrawal");
    const body = Buffer.from(JSON.stringify({ [requestNames.get("withdrawId") ?? "withdrawId"]: wireId }));
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const answer = await send(clause, { method, path, headers, body });
    if ("failure" in answer) return answer.reason;
    return answer.status >= 200 && answer.status <= 299 ? undefined : `the target answered ${answer.status}`;
  }

  #leave({ withdrawId, clause }: Opened, why: string): void {
    const paid = this.book.mayBePaid(withdrawId) ? " and may have been paid," : "";
    this.leftBehind.push(`the withdrawal ${withdrawId}, opened for ${clause},${paid} could not be cancelled: ${why}`);
  }

  #noteOpened(answer: Buffer, wish: Pick<Opened, "apiKey" | "clause"> & Pick<Wish, "valueCents">): void {
    const found = [...everything(parseJson(answer.toString()))].find(({ place }) => place.at(-1) === "withdrawId");
    const wireId = found?.value;
    if (typeof wireId !== "string" && typeof wireId !== "number") {
      this.leftBehind.push(`${wish.clause}: an initiation was accepted without a withdrawId; a withdrawal may be open`);
      return;
    }
    // Of what amount it is cannot be known, if the target accepted one that is no number: then it is never confirmed.
    const valueCents = wish.valueCents ?? Number.POSITIVE_INFINITY;
    this.book.opened({ ...wish, withdrawId: String(wireId), wireId, valueCents });
  }
}

function addressIn({ body }: Passed): string {
  const url = [...everything(parseJson(body.toString()))].find(({ value }) => /^https?:/.test(String(value)));
  return String(url?.value ?? "of unknown address");
}
