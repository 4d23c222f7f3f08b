import type { FaultTerms } from "../../domain/fault.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Call, Handlers } from "../server/handler.ts";
import { faultShape, faultView } from "../view/fault-view.ts";

export const faultShapes: OutcomeShapes = { "faults-listed": { faults: [faultShape], position: true } };

type FaultOperation = "listFaults" | "addFault" | "removeFaults" | "removeFault";

/** Faults are added, listed and removed. */
export const faultHandlers: Handlers<Pick<operations, FaultOperation>> = {
  listFaults: {
    outcomes: ["faults-listed"],
    answer: (_call, session) =>
      session.readWorld(({ world, position }) => {
        return { type: "faults-listed", faults: world.faults.list.map(faultView), position };
      }),
  },
  addFault: {
    outcomes: ["fault-added", "faults-full", "value-not-allowed"],
    answer: ({ body }, session) => {
      const { times = 1, ...terms } = body;
      return session.execute({ type: "add-fault", terms: termsOf(terms), times });
    },
  },
  removeFaults: {
    outcomes: ["faults-removed"],
    answer: (_call, session) => session.execute({ type: "remove-faults" }),
  },
  removeFault: {
    outcomes: ["faults-removed", "fault-unknown"],
    answer: ({ params: { faultId } }, session) => session.execute({ type: "remove-fault", faultId }),
  },
};

type Given = Call<operations["addFault"]>["body"] extends infer Body
  ? Body extends object
    ? Omit<Body, "times">
    : never
  : never;

/** A reordered delivery waits at most a minute unless the caller sets another limit. */
function termsOf(given: Given): FaultTerms {
  return given.kind === "reorder-deliveries" ? { delay: "PT1M", ...given } : given;
}
