import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
export const main = join(root, "src/cli/main.ts");

/**
 * What a test tells the process in variables; those of the developer's own shell are not passed on. Without a folder of
 * its own it keeps its worlds in memory, so that no test finds what another one has left.
 */
function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(SALDO_|PORT$|HOST$)/.test(name));
  return { ...Object.fromEntries(own), SALDO_STORE: "memory", ...variables };
}

/** A started `saldo`, and what it has written so far. */
export class RunningSaldo {
  output = "";
  /** The part of it on standard output. */
  stdout = "";
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;

  /** `folder`: with another copy of the program. `maxOpenFiles`: the limit of the system, which it cannot raise. */
  constructor(
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    folder = root,
    maxOpenFiles: number | "unlimited" = "unlimited",
  ) {
    const env = environment(variables);
    const program = [process.execPath, join(folder, "src/cli/main.ts"), "start", "--port", "0", ...args];
    const limited = ["bash", "-c", `ulimit -n ${maxOpenFiles} && exec "$@"`, "bash", ...program];
    const [file = "", ...words] = maxOpenFiles === "unlimited" ? program : limited;
    this.child = spawn(file, words, { cwd: folder, env });
    this.#closed = once(this.child, "close");
    this.child.stdout?.on("data", (data: Buffer) => {
      this.stdout += data.toString();
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (data: Buffer) => {
        this.output += data.toString();
      });
    }
  }

  /** The first match in the output, as soon as there is one. */
  async shows(pattern: RegExp): Promise<string> {
    for (let isOver = false; ; ) {
      const found = pattern.exec(this.output);
      if (found !== null) return found[1] ?? found[0];
      if (isOver) throw new Error(`it ended without ${pattern}: ${this.output}`);
      const streams = [this.child.stdout, this.child.stderr].flatMap((stream) => stream ?? []);
      const more = streams.map((stream) => once(stream, "data").then(() => false));
      isOver = await Promise.race([...more, this.#closed.then(() => true)]);
    }
  }

  /** Where it listens, as soon as it does. */
  address(): Promise<string> {
    return this.shows(/address +(http:\S+)/);
  }

  /** The status with which it ends, or has ended, once all that it has written is here. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  /** A test that fails leaves no process behind. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
  }
}

/** Runs `saldo` to its end. */
export async function runSaldo(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const run = promisify(execFile);
  try {
    const options = { cwd: root, env: environment(variables) };
    const { stdout, stderr } = await run(process.execPath, [main, ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "stderr" in error && "code" in error)) throw error;
    return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}
