import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { keptOutput, killGroup, lastLine } from "./ended-command.ts";

/** How long a process has to be ready. */
export const MAX_START_MS = 20_000;

/** How long one that has broken a connection may still seem to run. */
const ENDING_MS = 1_000;

/** Between two questions whether it is. */
const LOOK_MS = 20;

/** What is started, and how. `V`: what it is started with. */
interface Program<V> {
  /** A command of the shell that goes on, as a server does. */
  readonly command: string;
  readonly environmentOf: (values: V) => NodeJS.ProcessEnv;
  /** Undefined where it is ready at once. */
  readonly isReady?: ((values: V) => Promise<boolean>) | undefined;
  /** Makes the error for one that has ended, or was not ready in time; `told`: the end of what it printed. */
  readonly unusable: (how: "ended" | "late", told: string) => Error;
}

/** A program of the user as a process of its own, which dies and starts again. */
export class StartedProcess<V> implements AsyncDisposable {
  readonly #program: Program<V>;
  #child: ChildProcess | null = null;
  #values: { readonly last: V } | null = null;
  /** Until then, one that was killed may still seem to run. */
  #ended: Promise<unknown> = Promise.resolve();
  #isKilled = false;
  #ending = new AbortController();
  #told = () => "";

  constructor(program: Program<V>) {
    this.#program = program;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Aborted when it ends. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Returns what it printed last, if it has ended by itself or is about to; null if it runs, or was killed. */
  async ownEnd(): Promise<string | null> {
    const child = this.#child;
    if (child === null || this.#isKilled) return null;
    if (this.isRunning) await Promise.race([once(child, "exit"), pause(ENDING_MS)]);
    return this.isRunning || this.#isKilled ? null : lastLine(this.#told());
  }

  /** Starts it if it does not run, and waits until it is ready. Throws what `unusable` makes. */
  async start(values: V): Promise<void> {
    await this.#ended;
    if (this.isRunning) return;
    this.#values = { last: values };
    this.#isKilled = false;
    const { command, environmentOf, isReady = async () => this.isRunning, unusable } = this.#program;
    // A group of its own, so that what the shell has started ends with it.
    const options = { shell: true, detached: true, env: environmentOf(values) };
    const child = spawn(command, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const ending = new AbortController();
    this.#ending = ending;
    child.once("exit", () => ending.abort());
    process.off("exit", this.#end).on("exit", this.#end);
    const told = keptOutput([child.stdout, child.stderr]);
    this.#told = told;
    const deadline = performance.now() + MAX_START_MS;
    while (!(await isReady(values))) {
      // One that calls the platform as it starts can be killed at that call. It starts again, like any that was killed.
      if (this.#isKilled) return this.start(values);
      if (!this.isRunning) throw unusable("ended", told());
      if (performance.now() > deadline) throw unusable("late", told());
      await pause(LOOK_MS);
    }
  }

  /** Starts it again if it has died. */
  async revive(): Promise<void> {
    if (this.#values !== null) await this.start(this.#values.last);
  }

  /** Ends it at once, as a crash or a lost machine would, with all that it has started. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child !== null && this.isRunning) {
      this.#isKilled = true;
      this.#ended = once(child, "exit");
    }
    this.#end();
    await this.#ended;
  }

  /** Also where this process exits at once, at the second Ctrl-C. */
  readonly #end = (): void => {
    const child = this.#child;
    // Only once: later the number can be that of a stranger.
    this.#child = null;
    process.off("exit", this.#end);
    if (child !== null) killGroup(child);
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
