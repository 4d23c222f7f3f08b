import type { Trial } from "../effects/effects.ts";
import { whatOf } from "../posted.ts";
import { looks, type ReceiverClause } from "../receiver-clause.ts";
import { Because, type Visit } from "../visit.ts";
import { acknowledgedTrial, effectiveTrial, mustChangeNothing } from "./effects.ts";

/** What becomes of a delivery whose receiver ends while it answers, as `--effect` tells it. */
export const crashClauses: readonly ReceiverClause[] = looks(
  "Events: Delivery attempts",
  "documented",
  ["effects.kept-in-crash", "What the receiver has acknowledged is kept, though it ends as it answers.", kept],
  [
    "effects.repeated-after-crash",
    "A delivery that comes again after the receiver has ended and started changes nothing again.",
    repeated,
  ],
).map((clause) => ({ ...clause, isExclusive: true }));

async function kept(visit: Visit): Promise<void> {
  const { posted, before, after } = await crashOf(visit);
  if (after !== undefined) return;
  visit.fault(`${whatOf(posted)} and was ended; after its restart the state ${visit.effects.stayedText(before)}.`);
}

async function repeated(visit: Visit): Promise<void> {
  const { posted, after } = await crashOf(visit);
  if (after === undefined) throw new Because("effects.kept-in-crash");
  const delivery = { ...posted.delivery, what: "the same delivery after the restart" };
  await mustChangeNothing(visit, [{ delivery, expected: "recognised" }], () => true);
}

/** Ends the receiver as it answers a delivery, once for both clauses, and starts it again. */
async function crashOf(visit: Visit): Promise<Trial> {
  const { restarted, drafts } = visit;
  await effectiveTrial(visit);
  const crash = await visit.effects.trial("crash", async () => {
    const delivery = { ...drafts.plain(), what: "a delivery during whose answer the receiver ends" };
    const posted = await visit.interrupted(delivery, () => void restarted.kill());
    await restarted.restart();
    return posted;
  });
  return acknowledgedTrial(crash);
}
