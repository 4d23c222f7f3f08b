import type { Clock, ClockAdvanced } from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

type Advance = Required<BodyOf<"advanceClock">>;

/** One of the three. */
export type AdvanceBody = Pick<Advance, "by"> | Pick<Advance, "to"> | Pick<Advance, "toNext">;

/** Returns the time of a world. */
export function clockOf(control: ControlApi) {
  return {
    /** Returns the time and how it passes. */
    read: (): Promise<Clock> => carriedOut(control.GET("/clock")),
    /** Freezes the clock or lets it run: `{ mode: "frozen" }`, or `{ mode: "running", rate: 60 }`. */
    set: (clock: BodyOf<"setClock">): Promise<Clock> => carriedOut(control.PUT("/clock", { body: clock })),
    /**
     * Advances the clock: `{ by: "P30D" }`, `{ to: "2026-04-01T12:00:00Z" }` or `{ toNext: true }`. Returns the effects,
     * when all of them are done, webhook deliveries included. When they exceed what the server allows at once, it throws
     * `UnexpectedAnswer` with status 422: advance to the `to` of its `body` to continue.
     */
    advance: (target: AdvanceBody): Promise<ClockAdvanced> =>
      carriedOut(control.POST("/clock/advance", { body: target })),
  };
}
