import type { Call } from "../trace/trace.ts";

/** The answer to a request that may have changed something was lost, so that nothing certain can follow. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";

  constructor({ request, response, failure }: Call) {
    super(
      `${request.method} ${request.path} got ${response?.status ?? failure ?? "no answer"}, and may have been done`,
    );
  }
}
