import { InvalidArgumentError } from "commander";
import type { Instant } from "../../domain/instant.ts";
import { parseRoutes, type Route } from "../../domain/route.ts";
import { defaultAdvanceEvents } from "../../engine/advance.ts";
import { PUBLIC_API_KEY } from "../../engine/api-key.ts";
import { DEFAULT_HISTORY_LIMIT } from "../../engine/history/archive.ts";
import { defaultSender } from "../../outbound/mail.ts";
import { type MailServer, parseMailServer } from "../../outbound/mail-server.ts";
import { hintForInstant, INSTANT_FORM, readInstant } from "../../spec/given-instant.ts";
import type { OptionSpec } from "../option.ts";
import { filePath, hosts, listenHost, listOf, origin, port, typedSecret, wholeNumber } from "../option-values.ts";
import { DATA_OPTION, DATABASE_OPTIONS } from "../store-choice.ts";

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug"] as const;

/** With fewer events, a world could hardly be rewound. */
const MIN_HISTORY_EVENTS = 1_000;
const MAX_DRAIN_SECONDS = 300;
const MAX_EVENTS = 999_999_999;
const history = wholeNumber(MIN_HISTORY_EVENTS, MAX_EVENTS);
const advanceEvents = wholeNumber(1, MAX_EVENTS);

/** Every option has a variable, but for those whose value must not outlive one start. */
export const START_OPTIONS: readonly OptionSpec[] = [
  ["--port <number>", "port to listen on", { env: "PORT", standard: 4400, parse: port }],
  ["--host <address>", "address to listen on", { env: "HOST", standard: "127.0.0.1", parse: listenHost }],
  [
    "--hosts <name,...>",
    "more host names to answer to, such as saldo.acme.dev behind a proxy",
    { env: "SALDO_HOSTS", standard: [], standardText: "none", parse: hosts },
  ],
  [
    "--address <url>",
    "where other processes with the same database reach this one; where it listens if unset",
    { env: "SALDO_ADDRESS", secret: origin("http://10.0.0.7:4400") },
  ],
  ["--tls-cert <file>", "certificate, as PEM, to answer over HTTPS", { env: "SALDO_TLS_CERT", secret: filePath }],
  ["--tls-key <file>", "private key of the certificate, as PEM", { env: "SALDO_TLS_KEY", secret: filePath }],
  [
    "--tls-ca <file>",
    "refuse clients without a certificate that one of this PEM file has signed",
    { env: "SALDO_TLS_CA", secret: filePath },
  ],
  ...DATABASE_OPTIONS,
  DATA_OPTION,
  ["--fresh", "set aside what is in the data folder and start a new world, once"],
  [
    "--history <events>",
    "newest events that a world can rewind over",
    { env: "SALDO_HISTORY", standard: DEFAULT_HISTORY_LIMIT, parse: history },
  ],
  [
    "--advance-events <events>",
    "maximum events of one advance of the clock",
    { env: "SALDO_ADVANCE_EVENTS", standard: defaultAdvanceEvents, parse: advanceEvents },
  ],
  ["--world <file>", "save-file for the first world, instead of a fixture", { env: "SALDO_WORLD" }],
  [
    "--fixture <name-or-file>",
    "how the first world begins: a name, or a .yaml or .json file",
    { env: "SALDO_FIXTURE", standard: "default" },
  ],
  [
    "--api-key <key>",
    "key of the first company; the next companies get -2, -3",
    { env: "SALDO_API_KEY", standard: PUBLIC_API_KEY, secret: typedSecret },
  ],
  ["--seed <text>", "seed for generated ids, codes and people; random if unset", { env: "SALDO_SEED", parse: seed }],
  [
    "--clock <mode>",
    "whether time passes by itself",
    { env: "SALDO_CLOCK", standard: "running", choices: ["running", "frozen"] },
  ],
  [
    "--start-at <instant>",
    "when the world begins, such as 2026-03-02T12:00:00Z; now if unset",
    { env: "SALDO_START_AT", parse: instant },
  ],
  [
    "--faketime-file <out>",
    "file in which processes with libfaketime read the time of the first world",
    { env: "SALDO_FAKETIME_FILE", parse: filePath },
  ],
  [
    "--admin-token <token>",
    "token that callers need for worlds, routes and any webhook URL",
    { env: "SALDO_ADMIN_TOKEN", secret: typedSecret },
  ],
  [
    "--webhook-urls <policy>",
    "whether webhook URLs must be public",
    { env: "SALDO_WEBHOOK_URLS", standard: "strict", choices: ["strict", "any"] },
  ],
  [
    "--routes <host=url,...>",
    "where to deliver the webhooks of these hosts",
    { env: "SALDO_ROUTES", standard: [], standardText: "none", secret: routes },
  ],
  [
    "--egress <where>",
    "whether webhooks are delivered only to routes",
    { env: "SALDO_EGRESS", standard: "internet", choices: ["internet", "routes"] },
  ],
  [
    "--smtp-url <url>",
    "mail server for one-time codes: smtp://127.0.0.1:1025",
    { env: "SALDO_SMTP_URL", secret: mailServer },
  ],
  [
    "--smtp-from <sender>",
    `sender of these mails; ${defaultSender} if unset`,
    { env: "SALDO_SMTP_FROM", parse: sender },
  ],
  ["--overlay <file>", "OpenAPI Overlay that changes the interface's document", { env: "SALDO_OVERLAY" }],
  [
    "--drain <seconds>",
    "time for load balancers to notice that Saldo stops, if one asks /sandbox/ready",
    { env: "SALDO_DRAIN", standard: 5, parse: wholeNumber(0, MAX_DRAIN_SECONDS) },
  ],
  [
    "--metrics <on-or-off>",
    "whether /metrics shows figures for Prometheus",
    { env: "SALDO_METRICS", standard: "off", choices: ["on", "off"] },
  ],
  [
    "--ui <on-or-off>",
    "whether /sandbox/ui/ shows the world to people",
    { env: "SALDO_UI", standard: "on", choices: ["on", "off"] },
  ],
  [
    "--log <level>",
    "lowest level to log; silent prints no banner either",
    { env: "SALDO_LOG", standard: "info", choices: LOG_LEVELS },
  ],
  ["--log-requests", "log requests as JSON also when not on a terminal", { standard: false }],
  ["--quiet", "print no line for what happens, only warnings and errors of the server", { standard: false }],
  ["--wait", "start in the background, and return when the sandbox answers", { standard: false }],
  ["--pid-file <file>", "file for the process id, until Saldo stops"],
];

