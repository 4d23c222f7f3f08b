import "../src/supported-node.ts";
import { refuseUnknownOptions } from "../src/client/known-options.ts";
import { documentWithOverlay, loadDocument } from "../src/spec/document.ts";
import { parseOverlay } from "../src/spec/overlay.ts";
import { readTextFile } from "../src/text-file.ts";
import { clauses } from "./clauses/catalogue.ts";
import type { Clause } from "./clauses/clause.ts";
import { Description, type GivenNames } from "./judge/description.ts";
import type { SeenSettings } from "./model/settings.ts";
import type { SuiteOptions } from "./run/options.ts";
import type { Finding } from "./run/verdict.ts";
import { runSuite } from "./suite.ts";
import type { CodeRequest, CodeSource } from "./target/codes/code-source.ts";
import { readDriverFile } from "./target/driver/driver-file.ts";
import { FileDriver } from "./target/driver/file-driver.ts";
import type { Permissions } from "./target/permissions.ts";
import type { ReceiverPlace } from "./target/receiver.ts";
import { type Exchange, exchangeOf, redactionFor } from "./trace/evidence.ts";
import { callsIn } from "./trace/find.ts";

/** What is tested, and how far the tests may go. A sandbox needs `url` only. */
export interface ContractTarget {
  /** With the path that the interface's paths are relative to. A function is called when the tests begin. */
  readonly url: string | (() => string | Promise<string>);
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** False treats a sandbox as a deployment. */
  readonly useControlPlane?: boolean;
  /** A file with an OpenAPI Overlay. */
  readonly overlay?: string;
  readonly names?: GivenNames;
  /** Selects clauses; by default all. */
  readonly only?: (clause: Clause) => boolean;
  /** On a real account; by default the tests only read. */
  readonly allow?: Partial<Permissions>;
  /** Amount of each withdrawal in cents; by default the smallest that can be found. */
  readonly valueCents?: number;
  /** The longest single wait, in milliseconds. */
  readonly patienceMs?: number;
  /** Returns the one-time code of a withdrawal. */
  readonly readCode?: (request: CodeRequest, signal: AbortSignal) => Promise<string>;
  /** A driver.yaml. */
  readonly driver?: string;
  readonly expected?: SeenSettings;
  readonly receiver?: Partial<ReceiverPlace>;
  /** The longest that the run may take, in milliseconds; by default an hour. Then it closes what is open and judges what it saw. */
  readonly timeoutMs?: number;
}

/** Every option; the type keeps the list complete. */
const OPTIONS: Readonly<Record<keyof ContractTarget, true>> = {
  url: true,
  apiKey: true,
  adminToken: true,
  useControlPlane: true,
  overlay: true,
  names: true,
  only: true,
  allow: true,
  valueCents: true,
  patienceMs: true,
  readCode: true,
  driver: true,
  expected: true,
  receiver: true,
  timeoutMs: true,
};

/** What a runner of tests gives a test: vitest and node:test can skip one that has begun, Jest cannot. */
interface TestContext {
  skip(reason?: string): void;
}

type TestBody = (...context: readonly unknown[]) => Promise<void>;

/** Functions of vitest, Jest or node:test. */
export interface Runner {
  readonly test: (name: string, body: TestBody, timeoutMs: number) => unknown;
  /** Plays the run before the first test, so that no single clause seems to take its time. */
  readonly beforeAll?: (body: () => Promise<void>, timeoutMs: number) => unknown;
}

/**
 * Makes one test of each clause. All judge one run, which the first of them begins. A broken clause fails. One that was not
 * judged is skipped with its reason; in Jest, which cannot skip a test that has begun, it passes with a warning.
 */
