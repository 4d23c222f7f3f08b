import type { Description } from "../judge/description.ts";
import { everything, isObject, parseJson, textOf, valuesIn } from "../judge/json.ts";
import { locatedIn, memberCalled } from "../trace/find.ts";
import { saysRefusal } from "../trace/trace.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { type Intent, intentOf } from "./intent.ts";
import { type Opened, RunLedger } from "./ledger.ts";
import { pagesOf, type Send } from "./list-pages.ts";
import { canPay, type Denial, denialOf, isKnownWrong, meantBy, type Permissions } from "./permissions.ts";
import { Routes } from "./routes.ts";

/** Watches what a run does on real accounts: what it may do, what it has opened, what must be closed. */
export class Guard {
  readonly ledger: RunLedger;
  /** What could not be closed, or cannot be at all: sentences. */
  readonly leftBehind: string[] = [];
  readonly #description: Description;
  readonly #permissions: Permissions;
  readonly #apiKey: string | undefined;
  readonly #routes: Routes;
  /** Initiations whose answers were lost: a withdrawal may be open, until another one can be opened. */
  #lost: readonly Pick<Opened, "apiKey" | "story" | "valueCents">[] = [];
  /** Initiations that were sent, and how many of them have no answer yet. */
  #initiated = 0;
  #initiating = 0;
  /** Keys with which it was looked up what was there before. */
  readonly #lookedUp = new Set<string>();

  constructor(description: Description, permissions: Permissions, apiKey?: string, routes = new Routes("")) {
    this.#apiKey = apiKey;
    this.#routes = routes;
    this.#description = description;
    this.#permissions = permissions;
    this.ledger = new RunLedger(permissions.budgetCents);
  }

  /** Returns why a request is not sent, or undefined when it may be. */
  denial(passed: Passed, story: string): Denial | undefined {
    return denialOf(intentOf(this.#description, passed), this.#permissions, this.ledger, story);
  }

  /** Sends a request. Sets aside at once what it may pay out, so that two together do not exceed the budget. */
  async send(send: Send, story: string, passed: Passed): Promise<TargetAnswer | NoAnswer> {
    const intent = intentOf(this.#description, passed);
    const isInitiation = intent.operationId === "initiateWithdrawal";
    if (isInitiation) await this.#lookUp(send, passed);
    const paid = this.#paidBy(intent);
    const settled = paid === undefined ? undefined : this.ledger.confirming(paid, story);
    const isAlone = this.#initiating === 0;
    if (isInitiation) this.#initiated += 1;
    if (isInitiation) this.#initiating += 1;
    const before = this.#initiated;
    const answer = await send(passed);
    settled?.();
    this.#note(intent, passed, story, answer);
    if (isInitiation) this.#initiating -= 1;
    if (isInitiation) await this.#adopt(send, answer);
    // What is opened in between may be shown before it is known to be the run's own.
    if (isAlone && before === this.#initiated && this.#lost.length === 0 && !("failure" in answer))
      this.ledger.shown(idsShownIn(jsonIn(answer.body), intent.operationId === "listWithdrawals"));
    return answer;
  }

  /** Cancels what was opened for a story; without one all that is left, and notes what cannot be. */
  async close(send: Send, story?: string): Promise<void> {
    const isMeant = (opened: Opened) => story === undefined || opened.story === story;
    for (const opened of this.ledger.open.filter(isMeant)) {
      const why = await this.#cancel(send, opened);
      if (why === undefined) this.ledger.closed(opened.withdrawId);
      else if (story === undefined) this.#leave(opened, why);
    }
  }

  /** What was there before the run has opened anything, so that it is never taken for the run's own. */
  async #lookUp(send: Send, { headers }: Passed): Promise<void> {
    const apiKey = headers["x-api-key"];
    if (this.#lookedUp.has(apiKey ?? "")) return;
    for await (const { response } of this.#history(send, apiKey)) {
      // Where it was not to be had this time, the next initiation asks again.
      if (response !== undefined && response.status < 300) this.#lookedUp.add(apiKey ?? "");
      this.ledger.shown(idsShownIn(response?.json, true));
    }
  }

  #history(send: Send, apiKey: string | undefined) {
    const operation = this.#description.operation("listWithdrawals");
    const headers: Record<string, string> = apiKey === undefined ? {} : { "x-api-key": apiKey };
    const path = this.#routes.pathOf(operation);
    return pagesOf(send, { method: operation.method, path, headers, body: Buffer.alloc(0) });
  }

  /** What stands in the way after lost initiations, is new, and is of the amount of one of them, is what that has opened. */
  async #adopt(send: Send, answer: TargetAnswer | NoAnswer): Promise<void> {
    const [first] = this.#lost;
    if (first === undefined || "failure" in answer || answer.status !== 409) return;
    const wireId = memberCalled(jsonIn(answer.body), "withdrawId");
    if ((typeof wireId !== "string" && typeof wireId !== "number") || this.ledger.isForeign(String(wireId))) return;
    if (this.ledger.knows(String(wireId))) return;
    const isNamed = (record: unknown) => valuesIn(record).some((value) => String(value) === String(wireId));
    let own: unknown;
    for await (const { response } of this.#history(send, first.apiKey)) {
      own = valuesIn(response?.json).filter(isObject).findLast(isNamed);
      if (own !== undefined) break;
    }
    // Others of them may have opened nothing.
    const lost = this.#lost.find(({ valueCents }) => own !== undefined && valuesIn(own).includes(valueCents));
    if (lost === undefined) return;
    this.#lost = this.#lost.filter((one) => one !== lost);
    this.ledger.opened({ ...lost, withdrawId: String(wireId), wireId });
  }

  /** The run's own withdrawal that a request may pay. */
  #paidBy(intent: Intent): string | undefined {
    const meant = canPay(intent, this.ledger) ? meantBy(intent, this.ledger) : undefined;
    return meant !== undefined && this.ledger.knows(meant) ? meant : undefined;
  }

  /** Only a rejection is certain not to have done anything; a gateway says 502 also of what was done behind it. */
  #note(intent: Intent, passed: Passed, story: string, answer: TargetAnswer | NoAnswer): void {
    if ("failure" in answer) {
      if (answer.failure === "no-answer") this.#noteUnknown(intent, passed, story, "was not answered");
      return;
    }
    const fate = fateOf(answer);
    if (fate === "done") this.#noteDone(intent, passed, story, answer);
    if (fate === "unknown") this.#noteUnknown(intent, passed, story, `was answered with ${answer.status}`);
  }

