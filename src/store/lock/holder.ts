import { type ProcessIdentity, type ProcessStart, thisProcess } from "./process-identity.ts";

/** The process that has locked a folder, as its claim describes it. */
export interface Holder extends ProcessIdentity {
  /** The start of that process: ISO 8601 in UTC, by its own machine's clock. */
  readonly startedAt: string;
}

export async function ownHolder(): Promise<Holder> {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  return { ...(await thisProcess()), startedAt };
}

/** Returns the holder that a claim names. Returns null for an empty or damaged claim, which a power loss can leave. */
export function parseHolder(claim: string): Holder | null {
  const { pid, host, startedAt, processStart } = fieldsOf(parsed(claim));
  if (!isPid(pid) || !isLine(host) || !isInstant(startedAt)) return null;
  if (processStart === null) return { pid, host, startedAt, processStart };
  const { boot, namespace, ticks } = fieldsOf(processStart);
  if (!isLine(boot) || !isLine(namespace) || !isLine(ticks)) return null;
  const start: ProcessStart = { boot, namespace, ticks };
  return { pid, host, startedAt, processStart: start };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Zero and negative numbers would mean groups of processes. */
function isPid(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 31;
}

/** A text that fits into a message of one line. */
function isLine(value: unknown): value is string {
  return typeof value === "string" && /^[^\p{Cc}\p{Zl}\p{Zp}]{1,300}$/u.test(value);
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
}
