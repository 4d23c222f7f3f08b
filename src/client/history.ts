import type { operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** What has happened in a world, and the way back. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class History {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  events(query: QueryOf<operations["listEvents"]> = {}) {
    return carriedOut(this.#control.GET("/events", { params: { query } }));
  }

  /** Gives this moment a name to come back to. */
  bookmark(name: string) {
    return carriedOut(this.#control.POST("/bookmarks", { body: { name } }));
  }

  /** Back to `{ bookmark }`, `{ position }` or `{ at }`. */
  rewind(to: BodyOf<operations["rewindWorld"]>) {
    return carriedOut(this.#control.POST("/rewind", { body: to }));
  }

  /** Back to the beginning: the world is again as it was made. */
  reset() {
    return carriedOut(this.#control.POST("/reset", {}));
  }
}
