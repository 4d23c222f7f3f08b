import type { Clause } from "../clauses/clause.ts";
import type { Description } from "../judge/description.ts";
import type { Finding } from "../run/verdict.ts";
import { type Recording, recordingIn } from "./har.ts";
import type { Recorded } from "./har-file.ts";
import { judgeTrace } from "./judge-trace.ts";

export interface LiveOptions {
  readonly description: Description;
  readonly clauses: readonly Clause[];
  /** Where the interface is. */
  readonly url: string;
  /** Told once of each clause that becomes broken. */
  readonly onBroken: (finding: Finding) => void;
}

/** Judges the newest exchanges while traffic goes on. Older ones stay for the report, the oldest are forgotten. */
export class LiveTraffic {
  readonly #options: LiveOptions;
  readonly #recorded: Recorded[] = [];
  readonly #told = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #tookMs = 0;
  #characters = 0;
  /** How many exchanges are not kept any more. */
  forgotten = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Judges soon, and seldom enough that judging takes a tenth of the time at most. */
  add(one: Recorded): void {
    this.#recorded.push(one);
    this.#characters += sizeOf(one);
    while (this.#recorded.length > MAX_EXCHANGES || this.#characters > MAX_CHARACTERS) this.#forget();
    this.#timer ??= setTimeout(() => this.#judgeNow(), Math.max(MIN_PAUSE_MS, this.#tookMs * 10)).unref();
  }

  #forget(): void {
    const oldest = this.#recorded.shift();
    if (oldest === undefined) return;
    this.#characters -= sizeOf(oldest);
    this.forgotten += 1;
  }

  /** Undefined as long as nothing of the interface was seen. */
  recording(newest = MAX_EXCHANGES): Recording | undefined {
    const inOrder = this.#recorded.slice(-newest).toSorted((one, other) => one.askedAt - other.askedAt);
    return recordingIn(inOrder, this.#options);
  }

  /** A mistake of the suite must not end the recording. The report judges the same again, and says so. */
  #judgeNow(): void {
    try {
      this.judge();
    } catch {
      this.#timer = undefined;
    }
  }

  /** Tells of what has become broken. */
  judge(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { description, clauses, onBroken } = this.#options;
    const startedAt = performance.now();
    const { findings } = judgeTrace(this.recording(MAX_LIVE_EXCHANGES)?.trace ?? [], description, clauses);
    this.#tookMs = performance.now() - startedAt;
    for (const finding of findings) {
      if (finding.kind !== "broken" || this.#told.has(finding.clause.id)) continue;
      this.#told.add(finding.clause.id);
      onBroken(finding);
    }
  }
}

const MIN_PAUSE_MS = 500;
const MAX_LIVE_EXCHANGES = 300;
const MAX_EXCHANGES = 3_000;
/** Parsed for the report, they take several times as much memory. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

function sizeOf({ url, body, responseBody, headers, responseHeaders }: Recorded): number {
  const heads = [headers, responseHeaders].map((one) => JSON.stringify(one).length);
  return url.href.length + body.length + responseBody.length + heads.reduce((sum, length) => sum + length, 0);
}
