import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

type Advance = Required<BodyOf<operations["advanceClock"]>>;

/** One of the three. */
export type AdvanceTarget = Pick<Advance, "by"> | Pick<Advance, "to"> | Pick<Advance, "toNext">;

/** The time of a world. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Clock {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  read() {
    return carriedOut(this.#control.GET("/clock"));
  }

  /** `{ mode: "frozen" }`, or `{ mode: "running", rate: 60 }`. */
  set(clock: BodyOf<operations["setClock"]>) {
    return carriedOut(this.#control.PUT("/clock", { body: clock }));
  }

  /**
   * `{ by: "P30D" }`, `{ to: "2026-04-01T12:00:00Z" }` or `{ toNext: true }`; answers with what that has caused, when all
   * of it is done, deliveries of webhooks included. When that is more than the server allows at once, it throws
   * `UnexpectedAnswer` with status 422: advance to the `to` of its `body` to go on.
   */
  advance(target: AdvanceTarget) {
    return carriedOut(this.#control.POST("/clock/advance", { body: target }));
  }
}