function routes(text: string): readonly Route[] {
  const given = listOf(text).map((pair) => [pair.replace(/=.*/, ""), pair.replace(/^[^=]*=?/, "")] as const);
  const parsed = parseRoutes(given);
  if ("routes" in parsed) return parsed.routes;
  const [{ at, message } = { at: "", message: "" }] = parsed.problems;
  const number = given.findIndex(([host]) => host === at) + 1;
  // A target may have a password in it, so the message does not repeat it.
  const problem = message.replace(/^leads to .* which is not/s, "does not lead to");
  throw new InvalidArgumentError(
    `Route ${number} ${problem}. Allowed is a list such as hooks.acme.dev=http://127.0.0.1:3000,api.acme.dev=http://127.0.0.1:4000.`,
  );
}

function mailServer(text: string): MailServer {
  const parsed = parseMailServer(text);
  if (!("problem" in parsed)) return parsed;
  throw new InvalidArgumentError(
    `Reason: ${parsed.problem}. Allowed is smtp://127.0.0.1:1025 or smtps://user:password@mail.acme.dev:465, with %40 for an @, %2F for a / and %23 for a # in user name and password.`,
  );
}

function sender(text: string): string {
  if (/^([^\p{Cc}<>"(),:;@[\]\\]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text)) return text;
  throw new InvalidArgumentError(`Allowed is an address, or a name with one, such as ${defaultSender}.`);
}

function seed(text: string): string {
  if (/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text)) return text;
  throw new InvalidArgumentError("Allowed are 1 to 64 characters, none of them a control character.");
}

function instant(text: string): Instant {
  const at = readInstant(text);
  if (at !== null) return at;
  throw new InvalidArgumentError(`Allowed is ${INSTANT_FORM}${hintForInstant(text)}.`);
}
