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
  ...planted(attempt, most, [
    ["four-attempts", "retries.five-attempts", "export const deliveryMaxAttempts = 4;"],
    ["five-repetitions-after-the-first-attempt", "retries.no-sixth-attempt", "export const deliveryMaxAttempts = 6;"],
  ]),
  ...planted(attempt, first, [["first-wait-of-one-second", "retries.first-wait", "const firstBackoffMs = 1_000;"]]),
  ...planted(attempt, backoff, [
    [
      "first-attempt-repeated-at-once",
      "retries.first-wait",
      "return number === 1 ? 0 : firstBackoffMs * 2 ** (number - 2);",
    ],
    ["waits-do-not-grow", "retries.waits-double", "return firstBackoffMs;"],
    ["waits-grow-by-five-seconds", "retries.waits-double", "return firstBackoffMs * number;"],
    [
      "waits-end-at-twenty-seconds",
      "retries.waits-double",
      "return Math.min(20_000, firstBackoffMs * 2 ** (number - 1));",
    ],
  ]),
  ...planted(underWay, "this.#cancelTimer = this.#time.after(this.#webhookRequest.timeoutMs, () => this.#timeOut());", [
    ["no-time-out", "retries.timeout", ""],
  ]),
  ...planted(settings, 'webhookTimeout: "PT10S",', [
    ["time-out-of-thirty-seconds", "retries.timeout", 'webhookTimeout: "PT30S",'],
    ["time-out-of-three-seconds", "retries.patience", 'webhookTimeout: "PT3S",'],
  ]),
  ...planted(decide, wanted, [
    [
      "time-out-is-final",
      "retries.timeout",
      `${wanted}  if (failure === "TIMEOUT") return { state: "CANCELLED", nextAttemptAt: null };\n`,
    ],
    [
      "gone-is-final",
      "retries.client-error-fails",
      `${wanted.replace("failure }", "failure, httpStatus }").replace('"failure">', '"failure" | "httpStatus">')}  if (httpStatus === 410) return { state: "CANCELLED", nextAttemptAt: null };\n`,
      { also: ["retries.five-attempts"], because: "One of the five attempts fails with 410." },
    ],
  ]),
  ...planted(underWay, success, [
    ["only-200-acknowledges", "retries.success", "if (status === 200) this.#end("],
    ["redirects-acknowledge", "retries.redirect-fails", "if (status >= 200 && status <= 399) this.#end("],
  ]),
  final("client-errors-are-final", "retries.client-error-fails", 4),
  final("server-errors-are-final", "retries.server-error-fails", 5),
  ...planted(decide, "if (failure === null) return", [
    [
      "only-the-first-attempt-can-succeed",
      "retries.ends-with-success",
      "if (failure === null && number === 1) return",
      { also: ["deactivation.not-before-fifth"], because: "A delivery that fails for ever deactivates its webhook." },
    ],
  ]),
];
