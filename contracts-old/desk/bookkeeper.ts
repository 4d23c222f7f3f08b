import type { Description } from "../description/description.ts";
import { everything, parseJson } from "../description/json.ts";
import { Book, type Opened } from "./book.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { canPay, isKnownWrong, meantBy, type Permissions, type Refusal, refusalOf } from "./permission.ts";
import { namesShownIn } from "./shown-names.ts";
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
  /** Of the user's own account. */
  readonly #apiKey: string | undefined;
  /** Keys with which it was looked up what was there before. */
  readonly #lookedUp = new Set<string>();

  constructor(description: Description, permissions: Permissions, apiKey?: string) {
    this.#apiKey = apiKey;
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
    if (wish.operationId === "initiateWithdrawal") await this.#lookUp(send, clause, passed);
    const paid = this.#paidBy(wish);
    const settled = paid === undefined ? undefined : this.book.confirming(paid);
    const answer = await send(clause, passed);
    settled?.();
    this.#note(wish, passed, clause, answer);
    this.#noteShown(wish, answer);
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

  /** What was there before the run has opened anything, so that it is never taken for the run's own. */
  async #lookUp(send: Send, clause: string, { headers }: Passed): Promise<void> {
    const apiKey = headers["x-api-key"];
    if (this.#lookedUp.has(apiKey ?? "")) return;
    const { method, path } = this.#description.operation("listWithdrawals");
    const own: Record<string, string> = apiKey === undefined ? {} : { "x-api-key": apiKey };
    const passed = { method, path, headers: own, body: Buffer.alloc(0) };
    const answer = await send(clause, passed);
    // Where it was not to be had this time, the next initiation asks again.
    if (!("failure" in answer) && answer.status < 300) this.#lookedUp.add(apiKey ?? "");
    this.#noteShown(wishOf(this.#description, passed), answer);
  }

  #noteShown({ operationId }: Wish, answer: TargetAnswer | NoAnswer): void {
    if ("failure" in answer) return;
    this.book.shown(namesShownIn(parseJson(answer.body.toString()), operationId === "listWithdrawals"));
  }

  /** The run's own withdrawal that a request may pay. */
  #paidBy(wish: Wish): string | undefined {
    const meant = canPay(wish, this.book) ? meantBy(wish, this.book) : undefined;
    return meant !== undefined && this.book.knows(meant) ? meant : undefined;
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

  #noteDone(wish: Wish, passed: Passed, clause: string, body: Buffer): void {
    const { operationId, withdrawId, valueCents } = wish;
    const apiKey = passed.headers["x-api-key"] ?? "";
    if (operationId === "initiateWithdrawal") this.#noteOpened(body, { apiKey, clause, valueCents });
    if (operationId === "createWebhook") {
      this.leftBehind.push(`a webhook made for ${clause}: ${addressIn(passed)}`);
      this.book.webhookMade([...everything(parseJson(body.toString()))].map(({ value }) => String(value)));
    }
    if (operationId === "confirmWithdrawal") this.#noteConfirmed(wish, clause, body);
    const meant = meantBy(wish, this.book);
    if (operationId === "resendOtp" && meant !== undefined) this.book.resent(meant);
    if (operationId === "cancelWithdrawal" && withdrawId !== undefined) this.book.closed(withdrawId);
  }

  #noteConfirmed(wish: Wish, clause: string, body: Buffer): void {
    if (!this.book.takesWrongCodes && isKnownWrong(wish, this.book)) {
      this.book.wrongCodeTaken();
      this.leftBehind.push(
        `${clause}: the target takes wrong codes; nothing is confirmed any more but within the budget`,
      );
    }
    const withdrawId = meantBy(wish, this.book);
    if (withdrawId === undefined || !this.book.knows(withdrawId)) return;
    const isParked = [...everything(parseJson(body.toString()))].some(({ value }) => value === "PENDING_REVIEW");
    this.book.confirmed(withdrawId, clause, isParked ? "in-review" : "confirmed");
    if (!isParked) return;
    this.leftBehind.push(
      `the withdrawal ${withdrawId}, opened for ${clause}, is parked for review, and may yet be paid`,
    );
  }

  /** What may have happened counts as having happened. */
  #noteUnknown(wish: Wish, passed: Passed, clause: string, what: string): void {
    const { operationId } = wish;
    if (operationId === "initiateWithdrawal") {
      this.leftBehind.push(`${clause}: an initiation ${what}; a withdrawal may be open`);
    }
    if (operationId === "createWebhook") {
      this.leftBehind.push(`${clause}: the creation of a webhook ${what}; there may be one: ${addressIn(passed)}`);
    }
    const meant = meantBy(wish, this.book);
    if (operationId === "resendOtp" && meant !== undefined) this.book.resent(meant);
    const paid = this.#paidBy(wish);
    if (paid !== undefined) this.book.confirmed(paid, clause, "unknown");
  }

  /** With the key that has opened it, which may be none that can close it. @returns why it is not cancelled, if so. */
  async #cancel(send: Send, opened: Opened): Promise<string | undefined> {
    const why = await this.#cancelWith(opened.apiKey, send, opened);
    if (why === undefined || this.#apiKey === undefined || this.#apiKey === opened.apiKey) return why;
    return this.#cancelWith(this.#apiKey, send, opened);
  }

  async #cancelWith(apiKey: string, send: Send, { wireId, clause }: Opened): Promise<string | undefined> {
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
    if (this.book.isForeign(String(wireId))) {
      const which = `named ${wireId}, which was there before`;
      this.leftBehind.push(`${wish.clause}: an initiation was accepted and ${which}; a withdrawal may be open`);
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
