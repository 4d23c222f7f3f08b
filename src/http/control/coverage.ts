import type { operations } from "../../spec/generated/control-api.ts";
import type { Coverage } from "../coverage/coverage.ts";
import type { Handlers } from "../server/handler.ts";

const coverageShape = {
  percent: true,
  met: true,
  total: true,
  outcomes: [{ operationId: true, outcome: true, count: true }],
  events: [{ event: true, count: true }],
  faults: [{ kind: true, count: true }],
} as const;

/** Tells what clients have met of what is documented: of all worlds, or of the world of the key. */
export function coverageHandlers(coverage: Coverage) {
  const shapes = { "coverage-read": coverageShape };
  return {
    getCoverage: {
      shapes,
      answerAnyone: async () => ({ type: "coverage-read", ...coverage.view() }),
    },
    getWorldCoverage: {
      shapes,
      answer: async (_call, { world }) => ({ type: "coverage-read", ...coverage.view(world.worldId) }),
    },
  } satisfies Partial<Handlers<operations>>;
}
