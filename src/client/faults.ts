import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** What is to go wrong. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Faults {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  /** `{ kind: "lose-response", operationId: "initiateWithdrawal" }`; for the next call, or the next `times`. */
  add(fault: BodyOf<operations["addFault"]>) {
    return carriedOut(this.#control.POST("/faults", { body: fault }));
  }

  /** Those that can still strike, oldest first. */
  async list() {
    return (await carriedOut(this.#control.GET("/faults"))).faults;
  }

  /** From now on nothing goes wrong. */
  removeAll() {
    return carriedOut(this.#control.DELETE("/faults"));
  }
}
