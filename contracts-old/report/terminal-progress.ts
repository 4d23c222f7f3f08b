import { clipped, coloured, harmless, type Screen } from "../../src/report/screen.ts";
import type { Clause } from "../clauses/clause.ts";
import type { ClauseResult } from "./report.ts";
import { areaNameOf, areasOf, givenVerdicts, tallyOf } from "./tally.ts";
import { asideOf, verdictWords } from "./verdict-words.ts";

/** From the start of the line, with all of it cleared. */
const rewind = "\r\u001b[2K";

/**
 * Tells how far a run is: on a terminal in one line that is rewritten, elsewhere in a line for each area that is done, and
 * at once in one for each clause that is broken.
 */
export class TerminalProgress {
  readonly #screen: Screen;
  readonly #write: (text: string) => void;
  readonly #clauses: readonly Clause[];
  readonly #results: ClauseResult[] = [];

  /** @param clauses that the run will give verdicts of. */
  constructor(screen: Screen, write: (text: string) => void, clauses: readonly Clause[]) {
    this.#screen = screen;
    this.#write = write;
    this.#clauses = clauses;
  }

  started({ id }: Clause): void {
    if (this.#screen.isTerminal) this.#rewrite(id);
  }

  finished(result: ClauseResult): void {
    this.#results.push(result);
    const { clause, verdict } = result;
    if (verdict.kind === "broken" || verdict.kind === "suite-error") {
      const word = coloured(this.#screen, "red", verdictWords[verdict.kind]);
      this.#line(`${word}  ${clause.id}`);
    }
    if (this.#screen.isTerminal) this.#rewrite(clause.id);
    else this.#tellArea(clause);
  }

  /** Leaves the screen for the report. */
  end(): void {
    if (this.#screen.isTerminal) this.#write(rewind);
  }

  #rewrite(id: string): void {
    const { broken } = tallyOf(this.#results);
    const done = `${this.#results.length}/${this.#clauses.length}`;
    // In the last column the cursor would go to the next line.
    const text = clipped(harmless(`${done} ${id} … ${broken} broken`), this.#screen.columns - 1);
    this.#write(rewind + text);
  }

  #tellArea(last: Clause): void {
    const isOfArea = (clause: Clause) => clause.kind === last.kind && areaNameOf(clause) === areaNameOf(last);
    const [area] = areasOf(this.#results.filter(({ clause }) => isOfArea(clause)));
    if (area === undefined || area.results.length < this.#clauses.filter(isOfArea).length) return;
    const counts = givenVerdicts(tallyOf(area.results)).map(({ kind, count }) => `${count} ${verdictWords[kind]}`);
    this.#line(`${area.name}${asideOf(area)}: ${counts.join(", ")}`);
  }

  #line(text: string): void {
    this.#write(`${this.#screen.isTerminal ? rewind : ""}${text}\n`);
  }
}
