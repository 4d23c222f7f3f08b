import type { JsonObject } from "../judge/json.ts";
import { answerClauses } from "./clauses/answers.ts";
import { bytesClauses } from "./clauses/bytes.ts";
import { crashClauses } from "./clauses/crash.ts";
import { deliveryClauses } from "./clauses/deliveries.ts";
import { effectClauses } from "./clauses/effects.ts";
import { eventClauses } from "./clauses/events.ts";
import { eventFieldClauses } from "./clauses/fields.ts";
import { verificationClauses } from "./clauses/signature.ts";
import { describedEvents } from "./described-events.ts";
import type { ReceiverClause } from "./receiver-clause.ts";

/** Returns all requirements for a receiver of the events that the document describes, in the order of the report. */
export function receiverClauses(document: JsonObject): readonly ReceiverClause[] {
  return [
    ...eventClauses(describedEvents(document)),
    ...verificationClauses,
    ...bytesClauses,
    ...eventFieldClauses,
    ...deliveryClauses,
    ...effectClauses,
    ...crashClauses,
    ...answerClauses,
  ];
}
