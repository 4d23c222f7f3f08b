import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../test/free-port.ts";
import { onServerCore } from "../cores.ts";
import { answers } from "./answers.ts";
import type { Candidate } from "./candidate.ts";
import { forgetPeak, memoryMiB, peakMemoryMiB, type Usage, usageOf } from "./process-usage.ts";

/** A server in a process of its own, on a core of its own where that can be had. */
export class RunningServer implements AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(url: string, startMs: number, child: ChildProcess) {
    this.url = url;
    this.startMs = startMs;
    this.#child = child;
  }

  /** Resolves with its first answer. Throws when it ends, or answers nothing for two minutes. */
  static async start({ name, command, probe }: Candidate): Promise<RunningServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const [program, ...args] = onServerCore(command(port));
    const begun = performance.now();
    // What it logs is not read; what it says before it ends is to be told.
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    const said: string[] = [];
    child.stderr.on("data", (data) => said.push(String(data)));
    try {
      const ended = () => (child.exitCode === null ? null : `it ended: ${said.join("")}`);
      await answers(url, probe, ended);
      return new RunningServer(url, performance.now() - begun, child);
    } catch (cause) {
      child.kill("SIGKILL");
      throw new Error(`${name} could not be started`, { cause });
    }
  }

  /** What it has in memory; null where the system does not tell. */
  get memoryMiB(): number | null {
    return memoryMiB(this.#pid);
  }

  /** The most that it had in memory since `forgetPeak`; null where the system does not tell. */
  get peakMemoryMiB(): number | null {
    return peakMemoryMiB(this.#pid);
  }

  forgetPeak(): void {
    forgetPeak(this.#pid);
  }

  /** What it has used of its core; null where the system does not tell. */
  get usage(): Usage | null {
    return usageOf(this.#pid);
  }

  /** How long it has been at work; null where the system does not tell. */
  get cpuMs(): number | null {
    return this.usage?.cpuMs ?? null;
  }

  /** It does nothing at all until `goOn`: what it has left to do must not weigh on those whose turn it is. */
  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Ends it as its users would, so that it can keep what it wants to. */
  stop(): Promise<void> {
    return this.#end("SIGINT");
  }

  async #end(signal: "SIGKILL" | "SIGINT"): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill(signal);
    await ended;
  }

  get #pid(): number {
    if (this.#child.pid === undefined) throw new Error("the process has no id");
    return this.#child.pid;
  }
}
