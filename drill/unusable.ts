import inspector from "node:inspector";

/** The application cannot be drilled: it does not start, its books lack a field. The message says what to do. */
export class UnusableApplication extends Error {
  override readonly name = "UnusableApplication";
}

/** Throws `UnusableApplication` with what the error of the work says, behind `what` went wrong. */
export async function orUnusable<T>(work: () => Promise<T>, what?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableApplication) throw error;
    throw new UnusableApplication(what === undefined ? errorText(error) : `${what}: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** Returns what the error of a work says, or null where it succeeds. What ends a drill is thrown. */
export async function troubleOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof UnusableApplication) throw error;
    return errorText(error);
  }
}

/** How long a part of an application may take: longer than its start and one request. */
const PATIENCE_MS = 60_000;

/** Returns what a part of the application does. Throws `UnusableApplication` where it does not end: one world would take hours. */
export async function inTime<T>(part: string, work: () => T | Promise<T>): Promise<T> {
  // A breakpoint takes as long as its reader.
  if (inspector.url() !== undefined) return work();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLong(part, PATIENCE_MS)), PATIENCE_MS);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function tooLong(what: string, ms: number): UnusableApplication {
  return new UnusableApplication(
    `${what} did not end within ${ms / 1_000} s. Time of the world passes only between steps, so let no answer wait for it.`,
  );
}

/** Returns what an error says. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What people or programs have written, of which nothing is known yet. */
export type Given = Readonly<Record<string, unknown>>;

/** More of a value is no help. */
const MAX_CHARACTERS = 60;

/** Returns the error about a value. `at`: where it stands; `way`: what is allowed. */
export function notUsable(given: unknown, at: string, way: string): UnusableApplication {
  const plain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
  const shown = JSON.stringify(given, plain) ?? (given === undefined ? "missing" : String(given));
  return new UnusableApplication(`${at} is ${shown.slice(0, MAX_CHARACTERS)}. ${way}`);
}

/** Returns an object. Throws `UnusableApplication` for anything else. */
export function recordAt(given: unknown, at: string): Given {
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return Object.fromEntries(Object.entries(given));
  throw notUsable(given, at, "It must have names with values.");
}

/** Returns a text that is not empty. Throws `UnusableApplication` for anything else. */
export function textAt(given: unknown, at: string): string {
  if (typeof given === "string" && given !== "") return given;
  throw notUsable(given, at, "It must be a text.");
}

/** Returns one of these texts. Throws `UnusableApplication` for anything else. */
export function choiceAt<T extends string>(given: unknown, at: string, allowed: readonly T[]): T {
  const one = allowed.find((text) => text === given);
  if (one !== undefined) return one;
  throw notUsable(given, at, `Allowed are ${allowed.join(", ")}.`);
}

/** Returns the address of a server. Throws `UnusableApplication` for anything else. */
export function addressAt(given: unknown, at: string): string {
  if (typeof given === "string" && /^https?:/.test(given) && URL.canParse(given)) return given;
  throw notUsable(given, at, "It must be an address such as http://127.0.0.1:3000/hooks.");
}
