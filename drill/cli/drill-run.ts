import { recordScenario } from "../../scenarios/record/record-scenario.ts";
import { endOnSignals } from "../../src/cli/end-on-signals.ts";
import { judged, STATUS } from "../../src/cli/ended.ts";
import type { Output } from "../../src/cli/output.ts";
import { mustBeWritable, type ReportChoice, reportFiles, writeReports } from "../../src/cli/report-files.ts";
import { rootOf } from "../../src/cli/sandbox-way.ts";
import { orUserError } from "../../src/cli/user-error.ts";
import { orSandboxProblem } from "../../src/cli/verbs/connection.ts";
import { SaldoClient, type SaldoWorld } from "../../src/client/saldo-client.ts";
import { counted } from "../../src/report/counted.ts";
import { screenOf } from "../../src/report/screen.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { readDrillFile } from "../file/drill-file.ts";
import { filedApplication } from "../file/filed-application.ts";
import { type DrillChoice, runDrill } from "../run-drill.ts";
import { parseSeed } from "../seed.ts";
import { orUnusable, UnusableApplication } from "../unusable.ts";
import { drillReports } from "./drill-reports.ts";

/** What `saldo drill` can be told. */
export interface DrillCommandChoice extends ReportChoice, Pick<DrillChoice, "seconds" | "worlds" | "only" | "preset"> {
  readonly seed?: string;
  readonly without?: "kill";
  readonly save?: string;
  readonly url?: string;
  readonly apiKey: string;
  readonly adminToken?: string;
}

/** `saldo drill`. Returns the status to end with. */
export function runDrillFile(file: string, choice: DrillCommandChoice, output: Output): Promise<number> {
  return judged(output, UnusableApplication, async () => {
    const { save, url, apiKey, adminToken } = choice;
    await mustBeWritable({ ...reportFiles(choice), "--save": save });
    const seed = await orUserError(async () => parseSeed(choice.seed), "--seed");
    const described = await orUserError(() => readDrillFile(file));
    const made = new Set<Promise<SaldoWorld>>();
    const warn = (name: string) => void output.stderr.write(`${name}: the drill ends after this world\n`);
    using ending = endOnSignals(STATUS.unusable, warn, made);
    /** A drill makes one world after the other, and has ended those before. */
    const onMade = (world: Promise<SaldoWorld>) => {
      made.clear();
      made.add(world);
    };
    await using filed = await filedApplication(described, ending.signal);
    await using ends = new AsyncDisposableStack();
    const sandbox =
      url === undefined ? ends.use(await startSandbox()) : new SaldoClient({ url: rootOf(url), apiKey, adminToken });
    const { application } = filed;
    /** Throws `UnusableApplication` where the sandbox is none, or does not know the fixture or the preset. */
    const mustMakeWorlds = () =>
      orUnusable(() =>
        orSandboxProblem(async () => {
          const trial = sandbox.world({ fixture: application.world, clock: { mode: "frozen" } });
          onMade(trial);
          await using world = await trial;
          if (choice.preset !== undefined) await world.presets.apply(choice.preset);
        }),
      );
    await mustMakeWorlds();
    const { isTerminal } = screenOf(output.stderr, process.env);
    /** One line that is written again. */
    const show = (line: string) => void (isTerminal && output.stderr.write(`\r\u001b[2K${line}`));
    let isDifferent = false;
    let scenario: string | undefined;
    const drilling = {
      ...choice,
      seed,
      withoutKill: choice.without === "kill",
      signal: ending.signal,
      onWorld: (worlds: number) => show(counted(worlds, "world")),
      onLeft(steps: number) {
        show("");
        if (!isDifferent) output.stderr.write("The books differ. The drill leaves out steps; Ctrl-C ends that.\n");
        isDifferent = true;
        show(`${counted(steps, "step")} left`);
      },
      onMade,
      async keep(world: SaldoWorld) {
        // Nothing is printed where the world cannot be a scenario, which is told.
        const print = async (text: string) => {
          scenario = text;
        };
        if (save !== undefined) await recordScenario(world, undefined, { ...output, print });
        if (url === undefined) await world.stop();
        else output.stderr.write(`The world is kept: ${world.pageUrl}\n`);
        made.clear();
      },
    };
    const drilled = await runDrill(application, drilling, sandbox).catch(async (error: unknown) => {
      // Where the sandbox is gone by now, that is the reason.
      await mustMakeWorlds();
      throw error;
    });
    show("");
    const { text, files } = drillReports(drilled, file, choice);
    output.stdout.write(text);
    const unwritten = await writeReports([...files, { file: scenario && save, text: () => [scenario ?? ""] }]);
    if (unwritten.length > 0) output.stderr.write(`error: ${unwritten.join("\n")}\n`);
    if (unwritten.length > 0) return STATUS.broken;
    if (drilled.found !== null) return STATUS.failed;
    return ending.signal.aborted ? STATUS.unusable : STATUS.passed;
  });
}
