import type {
  Bookmark,
  EventsListed,
  HistoriesCompared,
  ReceivedRequest,
  RequestsExported,
  StatementRead,
  WorldRewound,
} from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi, QueryOf } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";
import { DEFAULT_WAIT, MAX_LISTED, nothingCame } from "./wait.ts";

type Rewind = BodyOf<"rewindWorld">;
type RewindPlace = "bookmark" | "position" | "at";

/** One of the three places, and what happens to the deliveries that are pending there. */
export type RewindBody = {
  [Place in RewindPlace]: Required<Pick<Rewind, Place>> & Omit<Rewind, RewindPlace>;
}[RewindPlace];

type Period = Omit<QueryOf<"getStatement">, "format">;

/** Returns what has happened in a world, and the way back. */
export function historyOf(control: ControlApi) {
  return {
    /** Returns the events after a position, oldest first: `{ after: 42, limit: 100 }`. */
    events: (query: QueryOf<"listEvents"> = {}): Promise<EventsListed> =>
      carriedOut(control.GET("/events", { params: { query } })),
    /**
     * Returns what two branches of the history have since they parted, and their first difference: `{ left: 42 }` compares
     * the branch that ends at position 42 with the present.
     */
    compare: (query: QueryOf<"compareHistories">): Promise<HistoriesCompared> =>
      carriedOut(control.GET("/compare", { params: { query } })),
    /** Returns the calls of the simulated interface that the world has received, newest first. */
    requests: async (query: QueryOf<"listRequests"> = {}): Promise<ReceivedRequest[]> =>
      (await carriedOut(control.GET("/requests", { params: { query } }))).requests,
    /**
     * Returns the oldest call that fits, as soon as it has ended: `{ operationId, status, after, wait }`. `after`: only
     * calls after this number. `wait`: of real time, PT10S by default and at most PT1M. Throws an `Error` after that time.
     */
    async waitForRequest(query: QueryOf<"listRequests"> = {}): Promise<ReceivedRequest> {
      const waiting = { wait: DEFAULT_WAIT, limit: MAX_LISTED, ...query };
      const { requests } = await carriedOut(control.GET("/requests", { params: { query: waiting } }));
      return requests.at(-1) ?? nothingCame("call", waiting);
    },
    /** Returns the calls and the webhook deliveries of the world as HAR 1.2, without secrets. */
    har: (): Promise<RequestsExported> => carriedOut(control.GET("/requests/har")),
    /** Returns the available balance as a bank statement: `{ from, to }`, both with their offset. */
    async statement(query: Period = {}): Promise<StatementRead> {
      const told = await carriedOut(control.GET("/statement", { params: { query } }));
      if (typeof told !== "string") return told;
      throw new Error("the statement is no JSON");
    },
    /** Returns the same as the text of a file: `"csv"` for spreadsheets, `"ofx"` for accounting programs. */
    async statementFile(format: "csv" | "ofx", query: Period = {}): Promise<string> {
      const asked = control.GET("/statement", { params: { query: { ...query, format } }, parseAs: "arrayBuffer" });
      // A spreadsheet needs the byte order mark, which `text()` would take away.
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await carriedOut(asked));
    },
    /** Gives this moment a name to come back to. */
    bookmark: (name: string): Promise<Bookmark> => carriedOut(control.POST("/bookmarks", { body: { name } })),
    /** Goes back to `{ bookmark }`, `{ position }` or `{ at }`. */
    rewind: (to: RewindBody): Promise<WorldRewound> => carriedOut(control.POST("/rewind", { body: to })),
    /** Goes back to the beginning of the world. */
    reset: (): Promise<WorldRewound> => carriedOut(control.POST("/reset", {})),
  };
}
