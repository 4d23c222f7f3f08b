import { type Defect, planted } from "../defects/defect.ts";

const attempt = "src/domain/attempt.ts";
const decide = "src/domain/decide/deliveries.ts";
const underWay = "src/outbound/attempt-under-way.ts";
const settings = "src/domain/settings.ts";

const most = "export const deliveryMaxAttempts = 5;";
const first = "const firstBackoffMs = 5_000;";
const backoff = "return firstBackoffMs * 2 ** (number - 1);";
const success = "if (status >= 200 && status <= 299) this.#end(";
const wanted = `{ number, failure }: Pick<CommandOf<"record-attempt">, "number" | "failure">,
  at: Instant,
): { state: DeliveryState; nextAttemptAt: Instant | null } {
`;

/** Such statuses are taken for final. */
function final(id: string, clause: string, hundred: number): Defect {
  return {
    id,
    breaks: [clause],
    file: decide,
    find: wanted,
    replace: `{ number, failure, httpStatus }: Pick<CommandOf<"record-attempt">, "number" | "failure" | "httpStatus">,
  at: Instant,
): { state: DeliveryState; nextAttemptAt: Instant | null } {
  if (Math.floor((httpStatus ?? 0) / 100) === ${hundred}) return { state: "CANCELLED", nextAttemptAt: null };
`,
  };
}

export const retriesDefects: readonly Defect[] = [
  ...planted(attempt, most, {
    "four-attempts breaks retries.five-attempts": "export const deliveryMaxAttempts = 4;",
    "five-repetitions-after-the-first-attempt breaks retries.no-sixth-attempt": "export const deliveryMaxAttempts = 6;",
  }),
  ...planted(attempt, first, {
    "first-wait-of-one-second breaks retries.first-wait": "const firstBackoffMs = 1_000;",
  }),
  ...planted(attempt, backoff, {
    "first-attempt-repeated-at-once breaks retries.first-wait":
      "return number === 1 ? 0 : firstBackoffMs * 2 ** (number - 2);",
    "waits-do-not-grow breaks retries.waits-double": "return firstBackoffMs;",
    "waits-grow-by-five-seconds breaks retries.waits-double": "return firstBackoffMs * number;",
    "waits-end-at-twenty-seconds breaks retries.waits-double":
      "return Math.min(20_000, firstBackoffMs * 2 ** (number - 1));",
  }),
  ...planted(underWay, "this.#cancelTimer = this.#time.after(this.#webhookRequest.timeoutMs, () => this.#timeOut());", {
    "no-time-out breaks retries.timeout": "",
  }),
  ...planted(settings, 'webhookTimeout: "PT10S",', {
    "time-out-of-thirty-seconds breaks retries.timeout": 'webhookTimeout: "PT30S",',
    "time-out-of-three-seconds breaks retries.patience": 'webhookTimeout: "PT3S",',
  }),
  ...planted(decide, wanted, {
    "time-out-is-final breaks retries.timeout": `${wanted}  if (failure === "TIMEOUT") return { state: "CANCELLED", nextAttemptAt: null };\n`,
    "gone-is-final breaks retries.client-error-fails": {
      replace: `${wanted.replace("failure }", "failure, httpStatus }").replace('"failure">', '"failure" | "httpStatus">')}  if (httpStatus === 410) return { state: "CANCELLED", nextAttemptAt: null };\n`,
      also: ["retries.five-attempts"],
      because: "One of the five attempts fails with 410.",
    },
  }),
  ...planted(underWay, success, {
    "only-200-acknowledges breaks retries.success": "if (status === 200) this.#end(",
    "redirects-acknowledge breaks retries.redirect-fails": "if (status >= 200 && status <= 399) this.#end(",
  }),
  final("client-errors-are-final", "retries.client-error-fails", 4),
  final("server-errors-are-final", "retries.server-error-fails", 5),
  ...planted(decide, "if (failure === null) return", {
    "only-the-first-attempt-can-succeed breaks retries.ends-with-success": {
      replace: "if (failure === null && number === 1) return",
      also: ["deactivation.not-before-fifth"],
      because: "A delivery that fails for ever deactivates its webhook.",
    },
  }),
];
