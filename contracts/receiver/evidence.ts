import type { Redaction } from "../../src/report/redaction.ts";
import { type Exchange, exchangeOf, notTooLong } from "../trace/evidence.ts";
import { headerName } from "./delivery.ts";
import type { Posted } from "./posted.ts";

/** From a signature and its body, a secret of fewer characters could be found by trying. */
const MIN_SAFE_CHARACTERS = 32;
const MIN_DIFFERENT_CHARACTERS = 8;

/** Returns what makes evidence of deliveries: their bytes as they were, and what they are. */
export function evidenceWith(secrets: readonly string[], redaction: Redaction): (posted: Posted) => Exchange {
  const isHardToGuess = (secret: string) =>
    secret.length >= MIN_SAFE_CHARACTERS && new Set(secret).size >= MIN_DIFFERENT_CHARACTERS;
  const showsSignatures = secrets.every(isHardToGuess);
  return ({ delivery, expected, call }) => {
    const exchange = exchangeOf(call, redaction);
    const { signature } = delivery;
    const shown = showsSignatures && signature !== null && { [headerName(delivery, "X-Webhook-Signature")]: signature };
    return {
      ...exchange,
      requestHeaders: { ...exchange.requestHeaders, ...shown },
      // The check has written it from the document: nothing in it is a secret or about a person.
      requestBody: notTooLong(delivery.body),
      sent: { what: delivery.what, expected },
    };
  };
}
