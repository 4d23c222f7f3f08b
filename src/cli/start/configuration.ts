import { type Command, InvalidArgumentError, Option } from "commander";
import type { ClockMode } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import { parseRoutes, type Route } from "../../domain/route.ts";
import { shortened } from "../../domain/shortened.ts";
import type { WebhookUrls } from "../../domain/webhook-url.ts";
import { defaultAdvanceEvents } from "../../engine/advance.ts";
import { DEFAULT_HISTORY_LIMIT } from "../../engine/history/archive.ts";
import { isHostName } from "../../http/trusted-host.ts";
import type { Egress } from "../../outbound/courier.ts";
import { defaultSender } from "../../outbound/mail.ts";
import { type MailServer, parseMailServer } from "../../outbound/mail-server.ts";
import { headerSecret, namesOf, SecretOption } from "../secret-option.ts";
import { port } from "../target-options.ts";

/** What `saldo start` can be told; every flag has a variable. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Names of hosts that it answers to besides those that it always does. */
  readonly hosts: readonly string[];
  readonly store: "lowdb" | "memory";
  readonly data: string;
  /** So many of its newest events a world can go back to. */
  readonly history: number;
  /** Sets aside what the data folder has, and begins anew. */
  readonly fresh?: true;
  /** An advance ends when it has caused this many events. */
  readonly advanceEvents: number;
  /** A save-file that the first world begins from. */
  readonly world?: string;
  readonly fixture: string;
  readonly apiKey: string;
  readonly seed?: string;
  readonly clock: ClockMode;
  readonly startAt?: Instant;
  readonly adminToken?: string;
  readonly webhookUrls: WebhookUrls;
  readonly routes: readonly Route[];
  readonly egress: Egress;
  /** Where one-time codes are e-mailed to; without it they are in the mailbox only. */
  readonly smtpUrl?: MailServer;
  readonly smtpFrom?: string;
  readonly overlay?: string;
  readonly log: LogLevel;
  readonly logRequests: boolean;
}

export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The API key of a start that is told none. Everybody knows it. */
export const PUBLIC_API_KEY = "sandbox-key";

/** With fewer, hardly anything could be gone back to. */
const fewestEvents = 1_000;

