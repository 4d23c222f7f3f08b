import { test } from "vitest";
import { clauseOf } from "../clauses/catalogue.ts";
import type { Clause } from "../clauses/clause.ts";
import { Run } from "./run.ts";
import type { ContractNotes } from "./settings.ts";
import { Shared } from "./shared.ts";
import { Broken, CouldNotRun } from "./verdict-error.ts";

/** Needs that the user could have given a permission for; without it a clause is opted out. */
const permissions = ["allow-open", "allow-settle", "allow-webhooks"];

/** Makes the target do something that shows how it is where the document is silent. What it opens is closed after it. */
export type Look = (run: Run) => Promise<unknown>;

/**
 * The contract of an assumption: it tells what all contracts before it have seen, after what its own looks see on purpose.
 * A look that cannot be had is no matter as long as something was seen. No assumption can be broken: a target that
 * contradicts the document on the way has broken other clauses.
 */
export function assumption(clause: string, ...looks: readonly Look[]): void {
  contract(clause, async (run) => {
    let failure: CouldNotRun | undefined;
    const judged: Look = async () => run.judgeTheRest();
    for (const look of run.isWorthALook ? [...looks, judged] : []) {
      try {
        await look(run);
      } catch (error) {
        failure ??= notSeen(error);
      }
      await run.desk.end();
    }
    run.tellOfAssumption(failure);
  });
}

function notSeen(error: unknown): CouldNotRun {
  if (error instanceof CouldNotRun) return error;
  if (error instanceof Broken) return new CouldNotRun("not-seen", error.message);
  throw error;
}

/**
 * The test of one clause: `body` returns when the target holds it, and throws `Broken` when it does not, be it in what the
 * clause is about or in what it builds on. Every answer that it gets is held against the description besides.
 */
export function contract(clause: string, body: (run: Run) => Promise<void>): void {
  const shared = Shared.own;
  const isSelected = shared.settings.selected.includes(clause);
  test.skipIf(!isSelected)(clause, async ({ task, signal }) => {
    const leave = (notes: ContractNotes) => Object.assign(task.meta, { notes });
    const run = new Run(shared, known(clause), signal);
    try {
      await body(run);
      run.judgeTheRest();
      leave(notesOf(run, { kind: run.observations.length > 0 ? "observed" : "held" }));
    } catch (error) {
      leave(notesOf(run, signal.aborted ? interrupted : failure(error)));
      if (!(error instanceof CouldNotRun)) throw error;
    } finally {
      await run.desk.end();
    }
  });
}

/** The worker takes contracts from files, and clauses from the catalogue: they could differ. */
function known(id: string): Clause {
  const clause = clauseOf(id);
  if (clause === undefined) throw new Error(`no clause is called ${id}`);
  return clause;
}

const interrupted = { kind: "could-not-run", needs: "interrupted", reason: "the run was interrupted" } as const;

function failure(error: unknown): Pick<ContractNotes, "kind" | "reason" | "needs"> {
  if (error instanceof Broken) return { kind: "broken", reason: error.message };
  if (error instanceof CouldNotRun) {
    const kind = permissions.includes(error.needs) ? "opted-out" : "could-not-run";
    return { kind, reason: error.message, needs: error.needs };
  }
  return { kind: "suite-error", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function notesOf(run: Run, verdict: Pick<ContractNotes, "kind" | "reason" | "needs">): ContractNotes {
  const time = run.timeUsed;
  return { ...verdict, ...(time && { time }), observations: run.observations };
}
