import { Growth } from "../../engine/history/growth.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { CallRecord } from "./call-record.ts";
import type { CallRedaction } from "./call-redaction.ts";
import { type CallBeginning, type LiveSecrets, ReceivedCall, type ShownCall } from "./received-call.ts";

type WantedCalls = Omit<NonNullable<operations["listRequests"]["parameters"]["query"]>, "wait">;

/** How many calls of a world are kept. */
const MAX_CALLS = 1_000;

const DEFAULT_LIMIT = 100;

/** The last calls that a world has received, in memory. */
export class RequestJournal {
  /** Those of the last calls that have not ended, and the others, each in the place of its number. */
  readonly #underWay: (ReceivedCall | undefined)[] = [];
  readonly #records: CallRecord[] = [];
  /** The numbers of the last ones to end, in the order in which they ended. */
  readonly #ended: number[] = [];
  #endedCount = 0;
  #lastRecord = new CallRecord();
  readonly #growth = new Growth();
  readonly #onEnded: (call: ReceivedCall, addedBytes: number) => void;
  #bytes = 0;
  #received = 0;
  #isOver = false;

  /** `onEnded` is called when a call has ended, also with the memory that the calls now take more than before. */
  constructor(onEnded: (call: ReceivedCall, addedBytes: number) => void) {
    this.#onEnded = onEnded;
  }

  /** About how much memory the calls that have ended take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** When the last call came, by how many had come before it in all worlds. */
  lastAmongAll = 0;

  receive(received: Omit<CallBeginning, "requestId">, redaction: CallRedaction, secrets: LiveSecrets): ReceivedCall {
    this.#received += 1;
    const call = new ReceivedCall(this.#received, received, redaction, secrets, this.#hasEnded);
    this.#underWay[this.#received % MAX_CALLS] = call;
    return call;
  }

  /** Returns calls of one operation or of all, newest first. */
  newest(wanted: WantedCalls): readonly ShownCall[] {
    return this.#newest(wanted, (requestId) => this.#underWay[requestId % MAX_CALLS] ?? this.#endedCall(requestId));
  }

  /** Returns those of them that have ended, as soon as there is one; none if the signal is aborted before. */
  async ended(wanted: WantedCalls, signal: AbortSignal): Promise<readonly ShownCall[]> {
    const ended = () => this.#newest(wanted, (requestId) => this.#endedCall(requestId));
    const present = ended();
    if (present.length > 0) return present;
    for await (const call of this.#endedAfter(this.#endedCount, signal)) if (isWanted(call, wanted)) return ended();
    return [];
  }

  /**
   * Returns what yields the calls that end from now on, until the signal is aborted. A slow reader misses all but
   * the newest.
   */
  follow() {
    const seen = this.#endedCount;
    return (signal: AbortSignal) => this.#endedAfter(seen, signal);
  }

  /** Forgets all calls that have ended. */
  clear(): void {
    this.#records.length = 0;
    this.#lastRecord = new CallRecord();
    this.#bytes = 0;
  }

  /** Ends what follows it: its world is gone. */
  end(): void {
    this.#isOver = true;
    this.#growth.tell();
  }

  async *#endedAfter(position: number, signal: AbortSignal): AsyncGenerator<ShownCall> {
    let seen = position;
    while (!signal.aborted && !this.#isOver) {
      const growth = this.#growth.next(signal);
      for (; seen < this.#endedCount; seen += 1) {
        const call = this.#endedCall(this.#ended[(seen + 1) % MAX_CALLS]);
        if (this.#endedCount - seen <= MAX_CALLS && call !== undefined) yield call;
      }
      await growth;
    }
  }

  readonly #hasEnded = (call: ReceivedCall): void => {
    const { requestId } = call.beginning;
    const place = requestId % MAX_CALLS;
    const bytesBefore = this.#bytes;
    // Its place has been given away if a thousand others have come since. A deleted world keeps nothing.
    if (this.#underWay[place] === call && !this.#isOver) {
      this.#underWay[place] = undefined;
      const known = this.#records[place];
      const record = known ?? new CallRecord();
      this.#records[place] = record;
      this.#bytes -= known?.bytes ?? 0;
      record.write(call, this.#lastRecord);
      this.#bytes += record.bytes;
      this.#lastRecord = record;
      this.#endedCount += 1;
      this.#ended[this.#endedCount % MAX_CALLS] = requestId;
      this.#growth.tell();
    }
    this.#onEnded(call, this.#bytes - bytesBefore);
  };

  #newest(wanted: WantedCalls, find: (requestId: number) => ShownCall | undefined): readonly ShownCall[] {
    const { limit = DEFAULT_LIMIT, before = Number.POSITIVE_INFINITY, after = 0 } = wanted;
    const found: ShownCall[] = [];
    const newest = Math.min(this.#received, before - 1);
    const oldest = Math.max(after, this.#received - MAX_CALLS) + 1;
    for (let requestId = newest; requestId >= oldest && found.length < limit; requestId -= 1) {
      const call = find(requestId);
      if (call !== undefined && isWanted(call, wanted)) found.push(call);
    }
    return found;
  }

  #endedCall(requestId = 0): ShownCall | undefined {
    const record = this.#records[requestId % MAX_CALLS];
    return record?.requestId === requestId ? record.shown : undefined;
  }
}

function isWanted({ beginning, status: answered }: ShownCall, wanted: WantedCalls): boolean {
  const { operationId, status, before = Number.POSITIVE_INFINITY, after = 0 } = wanted;
  const { requestId } = beginning;
  return (
    requestId < before &&
    requestId > after &&
    (operationId === undefined || beginning.operationId === operationId) &&
    (status === undefined || answered === status)
  );
}