  #noteDone(intent: Intent, passed: Passed, story: string, { body, headers }: TargetAnswer): void {
    const { operationId, withdrawId, valueCents } = intent;
    const apiKey = passed.headers["x-api-key"] ?? "";
    if (operationId === "initiateWithdrawal") this.#noteOpened(body, { apiKey, story, valueCents });
    if (operationId === "createWebhook") {
      this.leftBehind.push(`a webhook created for "${story}": ${addressIn(passed)}`);
      this.ledger.webhookCreated([...valuesIn(jsonIn(body)).map(String), ...locatedIn({ headers })]);
    }
    if (operationId === "confirmWithdrawal") this.#noteConfirmed(intent, story, body);
    const meant = meantBy(intent, this.ledger);
    if (operationId === "resendOtp" && meant !== undefined) this.ledger.codeSent(meant);
    if (operationId === "cancelWithdrawal" && withdrawId !== undefined) this.ledger.closed(withdrawId);
  }

  #noteConfirmed(intent: Intent, story: string, body: Buffer): void {
    if (!this.ledger.takesWrongCodes && isKnownWrong(intent, this.ledger)) {
      this.ledger.takesWrongCodes = true;
      this.leftBehind.push(
        `${story}: the target takes wrong codes; nothing is confirmed any more but within the budget`,
      );
    }
    const withdrawId = meantBy(intent, this.ledger);
    if (withdrawId === undefined || !this.ledger.knows(withdrawId)) return;
    const isParked = valuesIn(jsonIn(body)).includes("PENDING_REVIEW");
    this.ledger.confirmed(withdrawId, story, isParked ? "in-review" : "confirmed");
    if (!isParked) return;
    this.leftBehind.push(
      `the withdrawal ${withdrawId}, opened for "${story}", is parked for review, and may yet be paid`,
    );
  }

  /** What may have happened counts as having happened. */
  #noteUnknown(intent: Intent, passed: Passed, story: string, what: string): void {
    const { operationId } = intent;
    if (operationId === "initiateWithdrawal") {
      this.leftBehind.push(`${story}: an initiation ${what}; a withdrawal may be open`);
      const { valueCents } = intent;
      const apiKey = passed.headers["x-api-key"] ?? "";
      if (valueCents !== undefined) this.#lost = [...this.#lost, { apiKey, story, valueCents }];
    }
    if (operationId === "createWebhook") {
      this.leftBehind.push(`${story}: the creation of a webhook ${what}; there may be one: ${addressIn(passed)}`);
    }
    const meant = meantBy(intent, this.ledger);
    if (operationId === "resendOtp" && meant !== undefined) this.ledger.codeSent(meant);
    const paid = this.#paidBy(intent);
    if (paid !== undefined) this.ledger.confirmed(paid, story, "unknown");
  }

  /** With the key that has opened it, which may be none that can close it. @returns why it is not cancelled, if so. */
  async #cancel(send: Send, opened: Opened): Promise<string | undefined> {
    const why = await this.#cancelWith(opened.apiKey, send, opened);
    if (why === undefined || this.#apiKey === undefined || this.#apiKey === opened.apiKey) return why;
    return this.#cancelWith(this.#apiKey, send, opened);
  }

  async #cancelWith(apiKey: string, send: Send, { wireId }: Opened): Promise<string | undefined> {
    const operation = this.#description.operation("cancelWithdrawal");
    const { method, requestNames } = operation;
    const path = this.#routes.pathOf(operation);
    const body = Buffer.from(JSON.stringify({ [requestNames.get("withdrawId") ?? "withdrawId"]: wireId }));
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const answer = await send({ method, path, headers, body });
    if ("failure" in answer) return answer.reason;
    return fateOf(answer) === "done" ? undefined : `the target answered ${answer.status}`;
  }

  #leave({ withdrawId, story }: Opened, why: string): void {
    const paid = this.ledger.mayBePaid(withdrawId) ? " and may have been paid," : "";
    this.leftBehind.push(`the withdrawal ${withdrawId}, opened for "${story}",${paid} could not be cancelled: ${why}`);
  }

  #noteOpened(answer: Buffer, intent: Pick<Opened, "apiKey" | "story"> & Pick<Intent, "valueCents">): void {
    this.#lost = this.#lost.filter(({ apiKey }) => apiKey !== intent.apiKey);
    const wireId = memberCalled(jsonIn(answer), "withdrawId");
    if (typeof wireId !== "string" && typeof wireId !== "number") {
      this.leftBehind.push(
        `${intent.story}: an initiation was accepted without a withdrawId; a withdrawal may be open`,
      );
      return;
    }
    if (this.ledger.isForeign(String(wireId))) {
      const which = `named ${wireId}, which was there before`;
      this.leftBehind.push(`${intent.story}: an initiation was accepted and ${which}; a withdrawal may be open`);
      return;
    }
    // Its amount cannot be known if the target accepted one that is no number: then it is never confirmed.
    const valueCents = intent.valueCents ?? Number.POSITIVE_INFINITY;
    this.ledger.opened({ ...intent, withdrawId: String(wireId), wireId, valueCents });
  }
}

function addressIn({ body }: Passed): string {
  return String(valuesIn(jsonIn(body)).find((value) => /^https?:/.test(String(value))) ?? "of unknown address");
}

/** What became of a request. Some targets answer 200 to all, and say in the body that they refused. */
function fateOf({ status, body }: TargetAnswer): "done" | "rejected" | "unknown" {
  if (status >= 400 && status <= 499) return "rejected";
  if (status < 200 || status > 299) return "unknown";
  return saysRefusal(jsonIn(body)) ? "rejected" : "done";
}

function jsonIn(body: Buffer): unknown {
  return parseJson(body.toString());
}

/** Returns the texts that may be ids of withdrawals: each `withdrawId`, and all texts of a history, where ids have any name. */
function idsShownIn(body: unknown, isHistory: boolean): readonly string[] {
  return [...everything(body)].flatMap(({ place, value }) => {
    const isNamed = place.at(-1) === "withdrawId" || (isHistory && typeof value === "string");
    const text = isNamed ? textOf(value) : undefined;
    return text === undefined ? [] : [text];
  });
}
