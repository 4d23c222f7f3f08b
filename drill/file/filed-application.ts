import { MAX_START_MS, StartedProcess } from "../../src/shell/started-process.ts";
import type { ActContext, Application } from "../application.ts";
import { booksIn } from "../books/book-source.ts";
import { errorText, troubleOf, UnusableApplication } from "../unusable.ts";
import { type Doing, done, environmentOf, REDIRECTED, type Values } from "./doing.ts";
import type { DrillFile, FileAct } from "./drill-file.ts";
import { LINE_KEY, PlatformLine } from "./line.ts";

/** As much of what it printed as an error shows. */
const TOLD_CHARACTERS = 600;

type Filed = Application<Values, Readonly<Record<string, Values>>>;

/** Returns the application of a drill file. Its process, if the file starts one, ends with it. `signal` ends its first start. */
export async function filedApplication(
  file: DrillFile,
  signal?: AbortSignal,
): Promise<AsyncDisposable & { readonly application: Filed }> {
  const started = startedBy(file, signal);
  const line = await PlatformLine.open(started);
  return {
    application: applicationOf(file, started, line),
    async [Symbol.asyncDispose]() {
      await started?.kill();
      await line[Symbol.asyncDispose]();
    },
  };
}

function startedBy({ start: command, ready }: DrillFile, signal?: AbortSignal): StartedProcess<Values> | undefined {
  if (command === undefined) return undefined;
  let wasReady = false;
  let trouble: string | null = null;
  const isReady =
    ready &&
    (async (values: Values) => {
      // Later the drill ends after its world, which needs the application.
      if (!wasReady && signal?.aborted === true)
        throw new UnusableApplication("the drill was interrupted before the application was ready");
      trouble = await troubleOf(() => done(ready, values));
      wasReady ||= trouble === null;
      return trouble === null;
    });
  const unusable = (how: "ended" | "late", told: string) => {
    const late = `is not ready after ${MAX_START_MS / 1_000} s${trouble === null ? "" : ` (${trouble})`}`;
    const reason = how === "ended" ? `does not start: "${command}" ended` : late;
    return new UnusableApplication(`the application ${reason}. It said:\n${lastLines(told.trim())}`);
  };
  return new StartedProcess({ command, environmentOf, isReady, unusable });
}

/** A line that is cut would be read as a whole one. */
function lastLines(told: string): string {
  const end = told.slice(-TOLD_CHARACTERS);
  return end === told ? told : end.slice(end.indexOf("\n") + 1);
}

function applicationOf(file: DrillFile, started: StartedProcess<Values> | undefined, line: PlatformLine): Filed {
  const { world, amounts, ready, begin, settle, books } = file;
  let isFirst = true;
  const receiver = file.receiver === undefined ? undefined : new URL(file.receiver);
  // One that has died is started again when it is needed next.
  const told = async (values: Values, doing: Doing, more: Values = {}, failure?: number, isAgain = false) => {
    await started?.start(values);
    return done(doing, { ...values, ...more }, failure, started?.ending).catch(async (error): Promise<unknown> => {
      const { cause = null } = Object(error);
      const end = cause === null ? null : ((await started?.ownEnd()) ?? null);
      if (end === null) throw error;
      // It had ended before it was asked, or may have. An act, which has a reference, is surely not done twice.
      const mayRepeat = cause.code === "ECONNREFUSED" || more.reference === undefined;
      if (mayRepeat && !isAgain) return told(values, doing, more, failure, true);
      throw new Error(`${errorText(error)}; the application has ended${end}`, { cause });
    });
  };
  const actOf = (act: FileAct) => ({
    ...act,
    async do(values: Values, args: Values, { reference, code }: ActContext) {
      const typed = act.typesCode ? await code() : undefined;
      if (typed === null) throw new Error("there is no code yet");
      await told(values, act.do, { ...args, reference, ...(typed !== undefined && { code: typed }) });
    },
  });
  return {
    world,
    amounts,
    async begin({ url, apiKey, webhookSecret, saldo }) {
      line.connect({ platform: url, apiKey, receiver: receiver?.origin ?? "" });
      const { now } = await saldo.clock.read();
      const values = { url: line.url, apiKey: LINE_KEY, webhookSecret, now };
      // What answers before anything is started would be taken for the application.
      if (isFirst && started && ready && (await troubleOf(() => done(ready, values))) === null)
        throw new UnusableApplication(
          `something answers "ready" before "start" has run: end it, or give the application another port`,
        );
      isFirst = false;
      // Without a way to begin anew, only a new process is fresh.
      if (begin === undefined) await started?.kill();
      await (begin === undefined ? started?.start(values) : told(values, begin));
      return values;
    },
    acts: Object.fromEntries(Object.entries(file.acts).map(([name, act]) => [name, actOf(act)])),
    books: async (values) => booksIn(await told(values, books.from, {}, REDIRECTED), books.paths),
    receiver: receiver && (() => line.url + receiver.pathname),
    settle: settle && ((values) => told(values, settle)),
    restart:
      started &&
      (async (values) => {
        await started.kill();
        await started.start(values);
        return values;
      }),
    dieAt:
      started &&
      (async (moment) => {
        line.death = moment;
        if (moment === null) await started.revive();
      }),
  };
}
