import { recordScenario } from "../../scenarios/record/record-scenario.ts";
import { endOnSignals } from "../../src/cli/end-on-signals.ts";
import { judged, STATUS } from "../../src/cli/ended.ts";
import type { Output } from "../../src/cli/output.ts";
import { mustBeWritable, reportFiles, writeReports } from "../../src/cli/report-files.ts";
import { orUserError, reasonOf, UserError } from "../../src/cli/user-error.ts";
import { orSandboxProblem } from "../../src/cli/verbs/connection.ts";
import { SaldoClient, type SaldoWorld, type WorldOrder } from "../../src/client/saldo-client.ts";
import { counted, screenOf } from "../../src/report/screen.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { readDrillFile } from "../file/drill-file.ts";
import { filedApplication } from "../file/filed-application.ts";
import { type Drilled, runDrill } from "../run-drill.ts";
import { chanceSeed, parseSeed } from "../seed.ts";
import { UnusableApplication } from "../unusable.ts";
import type { DrillCommandChoice } from "./drill-choice.ts";
import { drillReports } from "./drill-reports.ts";

/** `saldo drill`. Returns the status to end with. */
export function runDrillFile(file: string, choice: DrillCommandChoice, output: Output): Promise<number> {
  return judged(output, UnusableApplication, async () => {
    const { save } = choice;
    await mustBeWritable({ ...reportFiles(choice), "--save": save });
    await using filed = await filedApplication(await orUserError(() => readDrillFile(file)));
    await using ends = new AsyncDisposableStack();
    const { url, apiKey } = choice;
    const sandbox = url === undefined ? ends.use(await startSandbox()) : new SaldoClient({ url, apiKey });
    await mustMakeWorlds(sandbox, filed.application.world, choice.preset);
    using ending = endOnSignals(
      STATUS.unusable,
      (name) => void output.stderr.write(`${name}: the drill ends after this world\n`),
    );
    let scenario: string | undefined;
    const drilling = {
      ...choice,
      worlds: choice.worlds ?? Number.POSITIVE_INFINITY,
      seed: seedOf(choice),
      withoutKill: choice.without === "kill",
      signal: ending.signal,
      onWorld: progress(output),
      async keep(world: SaldoWorld) {
        if (save !== undefined) scenario = await recorded(world, output);
        if (url === undefined) await world.stop();
        else output.stderr.write(`The world is kept: ${world.pageUrl}\n`);
      },
    };
    const drilled = await runDrill(filed.application, drilling, sandbox).catch(async (error: unknown) => {
      // Where the sandbox is gone by now, that is the reason.
      await mustMakeWorlds(sandbox, filed.application.world, choice.preset);
      throw error;
    });
    const { text, files } = drillReports(drilled, file, choice);
    output.stdout.write(text);
    const unwritten = await writeReports([...files, { file: scenario && save, text: () => [scenario ?? ""] }]);
    if (unwritten.length > 0) output.stderr.write(`error: ${unwritten.join("\n")}\n`);
    return unwritten.length > 0 ? STATUS.broken : statusOf(drilled, ending.signal);
  });
}

/** Throws `UnusableApplication` where the sandbox is none, or does not know the fixture or the preset. */
async function mustMakeWorlds(sandbox: SaldoClient, fixture: WorldOrder["fixture"], preset?: string): Promise<void> {
  const tryOne = async () => {
    const world = await sandbox.world({ fixture, clock: { mode: "frozen" } });
    try {
      if (preset !== undefined) await world.presets.apply(preset);
    } finally {
      await world.stop();
    }
  };
  await orSandboxProblem(tryOne).catch((error: unknown) => {
    throw new UnusableApplication(reasonOf(error), { cause: error });
  });
}

function statusOf({ found }: Drilled, { aborted }: AbortSignal): number {
  if (found !== null) return STATUS.failed;
  return aborted ? STATUS.unusable : STATUS.passed;
}

function seedOf({ seed }: DrillCommandChoice) {
  try {
    return parseSeed(seed ?? String(chanceSeed()));
  } catch (error) {
    throw new UserError(`--seed: ${reasonOf(error)}`);
  }
}

/** On a terminal, one line that is written again. */
function progress({ stderr }: Output): ((worlds: number) => void) | undefined {
  if (!screenOf(stderr, process.env).isTerminal) return undefined;
  return (worlds) => void stderr.write(`\r${counted(worlds, "world")}`);
}

/** Returns the world as a scenario; undefined where it cannot be one, which is told. */
async function recorded({ url, apiKey }: SaldoWorld, output: Output): Promise<string | undefined> {
  let scenario: string | undefined;
  const print = async (text: string) => {
    scenario = text;
  };
  await recordScenario({ url, apiKey }, { ...output, print });
  return scenario;
}
