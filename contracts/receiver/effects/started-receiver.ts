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
    const options = { shell: true, detached: true, env: commandEnvironment(undefined) };
    const child = spawn(this.#command, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    const stderr = keptOutput(child.stderr);
    await this.#until(`takes no connection ${MAX_START_MS / 1_000} s after --restart began`, async () => {
      if (await this.#isListening()) return true;
      if (isRunning(child)) return false;
      throw new UnusableReceiver(`the command of --restart ended${lastLine(stderr())}`);
    });
  }

  /** Ends it and all that it has started, before it can do anything else. */
  kill(): void {
    if (this.#child !== undefined) killGroup(this.#child);
  }

  /** The shell may have ended before what it had started, which then still takes connections. */
  async #ended(): Promise<void> {
    if (this.#child === undefined) return;
    if (isRunning(this.#child)) await once(this.#child, "exit");
    await this.#until(
      "takes connections though the command of --restart was ended",
      async () => !(await this.#isListening()),
    );
  }

  async #until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + MAX_START_MS;
    while (!(await isSo())) {
      if (performance.now() > end) throw new UnusableReceiver(`${this.#url.origin} ${otherwise}`);
      await wait(PAUSE_MS);
    }
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.#ended();
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
