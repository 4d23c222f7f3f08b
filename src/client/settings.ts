import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** What is to be set anew; what it does not name stays as it is. */
export type SettingsChange = BodyOf<operations["changeSettings"]>;

/** How the platform is set up. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Settings {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  read() {
    return carriedOut(this.#control.GET("/settings"));
  }

  /** `{ manualApproval: true }`, or `{ settlement: { outcome: "FAILED" } }`. */
  change(settings: SettingsChange) {
    return carriedOut(this.#control.PATCH("/settings", { body: settings }));
  }
}
