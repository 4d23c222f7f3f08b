import type { operations } from "../../spec/generated/control-api.ts";
import type { Coverage } from "../coverage/coverage.ts";
import type { Handlers } from "../server/handler.ts";

/** Tells what clients have met of what is documented: of all worlds, or of the world of the key. */
export function coverageHandlers(coverage: Coverage) {
  return {
    getCoverage: {
      answerAnyone: async () => ({ type: "coverage-read", ...coverage.view() }),
    },
    getWorldCoverage: {
      answer: async (_call, { world }) => ({ type: "coverage-read", ...coverage.view(world.worldId) }),
    },
  } satisfies Partial<Handlers<operations>>;
}
