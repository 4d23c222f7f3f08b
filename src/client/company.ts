import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** The company that is spoken for. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Company {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  read() {
    return carriedOut(this.#control.GET("/company"));
  }

  /** `{ automaticWithdrawal: { at: "06:00" } }`; what is not named stays as it is. */
  change(company: BodyOf<operations["changeCompany"]>) {
    return carriedOut(this.#control.PATCH("/company", { body: company }));
  }
}
