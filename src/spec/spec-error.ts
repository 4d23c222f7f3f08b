/** Where in a document something is wrong, as far as it is known. */
export interface SpecPlace {
  /** The operation, or `x-responses`, or the notification's event. */
  readonly operationId?: string;
  readonly outcome?: string;
  /** A JSON path inside the rendered body, such as `$.data.balance`. */
  readonly at?: string;
}

/**
 * A document (after its overlays) and the code do not fit together, or the document uses what Saldo cannot follow.
 * Thrown while starting only, never while answering.
 */
export class SpecError extends Error {
  override readonly name = "SpecError";
  readonly operationId: string | undefined;
  readonly outcome: string | undefined;
  readonly at: string | undefined;

  constructor(message: string, place: SpecPlace = {}) {
    const parts = [place.operationId, place.outcome && `outcome "${place.outcome}"`, place.at];
    super([...parts.filter((part) => part), message].join(": "));
    this.operationId = place.operationId;
    this.outcome = place.outcome;
    this.at = place.at;
  }
}
