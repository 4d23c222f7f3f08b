import { NotJudged } from "../../clauses/judging.ts";
import { type Expectation, forged, type ReceiverDelivery, repetitionsOf } from "../delivery.ts";
import { isSame, type Trial } from "../effects/effects.ts";
import { type Posted, wasAcknowledged, whatOf } from "../posted.ts";
import { looks, type ReceiverClause } from "../receiver-clause.ts";
import { Because, listed, type Visit } from "../visit.ts";

const attempts = "Events: Delivery attempts";
const headers = "Events: Delivery headers";

/** What deliveries change, as `--effect` tells it: nothing else may be sent at the same time. */
export const effectClauses: readonly ReceiverClause[] = [
  ...looks(
    attempts,
    "documented",
    ["effects.acknowledged", "A delivery that the receiver acknowledges changes something.", acknowledged],
    ["effects.repeated", "A delivery that comes again changes nothing.", repeated],
  ),
  ...looks(headers, "documented", [
    "effects.refused",
    "A delivery that the receiver rejects changes nothing, whether it is forged or genuine.",
    refused,
  ]),
].map((clause) => ({ ...clause, isExclusive: true }));

async function acknowledged(visit: Visit): Promise<void> {
  const { posted, before, after } = await trialOf(visit);
  if (after !== undefined) return;
  visit.fault(`${whatOf(posted)}, but the state ${visit.effects.stayedText(before)}.`);
}

async function repeated(visit: Visit): Promise<void> {
  const { delivery } = (await effectiveTrial(visit)).posted;
  await mustChangeNothing(visit, asGenuine(repetitionsOf(delivery)), () => true);
}

async function refused(visit: Visit): Promise<void> {
  await effectiveTrial(visit);
  const genuine = await rejectedEvents(visit);
  const isRejected = (posted: Posted) => "status" in posted.answer && !wasAcknowledged(posted);
  const count = await mustChangeNothing(visit, [...forgeries(visit), ...asGenuine(genuine)], isRejected);
  if (count === 0) throw new NotJudged("The receiver rejects no delivery, not even a forged one.");
}

async function trialOf(visit: Visit): Promise<Trial> {
  const trial = await visit.effects.trial("delivery", () => visit.sent(visit.drafts.plain(), "acknowledged"));
  const cause = wasAcknowledged(trial.posted) ? undefined : await visit.knowledge.causeOf(trial.posted);
  if (cause !== undefined) throw new Because(cause);
  return acknowledgedTrial(trial);
}

export function acknowledgedTrial(trial: Trial): Trial {
  if (wasAcknowledged(trial.posted)) return trial;
  throw new NotJudged(`${whatOf(trial.posted)}. So no delivery was acknowledged.`);
}

/** Throws `NotJudged` where no delivery changes anything. */
export async function effectiveTrial(visit: Visit): Promise<Trial> {
  const trial = await trialOf(visit);
  if (trial.after === undefined) throw new Because("effects.acknowledged");
  return trial;
}

interface Sending {
  readonly delivery: ReceiverDelivery;
  readonly expected: Expectation;
}

function asGenuine(deliveries: readonly ReceiverDelivery[]): readonly Sending[] {
  return deliveries.map((delivery) => ({ delivery, expected: "recognised" }));
}

/** Sends these and blames those after which the state differs. Returns how many count; the others may change it. */
export async function mustChangeNothing(
  visit: Visit,
  sendings: readonly Sending[],
  counts: (posted: Posted) => boolean,
): Promise<number> {
  const { effects } = visit;
  let state = await effects.settled();
  let quiet: Posted[] = [];
  let count = 0;
  for (const { delivery, expected } of sendings) {
    const posted = await visit.sent(delivery, expected);
    if (!counts(posted)) {
      state = await effects.settled();
      continue;
    }
    count += 1;
    const now = await effects.read();
    if (isSame(now, state)) quiet = [...quiet, posted];
    else visit.fault(`${whatOf(posted)}, and the state ${effects.changeText(state, now)}.`);
    state = now;
  }
  const later = quiet.length === 0 ? undefined : await effects.changeFrom(state);
  // A receiver that works later does not show which of them it was.
  if (later !== undefined)
    visit.fault(`${listed(quiet.map(whatOf))}; then the state ${effects.changeText(state, later)}.`);
  return count;
}

/** The clauses about signatures have more ways to forge one; these are for all that a receiver does first. */
function forgeries({ drafts }: Visit): readonly Sending[] {
  const plain = { ...drafts.plain(), what: "another amount under the same signature" };
  const changed = { ...plain, body: plain.body.replace(/":\d+(?=[,}])/, '":1') };
  const deliveries = [
    { ...drafts.plain(), what: "no signature", signature: null },
    forged(drafts.plain(), "a signature with another secret"),
    ...(changed.body === plain.body ? [] : [changed]),
  ];
  return deliveries.map((delivery) => ({ delivery, expected: "rejected" }));
}

/** A receiver may do its work, and only then fail: the platform sends such a delivery again. */
async function rejectedEvents({ drafts, knowledge }: Visit): Promise<readonly ReceiverDelivery[]> {
  const rejected: ReceiverDelivery[] = [];
  for (const { name } of drafts.events) {
    const { answer } = await knowledge.plain(name);
    if ("status" in answer && !wasAcknowledged({ answer })) rejected.push(drafts.plain(name));
  }
  return rejected;
}
