import type { BodyOf, ControlApi, QueryOf } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

type Rewind = BodyOf<"rewindWorld">;
type RewindPlace = "bookmark" | "position" | "at";

/** One of the three places, and what happens to the deliveries that are pending there. */
export type RewindBody = {
  [Place in RewindPlace]: Required<Pick<Rewind, Place>> & Omit<Rewind, RewindPlace>;
}[RewindPlace];

/** Returns what has happened in a world, and the way back. */
export function historyOf(control: ControlApi) {
  return {
    events: (query: QueryOf<"listEvents"> = {}) => carriedOut(control.GET("/events", { params: { query } })),
    /** The calls of the simulated interface that the world has received, newest first. */
    requests: async (query: QueryOf<"listRequests"> = {}) =>
      (await carriedOut(control.GET("/requests", { params: { query } }))).requests,
    /** Gives this moment a name to come back to. */
    bookmark: (name: string) => carriedOut(control.POST("/bookmarks", { body: { name } })),
    /** Back to `{ bookmark }`, `{ position }` or `{ at }`. */
    rewind: (to: RewindBody) => carriedOut(control.POST("/rewind", { body: to })),
    /** Back to the beginning of the world. */
    reset: () => carriedOut(control.POST("/reset", {})),
  };
}
