import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

type Rewind = BodyOf<operations["rewindWorld"]>;
type RewindPlace = "bookmark" | "position" | "at";

/** One of the three places, and what becomes of the deliveries that are pending there. */
export type RewindTarget = {
  [Place in RewindPlace]: Required<Pick<Rewind, Place>> & Omit<Rewind, RewindPlace>;
}[RewindPlace];

/** What has happened in a world, and the way back. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class History {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  events(query: QueryOf<operations["listEvents"]> = {}) {
    return carriedOut(this.#control.GET("/events", { params: { query } }));
  }

  /** The calls of the simulated interface that the world has received, newest first. */
  async requests(query: QueryOf<operations["listRequests"]> = {}) {
    return (await carriedOut(this.#control.GET("/requests", { params: { query } }))).requests;
  }

  /** Gives this moment a name to come back to. */
  bookmark(name: string) {
    return carriedOut(this.#control.POST("/bookmarks", { body: { name } }));
  }

  /** Back to `{ bookmark }`, `{ position }` or `{ at }`. */
  rewind(to: RewindTarget) {
    return carriedOut(this.#control.POST("/rewind", { body: to }));
  }

  /** Back to the beginning: the world is again as it was made. */
  reset() {
    return carriedOut(this.#control.POST("/reset", {}));
  }
}
