import type { AttemptReport, Courier } from "../../outbound/courier.ts";
import type { WebhookRequest } from "../../outbound/webhook-request.ts";

export const acknowledged: AttemptReport = {
  httpStatus: 200,
  failure: null,
  error: null,
  durationMs: 1,
  responseBody: "",
};
export const refused: AttemptReport = {
  httpStatus: 500,
  failure: "STATUS",
  error: "The receiver answered 500.",
  durationMs: 1,
  responseBody: null,
};

/** What the outside world makes of a request. */
export type Script = (
  request: WebhookRequest,
  abandon: AbortSignal | undefined,
) => AttemptReport | null | Promise<AttemptReport | null>;

/** Stands for the outside world where a test must decide when and how an attempt ends; notes every request in order. */
export class ScriptedCourier implements Pick<Courier, "deliver"> {
  readonly requests: WebhookRequest[] = [];
  readonly #answer: Script;

  constructor(answer: Script = () => acknowledged) {
    this.#answer = answer;
  }

  async deliver(request: WebhookRequest, abandon?: AbortSignal): Promise<AttemptReport | null> {
    this.requests.push(request);
    return this.#answer(request, abandon);
  }
}
