import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { commandEnvironment, keptOutput, killGroup, lastLine } from "../../target/codes/ended-command.ts";
import { UnusableReceiver } from "../unusable.ts";

const MAX_START_MS = 20_000;
const MAX_CONNECT_MS = 1_000;
const PAUSE_MS = 20;

/** The receiver as a process of the check, which ends it as a lost machine would, and starts it again. */
export class StartedReceiver implements AsyncDisposable {
  readonly #command: string;
  readonly #url: URL;
  #child: ChildProcess | undefined;

  constructor(command: string, url: URL) {
    this.#command = command;
    this.#url = url;
  }

  /** Starts it for the first time. Throws `UnusableReceiver` when something listens there already, or nothing does afterwards. */
  async begin(): Promise<void> {
    if (await this.#isListening())
      throw new UnusableReceiver(
        `something listens at ${this.#url.origin}, and --restart starts the receiver itself: end that first`,
      );
    await this.start();
  }

  /** Starts it, and waits until it takes connections. Throws `UnusableReceiver`. */
  async start(): Promise<void> {
    await this.#ended();
    const child = spawn(this.#command, {
      shell: true,
      detached: true,
      env: commandEnvironment(undefined),
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    const stderr = keptOutput(child.stderr);
    const end = performance.now() + MAX_START_MS;
    while (!(await this.#isListening())) {
      if (!this.#isRunning()) throw new UnusableReceiver(`the command of --restart ended${lastLine(stderr())}`);
      if (performance.now() > end) {
        this.kill();
        throw new UnusableReceiver(
          `${this.#url.origin} takes no connection ${MAX_START_MS / 1_000} s after --restart began`,
        );
      }
      await wait(PAUSE_MS);
    }
  }

  /** Ends it and all that it has started, before it can do anything else. */
  kill(): void {
    if (this.#child !== undefined) killGroup(this.#child);
  }

  #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async #isListening(): Promise<boolean> {
    const { hostname, port, protocol } = this.#url;
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(MAX_CONNECT_MS) });
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }

  /** The shell may have ended before what it had started, which then still takes connections. */
  async #ended(): Promise<void> {
    if (this.#child === undefined) return;
    if (this.#isRunning()) await once(this.#child, "exit");
    const end = performance.now() + MAX_START_MS;
    while (await this.#isListening()) {
      if (performance.now() > end)
        throw new UnusableReceiver(`${this.#url.origin} takes connections though the command of --restart was ended`);
      await wait(PAUSE_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.#ended();
  }
}
