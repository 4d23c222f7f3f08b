import type { FaultTerms } from "../../domain/fault.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { commandHandler, type Handlers, type ValidCall } from "../server/handler.ts";
import { faultView } from "../view/fault-view.ts";

export const faultHandlers = {
  listFaults: {
    answer: (_call, session) =>
      session.readWorld(({ world, at, position }) => {
        return { type: "faults-listed", faults: world.faults.list.map((fault) => faultView(fault, at)), position };
      }),
  },
  addFault: commandHandler(({ body }) => {
    const { times = 1, ...terms }: Given & { times?: number } = body;
    return { type: "add-fault", terms: termsOf(terms), times };
  }),
  removeFaults: commandHandler(() => ({ type: "remove-faults" })),
  removeFault: commandHandler(({ params }) => ({ ...params, type: "remove-fault" })),
} satisfies Partial<Handlers<operations>>;

type Given = ValidCall<operations["addFault"]>["body"] extends infer Body
  ? Body extends object
    ? Omit<Body, "times">
    : never
  : never;

/** A reordered delivery waits at most a minute unless the caller sets another limit. */
export function termsOf(given: Given): FaultTerms {
  return given.kind === "reorder-deliveries" ? { delay: "PT1M", ...given } : given;
}