/** Adds the flags to the command. A wrong value ends the process with one line that says what is allowed. */
export function addOptions(command: Command): Command {
  const options = [
    new Option("--port <number>", "where to listen").env("PORT").default(4400).argParser(port),
    new Option("--host <address>", "on which address").env("HOST").default("127.0.0.1"),
    new Option("--hosts <name,...>", "more host names to answer to, such as saldo.acme.dev behind a proxy")
      .env("SALDO_HOSTS")
      .default([], "none")
      .argParser(hosts),
    new Option("--store <kind>", "what keeps the worlds: a folder, or memory, which forgets them")
      .env("SALDO_STORE")
      .default("lowdb")
      .choices(["lowdb", "memory"]),
    new Option("--data <folder>", "where they are kept").env("SALDO_DATA").default("./data"),
    new Option("--fresh", "set aside what is in the data folder, and begin anew; once, so there is no variable for it"),
    new Option("--history <events>", "how many of its newest events a world can go back to")
      .env("SALDO_HISTORY")
      .default(DEFAULT_HISTORY_LIMIT)
      .argParser(eventsFrom(fewestEvents)),
    new Option("--advance-events <events>", "end an advance of the clock that has caused this many events")
      .env("SALDO_ADVANCE_EVENTS")
      .default(defaultAdvanceEvents)
      .argParser(eventsFrom(1)),
    new Option("--world <file>", "a save-file that the first world begins from, in the place of a fixture").env(
      "SALDO_WORLD",
    ),
    new Option("--fixture <name-or-file>", "how the first world begins: a name, or a .yaml or .json file")
      .env("SALDO_FIXTURE")
      .default("default"),
    SecretOption.of(command, "--api-key <key>", "key of the first company; the next ones get -2, -3", headerSecret)
      .env("SALDO_API_KEY")
      .default(PUBLIC_API_KEY),
    new Option("--seed <text>", "seed for generated ids, codes and people; random if unset")
      .env("SALDO_SEED")
      .argParser(seed),
    new Option("--clock <mode>", "whether time passes by itself")
      .env("SALDO_CLOCK")
      .default("running")
      .choices(["running", "frozen"]),
    new Option("--start-at <instant>", "when the world begins, ISO 8601 in UTC; else now")
      .env("SALDO_START_AT")
      .argParser(instant),
    SecretOption.of(
      command,
      "--admin-token <token>",
      "needed for worlds, routes and what else reaches into the server's network",
      headerSecret,
    ).env("SALDO_ADMIN_TOKEN"),
    new Option("--webhook-urls <policy>", "whether webhooks can only have public URLs")
      .env("SALDO_WEBHOOK_URLS")
      .default("strict")
      .choices(["strict", "any"]),
    SecretOption.of(command, "--routes <host=url,...>", "where webhooks of these hosts are really delivered", routes)
      .env("SALDO_ROUTES")
      .default([], "none"),
    new Option("--egress <where>", "whether webhooks are delivered to routes only")
      .env("SALDO_EGRESS")
      .default("internet")
      .choices(["internet", "routes"]),
    SecretOption.of(
      command,
      "--smtp-url <url>",
      "mail server that one-time codes are e-mailed by: smtp://127.0.0.1:1025",
      mailServer,
    ).env("SALDO_SMTP_URL"),
    new Option("--smtp-from <sender>", `whom those mails come from; else ${defaultSender}`)
      .env("SALDO_SMTP_FROM")
      .argParser(sender),
    new Option("--overlay <file>", "OpenAPI Overlay that changes the interface's document").env("SALDO_OVERLAY"),
    new Option("--log <level>", "what is written to the log").env("SALDO_LOG").default("info").choices(logLevels),
    new Option("--log-requests", "log requests as JSON also when not on a terminal").default(false),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/** The options that somebody has set, by the names of their attributes. */
export type Given = ReadonlyMap<string, GivenOption>;

interface GivenOption {
  /** The flag and the variable, as messages name them. */
  readonly names: string;
  readonly by: "flag" | "variable";
}

export function givenOf(command: Command): Given {
  const given = new Map<string, GivenOption>();
  for (const option of command.options) {
    const source = command.getOptionValueSource(option.attributeName());
    if (source !== "cli" && source !== "env") continue;
    given.set(option.attributeName(), { names: namesOf(option), by: source === "cli" ? "flag" : "variable" });
  }
  return given;
}

/** The names of those of these options that somebody has set. */
export function namesOfGiven(given: Given, attributes: readonly (keyof Configuration)[]): readonly string[] {
  return attributes.flatMap((attribute) => given.get(attribute)?.names ?? []);
}

function eventsFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least) return number;
    throw new InvalidArgumentError(`Allowed is a whole number from ${least} to 999999999.`);
  };
}

function hosts(text: string): readonly string[] {
  const names = listed(text);
  const wrong = names.find((name) => !isHostName(name.replace(/\.$/, "")));
  if (wrong === undefined) return names;
  throw new InvalidArgumentError(
    `"${shortened(wrong, 100)}" is not a host name. Allowed is a list of names without scheme, port, path or wildcard, such as saldo.acme.dev,sandbox.acme.dev.`,
  );
}

function routes(text: string): readonly Route[] {
  const given = listed(text).map((pair) => [pair.replace(/=.*/, ""), pair.replace(/^[^=]*=?/, "")] as const);
  const parsed = parseRoutes(given);
  if ("routes" in parsed) return parsed.routes;
  const [{ at, message } = { at: "", message: "" }] = parsed.problems;
  const number = given.findIndex(([host]) => host === at) + 1;
  // A target may have a password in it.
  const problem = message.replace(/^leads to .* which is not/s, "does not lead to");
  throw new InvalidArgumentError(
    `Route ${number} ${problem}. Allowed is a list such as hooks.acme.dev=http://127.0.0.1:3000,api.acme.dev=http://127.0.0.1:4000.`,
  );
}

/** The entries of a list that commas part. */
function listed(text: string): readonly string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
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
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  // A day that is not in the calendar reads back as another one.
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 19))) return at;
  throw new InvalidArgumentError("Allowed is an instant such as 2026-03-02T12:00:00Z.");
}
