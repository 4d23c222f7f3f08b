import { EventEmitter, once } from "node:events";

/** Notifies any number of waiting callers that something has grown. */
export class Growth {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** Resolves at the next growth, or when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    await once(this.#emitter, "growth", { signal }).catch(() => undefined);
  }

  get isAwaited(): boolean {
    return this.#emitter.listenerCount("growth") > 0;
  }

  tell(): void {
    this.#emitter.emit("growth");
  }
}
