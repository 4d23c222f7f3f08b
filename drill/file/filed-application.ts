import type { ActContext, Application } from "../application.ts";
import { booksIn } from "../books/book-source.ts";
import { type Doing, done, type Values } from "./doing.ts";
import type { DrillFile, FileAct } from "./drill-file.ts";
import { LINE_KEY, PlatformLine } from "./line.ts";
import { StartedProcess } from "./started-process.ts";

type Filed = Application<Values, Readonly<Record<string, Values>>>;

/** Returns the application of a drill file. Its process, if the file starts one, ends with it. */
export async function filedApplication(file: DrillFile): Promise<AsyncDisposable & { readonly application: Filed }> {
  const started = file.start === undefined ? undefined : new StartedProcess(file.start, file.ready);
  const line = await PlatformLine.open(started);
  return {
    application: applicationOf(file, started, line),
    async [Symbol.asyncDispose]() {
      await started?.kill();
      await line[Symbol.asyncDispose]();
    },
  };
}

function applicationOf(file: DrillFile, started: StartedProcess | undefined, line: PlatformLine): Filed {
  const { world, amounts, begin, settle, books } = file;
  const receiver = file.receiver === undefined ? undefined : new URL(file.receiver);
  // One that has died is started again when it is needed next.
  const told = async (values: Values, doing: Doing, more: Values = {}) => {
    await started?.start(values);
    return done(doing, { ...values, ...more });
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
      // Without a way to begin anew, only a new process is fresh.
      if (begin === undefined) await started?.kill();
      await (begin === undefined ? started?.start(values) : told(values, begin));
      return values;
    },
    acts: Object.fromEntries(Object.entries(file.acts).map(([name, act]) => [name, actOf(act)])),
    books: async (values) => booksIn(await told(values, books.from), books.paths),
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
        line.dieAt(moment);
        if (moment === null) await started.revive();
      }),
  };
}
