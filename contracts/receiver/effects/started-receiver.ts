import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { commandEnvironment, lastLine } from "../../../src/shell/ended-command.ts";
import { MAX_START_MS, StartedProcess } from "../../../src/shell/started-process.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";

const MAX_CONNECT_MS = 1_000;
const PAUSE_MS = 20;

/** The receiver as a process of the check, which ends it as a lost machine would, and starts it again. */
export class StartedReceiver extends StartedProcess<URL> {
  readonly #url: URL;

  constructor(command: string, url: URL) {
    super({
      command,
      environmentOf: () => commandEnvironment(undefined),
      isReady: isListening,
      unusable: (how, told) => {
        const late = `${url.origin} takes no connection ${MAX_START_MS / 1_000} s after --restart began`;
        return new TargetUnusable(how === "late" ? late : `the command of --restart ended${lastLine(told)}`);
      },
    });
    this.#url = url;
  }

  /** Starts it for the first time. Throws `TargetUnusable` when something listens there already, or nothing does afterwards. */
  async begin(): Promise<void> {
    const { origin } = this.#url;
    if (await isListening(this.#url))
      throw new TargetUnusable(`something listens at ${origin}, and --restart starts the receiver: end that first`);
    await this.start(this.#url);
  }

  /** Starts it again after it was killed. What its shell had started may take connections a little longer. */
  async restart(): Promise<void> {
    const { origin } = this.#url;
    for (const end = performance.now() + MAX_START_MS; await isListening(this.#url); await wait(PAUSE_MS))
      if (performance.now() > end)
        throw new TargetUnusable(`${origin} takes connections though the command of --restart was ended`);
    await this.revive();
  }
}

async function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
  const connected = once(socket, "connect", { signal: AbortSignal.timeout(MAX_CONNECT_MS) });
  const isThere = await connected.then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}
