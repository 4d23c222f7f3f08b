import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Report } from "../contracts/report/report.ts";
import type { VerdictKind } from "../contracts/run/verdict.ts";
import { main as ownMain } from "./running-saldo.ts";

/** Those of the developer's own shell, and of the runner that this test is in, would change what runs. */
function environment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = /^(SALDO_|GITHUB_|VITEST|PORT$|HOST$|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|FORCE_COLOR$)/;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name))), ...variables };
}

/** Who starts it, where, and another copy of the program. */
interface Start {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
  readonly main?: string;
}

/** A started `saldo contract`, and what it has written so far. */
export class RunningContract implements AsyncDisposable {
  stdout = "";
  stderr = "";
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(args: readonly string[], variables: NodeJS.ProcessEnv = {}, { main = ownMain, ...others }: Start = {}) {
    const env = environment(variables);
    const stdio = ["ignore", "pipe", "pipe"] satisfies StdioOptions;
    this.child = spawn(process.execPath, [main, "contract", ...args], { ...others, env, stdio });
    this.#closed = once(this.child, "close");
    this.child.stdout?.on("data", (data: Buffer) => (this.stdout += data.toString()));
    this.child.stderr?.on("data", (data: Buffer) => (this.stderr += data.toString()));
  }

  /** What it ends with, once all that it has written is here. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  /** A test that fails leaves no process behind. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended();
  }
}

/** Runs `saldo contract` to its end. */
export async function runContract(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  await using running = new RunningContract(args, variables);
  const code = await running.ended();
  return { code, stdout: running.stdout, stderr: running.stderr };
}

/** A report that a run has written as JSON. */
export async function readReport(file: string): Promise<Report> {
  const report: Report = JSON.parse(await readFile(file, "utf8"));
  return report;
}

/** Ids of the clauses with this verdict. */
export function clausesThat(report: Report, kind: VerdictKind): readonly string[] {
  return report.results.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
}
