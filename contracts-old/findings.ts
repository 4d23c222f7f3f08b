import type { Reporter, TestCase, TestModule } from "vitest/node";
import { clauseOf, clauses } from "./clauses/catalogue.ts";
import type { Clause } from "./clauses/clause.ts";
import type { Desk } from "./desk/desk.ts";
import type { ClauseResult, Report, TargetFacts } from "./report/report.ts";
import type { Observation, Verdict } from "./report/verdict.ts";
import type { ContractNotes } from "./run/settings.ts";
import type { SuiteOptions } from "./suite-options.ts";

interface Finding {
  readonly notes: ContractNotes;
  readonly durationMs: number;
}

/** Gathers what the runner tells of each contract, and makes the report of it. */
export class Findings implements Reporter {
  readonly #options: SuiteOptions;
  readonly #desk: Desk;
  readonly #found = new Map<string, Finding>();
  readonly #suiteErrors: string[] = [];

  constructor(options: SuiteOptions, desk: Desk) {
    this.#options = options;
    this.#desk = desk;
  }

  onTestCaseResult(testCase: TestCase): void {
    // A contract's test is called as its clause.
    const clause = clauseOf(testCase.name);
    const notes = notesOf(testCase);
    const result = testCase.result();
    if (clause === undefined || result.state === "skipped") return;
    const errors = result.state === "failed" ? result.errors.map(({ message }) => message) : [];
    const silent: ContractNotes = {
      kind: "suite-error",
      reason: errors.join("\n") || "the contract ended without a verdict",
      observations: [],
    };
    this.#found.set(clause.id, { notes: notes ?? silent, durationMs: testCase.diagnostic()?.duration ?? 0 });
    this.#options.onFinished?.(this.#resultOf(clause));
  }

  onTestCaseReady(testCase: TestCase): void {
    const clause = clauseOf(testCase.name);
    if (clause !== undefined && this.#options.selected.includes(clause.id)) this.#options.onStarted?.(clause);
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) this.#suiteErrors.push(`${module.moduleId}: ${message}`);
  }

  onTestRunEnd(_modules: unknown, unhandled: readonly { readonly message: string; readonly stack?: string }[]): void {
    for (const { message, stack } of unhandled) this.#suiteErrors.push(stack ?? message);
  }

  /** The run itself has failed. */
  failed(error: unknown): void {
    this.#suiteErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  report(target: TargetFacts, startedAt: Date): Report {
    const { evidence } = this.#desk;
    const redaction = evidence.redactionFor();
    const results = clauses
      .filter(({ id }) => this.#options.selected.includes(id))
      .map((clause) => ({
        ...this.#resultOf(clause),
        exchanges: evidence.exchangesFor(clause.id),
        deliveries: evidence.deliveriesFor(clause.id),
      }));
    return {
      version: this.#options.version,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      target,
      results,
      observations: results.flatMap(({ verdict }) => verdict.observations),
      ledger: this.#desk.bookkeeper.book.ledger,
      leftBehind: this.#desk.bookkeeper.leftBehind.map((text) => redaction.text(text)),
      suiteErrors: this.#suiteErrors.map((text) => redaction.text(text)),
    };
  }

  /** Without the evidence, which nobody reads while the run goes on, and which takes time to redact. */
  #resultOf(clause: Clause): ClauseResult {
    const found = this.#found.get(clause.id);
    return {
      clause,
      verdict: found === undefined ? this.#unfound() : this.#verdictOf(clause.id, found.notes),
      durationMs: Math.round(found?.durationMs ?? 0),
      exchanges: [],
      deliveries: [],
    };
  }

  #verdictOf(clause: string, { observations, reason, ...notes }: ContractNotes): Verdict {
    const redaction = this.#desk.evidence.redactionFor(clause);
    const named = observations.map((seen): Observation => ({ clause, ...seen, text: redaction.text(seen.text) }));
    const why = reason ?? named.map(({ text }) => text).join("\n");
    return { ...notes, ...(why !== "" && { reason: redaction.text(why) }), observations: named };
  }

  #unfound(): Verdict {
    if (this.#options.signal?.aborted) {
      return { kind: "could-not-run", needs: "interrupted", reason: "the run was interrupted", observations: [] };
    }
    return { kind: "suite-error", reason: "no contract of this clause has ended", observations: [] };
  }
}

/** What `contract` has left there, in the worker. */
function notesOf(testCase: TestCase): ContractNotes | undefined {
  const meta: object = testCase.meta();
  const { notes }: { readonly notes?: ContractNotes } = meta;
  return notes;
}
