import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** Where deliveries really go, by the host of their webhook. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Routes {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  read() {
    return carriedOut(this.#control.GET("/routes"));
  }

  /** `{ "hooks.acme.dev": "http://127.0.0.1:3000" }`, in the place of all that there were. */
  set(routes: BodyOf<operations["setRoutes"]>) {
    return carriedOut(this.#control.PUT("/routes", { body: routes }));
  }
}
