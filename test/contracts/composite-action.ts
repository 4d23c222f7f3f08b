import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface ActionStep {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

export interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description?: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export async function readAction(): Promise<ActionFile> {
  const action: ActionFile = parse(await readFile(join(root, "action.yml"), "utf8"));
  return action;
}

/** What a run of the action has come to. `uploaded`: what it would have handed to the action that keeps artifacts. */
export interface ActionRun {
  readonly status: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
  readonly uploaded: Readonly<Record<string, string>> | null;
}

/**
 * Runs the steps of this repository's action as a runner does: expressions put into variables and files, each script by
 * bash with the flags that GitHub gives it. Other actions are not there, and the install step is left out: what it would
 * install is here. The folder of temporary files outlives a run, as a cache would restore it.
 */
export class CompositeAction implements AsyncDisposable {
  readonly workspace: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.workspace = join(folder, "workspace");
  }

  static async start(): Promise<CompositeAction> {
    const action = new CompositeAction(await mkdtemp(join(tmpdir(), "saldo-action-")));
    for (const name of ["workspace", "temp"]) await mkdir(join(action.#folder, name));
    return action;
  }

  async run(
    given: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<ActionRun> {
    const { inputs, outputs, runs } = await readAction();
    const values = new Map(Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default ?? ""]));
    for (const [name, value] of Object.entries(given)) values.set(`inputs.${name}`, value);
    values.set("runner.temp", join(this.#folder, "temp"));
    const summary = join(this.#folder, "summary");
    await writeFile(summary, "");
    let [status, log, uploaded]: [number | null, string, Record<string, string> | null] = [0, "", null];
    for (const step of runs.steps) {
      const goesOn = holds(step.if ?? "always()", values) && (status === 0 || step.if?.startsWith("always()"));
      if (!goesOn || step.run?.includes("npm ci")) continue;
      if (step.uses?.startsWith("actions/upload-artifact@")) uploaded = filledIn(step.with ?? {}, values);
      if (step.run === undefined) continue;
      const env = { ...filledIn(step.env ?? {}, values), GITHUB_STEP_SUMMARY: summary, ...variables };
      const ended = await this.#runScript(step.run, env);
      log += ended.log;
      // A later step changes nothing of a failure.
      if (status === 0) status = ended.status;
      for (const [name, value] of ended.outputs) values.set(`steps.${step.id}.outputs.${name}`, value);
    }
    const results = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
    return { status, outputs: filledIn(results, values), log, summary: await readFile(summary, "utf8"), uploaded };
  }

  async #runScript(script: string, env: Readonly<Record<string, string>>) {
    const [file, output] = [join(this.#folder, "script.sh"), join(this.#folder, "output")];
    await writeFile(file, script);
    await writeFile(output, "");
    const child = spawn("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", file], {
      cwd: this.workspace,
      env: { ...this.#runnersOwn(), GITHUB_OUTPUT: output, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
    await once(child, "close");
    const lines = (await readFile(output, "utf8")).split("\n").filter((line) => line !== "");
    const outputs = lines.map((line) => [line.replace(/=.*/, ""), line.replace(/^[^=]*=/, "")] as const);
    return { status: child.exitCode, log, outputs };
  }

  /** Nothing of the developer's own shell, but where programs are. */
  #runnersOwn(): Record<string, string> {
    return {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: this.#folder,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: root,
      GITHUB_WORKSPACE: this.workspace,
      RUNNER_TEMP: join(this.#folder, "temp"),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}

const expression = /\$\{\{ *([\w.-]+) *\}\}/g;

function filledIn(texts: Readonly<Record<string, unknown>>, values: ReadonlyMap<string, string>) {
  const filled = Object.entries(texts).map(([name, text]) => {
    return [name, String(text).replaceAll(expression, (_, key: string) => values.get(key) ?? "")];
  });
  const texts_: Record<string, string> = Object.fromEntries(filled);
  return texts_;
}

/** Conditions are `always()` and comparisons with a text, joined by `&&`. */
function holds(condition: string, values: ReadonlyMap<string, string>): boolean {
  return condition.split(" && ").every((part) => {
    if (part === "always()") return true;
    const [, key = "", operator, text] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`the condition is of another kind: ${part}`);
    return ((values.get(key) ?? "") === text) === (operator === "==");
  });
}