export function contractTests(target: ContractTarget, { test, beforeAll }: Runner): void {
  refuseUnknownOptions("contractTests", target, Object.keys(OPTIONS));
  const { only = () => true, timeoutMs: runMs = HOUR_MS } = target;
  const chosen = clauses.filter(only);
  if (chosen.length === 0)
    throw new Error("contractTests: `only` selects no clause; their ids are such as balance.currency");
  const timeoutMs = runMs + CLOSING_MS;
  let run: Promise<Outcome> | undefined;
  const played = () => {
    run ??= play(target, chosen);
    return run;
  };
  beforeAll?.(async () => void (await played()), timeoutMs);
  for (const { id, text } of chosen) {
    // Jest takes a declared parameter for a callback that ends the test.
    test(`${id}: ${text}`, async (...[context]) => tell((await played()).get(id), context), timeoutMs);
  }
}

/** What a run says of each clause, by id; a broken one with its evidence. */
type Outcome = ReadonlyMap<string, Pick<Finding, "kind"> & { readonly text: string }>;

async function play(target: ContractTarget, chosen: readonly Clause[]): Promise<Outcome> {
  const options = await optionsOf(target, chosen);
  const { findings, trace } = await runSuite(options);
  const secrets = [target.apiKey, target.adminToken].filter((secret) => secret !== undefined);
  const redaction = redactionFor(trace, options.description, secrets);
  const outcome = findings.map(({ clause, kind, reason = "", observations, seen }) => {
    const calls = callsIn(seen).map((call) => exchangeOf(call, redaction));
    const said = [reason, ...observations].filter((text) => text !== "").map((text) => redaction.text(text));
    return [clause.id, { kind, text: [...said, ...calls.slice(0, 2).map(exchangeText)].join("\n") }] as const;
  });
  return new Map(outcome);
}

function exchangeText({ method, path, status, responseBody = "" }: Exchange): string {
  return `${method} ${path} → ${status ?? "no response"} ${responseBody}`;
}

function tell(found: ReturnType<Outcome["get"]>, context: unknown): void {
  if (found === undefined || found.kind === "passed" || found.kind === "observed") return;
  if (found.kind === "broken" || found.kind === "suite-error") throw new Error(found.text);
  if (canSkip(context)) context.skip(found.text);
  else console.warn(`not judged: ${found.text}`);
}

/** The context of vitest is a function. */
function canSkip(context: unknown): context is TestContext {
  const hasMembers = context !== null && (typeof context === "object" || typeof context === "function");
  return hasMembers && "skip" in context && typeof context.skip === "function";
}

async function optionsOf(target: ContractTarget, chosen: readonly Clause[]): Promise<SuiteOptions> {
  const { apiKey, adminToken, useControlPlane = true, allow = {}, patienceMs = 0, readCode, receiver = {} } = target;
  const signal = AbortSignal.timeout(target.timeoutMs ?? HOUR_MS);
  const driver = target.driver === undefined ? undefined : await driverOf(target.driver, apiKey, signal);
  const ownCodes: CodeSource | undefined = readCode && {
    read: async (request, aborted) => ({ code: await readCode(request, aborted) }),
  };
  const settle = allow.settle ?? false;
  return {
    target: {
      url: typeof target.url === "string" ? target.url : await target.url(),
      apiKey,
      adminToken,
      useControlPlane,
    },
    description: await descriptionOf(target),
    clauses: chosen,
    permissions: { open: settle, settle, webhooks: false, budgetCents: 0, cancelOpen: false, ...allow },
    patienceMs,
    codes: ownCodes ?? (driver?.readsCodes ? driver : undefined),
    driver,
    expected: target.expected,
    valueCents: target.valueCents,
    receiver: { host: "127.0.0.1", port: 0, ...receiver },
    signal,
  };
}

async function driverOf(file: string, apiKey: string | undefined, signal: AbortSignal): Promise<FileDriver> {
  return new FileDriver(readDriverFile(await readTextFile(file, "the driver file"), file), { signal, apiKey });
}

async function descriptionOf({ overlay, names }: ContractTarget): Promise<Description> {
  const document =
    overlay === undefined
      ? loadDocument("interface")
      : await documentWithOverlay("interface", parseOverlay(await readTextFile(overlay, "the overlay")));
  return new Description(document.source, names);
}

const HOUR_MS = 3_600_000;

/** A run that has taken too long still closes what it has opened. */
const CLOSING_MS = 60_000;
