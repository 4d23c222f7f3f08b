import { request } from "undici";
import { runCommand } from "../../src/shell/ended-command.ts";
import { errorText, tooLong, UnusableApplication } from "../unusable.ts";

/** Something that a drill file tells to do: a request, or a command of the shell. */
export type Doing =
  | { readonly method: string; readonly url: string; readonly body?: unknown }
  | { readonly command: string };

/** What stands for `$name` in a body, and in the environment of a command as NAME. */
export type Values = Readonly<Record<string, string | number>>;

/** How long an application may take for one thing. */
const PATIENCE_MS = 30_000;

const NOT_THERE =
  '. Nothing listens there: start the application first; if the drill starts it, "ready" says when it can be asked';

/** From this status on nothing is told: a redirect has no books. */
export const REDIRECTED = 300;

/** As much of an answer as an error shows. */
const TOLD_CHARACTERS = 300;

/**
 * Does it. Returns what came back: JSON, or a text. Throws an `Error` when it failed. `failure`: the least status that is
 * one. What carries something out may be answered with a redirect; what is to tell something may not. `ending`: ends a
 * command, which would wait for an application that has ended.
 */
export function done(doing: Doing, values: Values, failure = 400, ending?: AbortSignal): Promise<unknown> {
  return "command" in doing ? commanded(doing.command, values, ending) : requested(doing, values, failure);
}

async function requested(
  { method, url, body }: Exclude<Doing, { command: string }>,
  values: Values,
  failure: number,
): Promise<unknown> {
  const fill = (_: string, part: unknown) => (typeof part === "string" ? filled(part, values) : part);
  const text = body === undefined ? null : JSON.stringify(body, fill);
  const headers = text === null ? {} : { "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const address = String(filled(url, values));
  const sent = request(address, { method, headers, body: text, signal });
  const read = sent.then(async (answer) => ({ ...answer, came: await answer.body.text() }));
  const answer = await read.catch((error) => {
    if (signal.aborted) throw tooLong(`${method} ${url}`, PATIENCE_MS);
    const way = error.code === "ECONNREFUSED" ? NOT_THERE : "";
    throw new Error(`${method} ${url} got no answer: ${errorText(error)}${way}`, { cause: error });
  });
  const { statusCode, came } = answer;
  if (statusCode < failure) return parsed(came);
  const { location } = answer.headers;
  const said = came === "" ? "" : `: ${JSON.stringify(parsed(came)).slice(0, TOLD_CHARACTERS)}`;
  const led = location === undefined ? "" : `, which leads to ${location}`;
  throw new Error(`${method} ${url} was answered with ${statusCode}${led}${said}`);
}

/** Values are in the environment only: arguments are in the list of processes, for all to read. */
async function commanded(command: string, values: Values, ending?: AbortSignal): Promise<unknown> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const signal = ending === undefined ? late : AbortSignal.any([late, ending]);
  const ended = await runCommand(command, environmentOf(values), signal, Number.POSITIVE_INFINITY);
  if (ended.status === 0) return parsed(ended.stdout);
  if (late.aborted) throw tooLong(`the command "${command}"`, PATIENCE_MS);
  throw new Error(`the command "${command}" ${ended.how}`, { cause: ending?.reason });
}

const PLATFORM_VALUES = ["url", "apiKey", "webhookSecret", "now"];

/** Returns the environment of this process, with the values under names of variables: `apiKey` is SALDO_API_KEY. */
export function environmentOf(values: Values): NodeJS.ProcessEnv {
  const named = Object.entries(values).map(([name, value]) => {
    const upper = name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
    return [PLATFORM_VALUES.includes(name) ? `SALDO_${upper}` : upper, String(value)];
  });
  return { ...process.env, ...Object.fromEntries(named) };
}

/** A text that is only `$name` becomes the value itself, so that a number stays a number. */
function filled(text: string, values: Values): string | number {
  if (/^\$\w+$/.test(text)) return valueNamed(text.slice(1), values);
  return text.replaceAll(/\$(\w+)/g, (_, name) => String(valueNamed(name, values)));
}

function valueNamed(name: string, values: Values): string | number {
  const value = values[name];
  if (value !== undefined) return value;
  throw new UnusableApplication(
    `the drill file uses $${name}, which nothing gives. Known here are $${Object.keys(values).join(", $")}.`,
  );
}

/** Returns JSON, or the text itself. What some programs put before it, a mark of the byte order, is white space, too. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}
