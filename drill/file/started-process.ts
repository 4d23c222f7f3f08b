import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { UnusableApplication } from "../unusable.ts";
import { type Doing, done, environmentOf, type Values } from "./doing.ts";

/** How long an application has to be ready. */
const START_MS = 20_000;

/** Between two questions whether it is. */
const LOOK_MS = 20;

/** As much of what it printed as an error shows. */
const TOLD_CHARACTERS = 600;

/** The application as a process of its own, which dies and starts again. */
export class StartedProcess {
  readonly #command: string;
  readonly #ready: Doing | undefined;
  #child: ChildProcess | null = null;
  #values: Values | null = null;
  /** Until then, one that was killed may still seem to run. */
  #ended: Promise<unknown> = Promise.resolve();
  #told = "";
  #isKilled = false;

  constructor(command: string, ready: Doing | undefined) {
    this.#command = command;
    this.#ready = ready;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it if it does not run, and waits until it is ready. Throws `UnusableApplication`. */
  async start(values: Values): Promise<void> {
    await this.#ended;
    if (this.isRunning) return;
    this.#values = values;
    this.#told = "";
    this.#isKilled = false;
    // A group of its own, so that what the shell has started ends with it.
    const child = spawn(this.#command, {
      shell: true,
      detached: true,
      env: environmentOf(values),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    process.off("exit", this.#end).on("exit", this.#end);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        this.#told = `${this.#told}${chunk}`.slice(-TOLD_CHARACTERS);
      });
    const deadline = performance.now() + START_MS;
    while (!(await this.#isReady(values))) {
      // One that calls the platform as it starts can be killed at that call. It starts again, like any that was killed.
      if (this.#isKilled) return this.start(values);
      if (!this.isRunning) throw this.#unusable(`does not start: "${this.#command}" ended`);
      if (performance.now() > deadline) throw this.#unusable(`is not ready after ${START_MS / 1_000} s`);
      await pause(LOOK_MS);
    }
  }

  #unusable(reason: string): UnusableApplication {
    return new UnusableApplication(`the application ${reason}. It said:\n${this.#told.trim()}`);
  }

  /** Starts it again if it has died. */
  async revive(): Promise<void> {
    if (this.#values !== null) await this.start(this.#values);
  }

  async #isReady(values: Values): Promise<boolean> {
    if (this.#ready === undefined) return this.isRunning;
    return done(this.#ready, values).then(
      () => true,
      () => false,
    );
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
    const pid = this.#child?.pid;
    // Only once: later the number can be that of a stranger.
    this.#child = null;
    process.off("exit", this.#end);
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // All have ended by themselves.
    }
  };
}
