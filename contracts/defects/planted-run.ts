import { loadDocument } from "../../src/spec/document.ts";
import { clauses } from "../clauses/catalogue.ts";
import type { Clause } from "../clauses/clause.ts";
import type { startSandboxInProcess } from "../cli/target/sandbox-target.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { judgeAll } from "../run/verdict.ts";
import { runSuite } from "../suite.ts";
import { callsIn } from "../trace/find.ts";
import type { Edit } from "./edit.ts";
import { loadPlanted } from "./planted-source.ts";

type Planted = { readonly startSandboxInProcess: typeof startSandboxInProcess };

const start = "contracts/cli/target/sandbox-target.ts";
const document = loadDocument("interface");
const description = new Description(document.source);

/**
 * Plays the stories of the chosen clauses on a sandbox with the changes, and judges every clause by what they show. `failures`:
 * how many requests the sandbox failed to answer, as it does where a change itself is mistaken.
 */
export async function runPlanted(changes: readonly Edit[], chosen: readonly Clause[]) {
  const loaded = await loadPlanted(start, changes);
  if (!isPlanted(loaded)) throw new Error(`${start} exports no startSandboxInProcess`);
  await using sandbox = await loaded.startSandboxInProcess(document);
  const { url, receiver } = sandbox;
  const { plan, played, trace } = await runSuite({
    target: { url, useControlPlane: true },
    description,
    clauses: chosen,
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 60_000,
    receiver: { host: "127.0.0.1", port: 0, ...receiver },
  });
  const failures = callsIn(trace).filter(({ response }) => response?.status === 500).length;
  return { findings: judgeAll(clauses, seenIn(trace, description), plan, played), failures };
}

function isPlanted(loaded: unknown): loaded is Planted {
  return typeof loaded === "object" && loaded !== null && "startSandboxInProcess" in loaded;
}
