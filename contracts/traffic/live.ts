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

/** Judges traffic while it goes on. The oldest exchanges are forgotten: a trace may begin in the middle. */
export class LiveTraffic {
  readonly #options: LiveOptions;
  readonly #recorded: Recorded[] = [];
  readonly #told = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #tookMs = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Judges soon, and seldom enough that judging takes a tenth of the time at most. */
  add(one: Recorded): void {
    this.#recorded.push(one);
    if (this.#recorded.length > MAX_EXCHANGES) this.#recorded.shift();
    this.#timer ??= setTimeout(() => this.judge(), Math.max(MIN_PAUSE_MS, this.#tookMs * 10)).unref();
  }

  /** Undefined as long as nothing of the interface was seen. */
  get recording(): Recording | undefined {
    const inOrder = this.#recorded.toSorted((one, other) => one.askedAt - other.askedAt);
    return recordingIn(inOrder, this.#options);
  }

  /** Tells of what has become broken. */
  judge(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { description, clauses, onBroken } = this.#options;
    const startedAt = performance.now();
    const { findings } = judgeTrace(this.recording?.trace ?? [], description, clauses);
    this.#tookMs = performance.now() - startedAt;
    for (const finding of findings) {
      if (finding.kind !== "broken" || this.#told.has(finding.clause.id)) continue;
      this.#told.add(finding.clause.id);
      onBroken(finding);
    }
  }
}

const MIN_PAUSE_MS = 500;
const MAX_EXCHANGES = 20_000;
