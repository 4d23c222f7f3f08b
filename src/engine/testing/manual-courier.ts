import type { AttemptReport, Courier } from "../../outbound/courier.ts";
import type { WebhookRequest } from "../../outbound/webhook-request.ts";
import { acknowledged } from "./scripted-courier.ts";

interface OpenAttempt {
  readonly request: WebhookRequest;
  readonly end: (report: AttemptReport | null) => void;
}

/** An outside world in which nothing ends before the test says so, in the order that the test likes. */
export class ManualCourier implements Pick<Courier, "deliver"> {
  /** Every request that left, in order. */
  readonly requests: WebhookRequest[] = [];
  /** Those that were called back. As the real one does, an attempt then ends at once. */
  readonly abandoned: WebhookRequest[] = [];
  readonly #open: OpenAttempt[] = [];
  #most = 0;

  deliver(request: WebhookRequest, abandon?: AbortSignal): Promise<AttemptReport | null> {
    this.requests.push(request);
    return new Promise((resolve) => {
      const attempt = { request, end: resolve };
      this.#open.push(attempt);
      this.#most = Math.max(this.#most, this.#open.length);
      abandon?.addEventListener("abort", () => this.#giveUp(attempt));
      if (abandon?.aborted === true) this.#giveUp(attempt);
    });
  }

  /** The attempts that have not ended, oldest first. */
  get underWay(): readonly WebhookRequest[] {
    return this.#open.map(({ request }) => request);
  }

  /** How many were under way at once, at most. */
  get maxUnderWay(): number {
    return this.#most;
  }

  /** Ends one attempt: the oldest, or the one with this index among those under way. */
  end(report: AttemptReport | null = acknowledged, index = 0): WebhookRequest {
    const attempt = this.#open[index];
    if (attempt === undefined) throw new Error(`no attempt ${index} is under way`);
    this.#finish(attempt, report);
    return attempt.request;
  }

  /** Ends all that is under way now. */
  endAll(): void {
    for (const attempt of [...this.#open]) this.#finish(attempt, acknowledged);
  }

  #giveUp(attempt: OpenAttempt): void {
    if (!this.#open.includes(attempt)) return;
    this.abandoned.push(attempt.request);
    this.#finish(attempt, null);
  }

  #finish(attempt: OpenAttempt, report: AttemptReport | null): void {
    const index = this.#open.indexOf(attempt);
    if (index === -1) return;
    this.#open.splice(index, 1);
    attempt.end(report);
  }
}
