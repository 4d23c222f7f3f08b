import { setTimeout as pause } from "node:timers/promises";
import type { CallNotes } from "../../engine/call-notes.ts";
import type { CallRedaction } from "./call-redaction.ts";
import { type CallBeginning, ReceivedCall, type ShownCall, writtenCall } from "./received-call.ts";
import { DEFAULT_LIMIT, type RequestJournal, type WantedCalls } from "./request-journal.ts";

/** How often the store is asked for calls that other processes have received. */
const ASK_EVERY_MS = 100;

/**
 * The calls of a world that several processes have received. They are numbered when they have ended and are written;
 * calls under way are not listed.
 */
export class SharedJournal implements RequestJournal {
  readonly #worldId: string;
  readonly #notes: CallNotes;
  readonly #onEnded: (call: ReceivedCall) => void;
  #isOver = false;

  constructor(worldId: string, notes: CallNotes, onEnded: (call: ReceivedCall) => void) {
    this.#worldId = worldId;
    this.#notes = notes;
    this.#onEnded = onEnded;
  }

  receive(
    received: Omit<CallBeginning, "requestId">,
    redaction: CallRedaction,
    openCodes: () => readonly string[],
  ): ReceivedCall {
    return new ReceivedCall(0, received, redaction, openCodes, this.#hasEnded);
  }

  readonly #hasEnded = (call: ReceivedCall): void => {
    const { status, beginning } = call;
    this.#notes.addCall(this.#worldId, { operationId: beginning.operationId, status, text: JSON.stringify(call) });
    this.#onEnded(call);
  };

  async newest(wanted: WantedCalls): Promise<readonly ShownCall[]> {
    const { limit = DEFAULT_LIMIT, before = null, after = 0, operationId = null, status = null } = wanted;
    const calls = await this.#notes.newest(this.#worldId, { limit, before, after, operationId, status });
    return calls.map(({ requestId, text }) => writtenCall(text, requestId));
  }

  async ended(wanted: WantedCalls, signal: AbortSignal): Promise<readonly ShownCall[]> {
    for (;;) {
      const calls = await this.newest(wanted);
      if (calls.length > 0 || signal.aborted) return calls;
      await nextLook(signal);
    }
  }

  async follow() {
    const [newest] = await this.newest({ limit: 1 });
    return (signal: AbortSignal) => this.#after(newest?.beginning.requestId ?? 0, signal);
  }

  end(): void {
    this.#isOver = true;
  }

  async *#after(seen: number, signal: AbortSignal): AsyncGenerator<ShownCall> {
    let after = seen;
    while (!signal.aborted && !this.#isOver) {
      await nextLook(signal);
      // While the store is away, nothing can be told; the stream goes on when it is back.
      const calls = await this.newest({ after, limit: Number.POSITIVE_INFINITY }).catch(() => []);
      for (const call of calls.toReversed()) {
        if (signal.aborted) return;
        yield call;
        after = call.beginning.requestId;
      }
    }
  }
}

async function nextLook(signal: AbortSignal): Promise<void> {
  await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
}
