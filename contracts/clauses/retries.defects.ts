import type { Defect } from "../defects/defect.ts";

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
  {
    id: "four-attempts",
    breaks: ["retries.five-attempts"],
    file: attempt,
    find: most,
    replace: "export const deliveryMaxAttempts = 4;",
  },
  {
    id: "five-repetitions-after-the-first-attempt",
    breaks: ["retries.no-sixth-attempt"],
    file: attempt,
    find: most,
    replace: "export const deliveryMaxAttempts = 6;",
  },
  {
    id: "first-wait-of-one-second",
    breaks: ["retries.first-wait"],
    file: attempt,
    find: first,
    replace: "const firstBackoffMs = 1_000;",
  },
  {
    id: "first-attempt-repeated-at-once",
    breaks: ["retries.first-wait"],
    file: attempt,
    find: backoff,
    replace: "return number === 1 ? 0 : firstBackoffMs * 2 ** (number - 2);",
  },
  {
    id: "waits-do-not-grow",
    breaks: ["retries.waits-double"],
    file: attempt,
    find: backoff,
    replace: "return firstBackoffMs;",
  },
  {
    id: "waits-grow-by-five-seconds",
    breaks: ["retries.waits-double"],
    file: attempt,
    find: backoff,
    replace: "return firstBackoffMs * number;",
  },
  {
    id: "waits-end-at-twenty-seconds",
    breaks: ["retries.waits-double"],
    file: attempt,
    find: backoff,
    replace: "return Math.min(20_000, firstBackoffMs * 2 ** (number - 1));",
  },
  {
    id: "no-time-out",
    breaks: ["retries.timeout"],
    file: underWay,
    find: "this.#cancelTimer = this.#time.after(this.#webhookRequest.timeoutMs, () => this.#timeOut());",
    replace: "",
  },
  {
    id: "time-out-of-thirty-seconds",
    breaks: ["retries.timeout"],
    file: settings,
    find: 'webhookTimeout: "PT10S",',
    replace: 'webhookTimeout: "PT30S",',
  },
  {
    id: "time-out-is-final",
    breaks: ["retries.timeout"],
    file: decide,
    find: wanted,
    replace: `${wanted}  if (failure === "TIMEOUT") return { state: "CANCELLED", nextAttemptAt: null };\n`,
  },
  {
    id: "time-out-of-three-seconds",
    breaks: ["retries.patience"],
    file: settings,
    find: 'webhookTimeout: "PT10S",',
    replace: 'webhookTimeout: "PT3S",',
  },
  {
    id: "only-200-acknowledges",
    breaks: ["retries.success"],
    file: underWay,
    find: success,
    replace: "if (status === 200) this.#end(",
  },
  {
    id: "redirects-acknowledge",
    breaks: ["retries.redirect-fails"],
    file: underWay,
    find: success,
    replace: "if (status >= 200 && status <= 399) this.#end(",
  },
  final("client-errors-are-final", "retries.client-error-fails", 4),
  final("server-errors-are-final", "retries.server-error-fails", 5),
  {
    id: "gone-is-final",
    breaks: ["retries.client-error-fails"],
    also: ["retries.five-attempts"],
    because: "One of the five attempts fails with 410.",
    file: decide,
    find: wanted,
    replace: `${wanted.replace("failure }", "failure, httpStatus }").replace('"failure">', '"failure" | "httpStatus">')}  if (httpStatus === 410) return { state: "CANCELLED", nextAttemptAt: null };\n`,
  },
  {
    id: "only-the-first-attempt-can-succeed",
    breaks: ["retries.ends-with-success"],
    also: ["deactivation.not-before-fifth"],
    because: "A delivery that fails for ever deactivates its webhook.",
    file: decide,
    find: "if (failure === null) return",
    replace: "if (failure === null && number === 1) return",
  },
];
