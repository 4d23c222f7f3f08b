import type { Output } from "../../../src/cli/output.ts";
import { harmless } from "../../../src/report/printed-text.ts";
import { clipped, coloured, type Screen } from "../../../src/report/screen.ts";
import type { Progress } from "../../run/options.ts";

/** From the start of the line, with all of it cleared. */
const REWIND = "\r\u001b[2K";

/** Tells how far a run is: on a terminal in one line that is rewritten, elsewhere in a line for each step. */
export class ProgressLine {
  readonly #screen: Screen;
  readonly #output: Output["stderr"];
  readonly #isAsking: () => boolean;
  #done = 0;
  #of = 0;
  /** What stories under way wait for, and until when, in milliseconds since 1970. */
  readonly #waits = new Map<string, { readonly what: string; readonly until: number }>();
  readonly #underWay = new Set<string>();

  constructor(screen: Screen, output: Output["stderr"], isAsking = () => false) {
    this.#screen = screen;
    this.#output = output;
    this.#isAsking = isAsking;
  }

  readonly tell = (progress: Progress): void => {
    // The plan is printed elsewhere, and nothing has begun.
    if (progress.kind === "planned") return;
    if (progress.kind === "waits") this.#waiting(progress);
    else this.#counted(progress);
    if (this.#screen.isTerminal && !this.#isAsking()) this.#rewrite();
  };

  /** Leaves the screen for the report. */
  end(): void {
    if (this.#screen.isTerminal) this.#output.write(REWIND);
  }

  #counted({ kind, story, done, of }: Extract<Progress, { kind: "began" | "ended" }>): void {
    [this.#done, this.#of] = [done, of];
    this.#waits.delete(story);
    if (kind === "ended") this.#underWay.delete(story);
    else this.#underWay.add(story);
    if (kind === "began" && !this.#screen.isTerminal) this.#output.write(`${done}/${of} ${story}\n`);
  }

  #waiting({ story, what, until }: Extract<Progress, { kind: "waits" }>): void {
    const before = this.#waits.get(story);
    const isLong = until - Date.now() > LONG_WAIT_MS;
    if (isLong || before === undefined || before.until <= Date.now()) this.#waits.set(story, { what, until });
    if (!this.#screen.isTerminal && isLong) this.#output.write(`  ${waitText(what, until)}\n`);
  }

  #rewrite(): void {
    const now = Date.now();
    const [longest] = [...this.#waits.values()].filter(({ until }) => until > now).sort((a, b) => b.until - a.until);
    const what = longest === undefined ? [...this.#underWay].join(", ") : waitText(longest.what, longest.until);
    const text = `${this.#done}/${this.#of} ${what}`;
    // In the last column the cursor would go to the next line.
    const line = clipped(harmless(text).replaceAll("\n", " "), this.#screen.columns - 1);
    this.#output.write(REWIND + coloured(this.#screen, "dim", line));
  }
}

function waitText(what: string, until: number): string {
  return `waits for ${what} until ${new Date(until).toTimeString().slice(0, 8)}`;
}

const LONG_WAIT_MS = 5_000;
