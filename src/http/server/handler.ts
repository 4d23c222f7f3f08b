import type { Command } from "../../domain/command.ts";
import type { OutcomeShapes, View } from "../../spec/renderer.ts";
import type { Heartbeat, Parts } from "../event-stream/part-stream.ts";
import type { Caller } from "../request/caller.ts";
import type { Session } from "../request/session.ts";

/** A request that is valid by its document; `O` is the generated type of the operation. */
export interface ValidCall<O> {
  readonly params: PathOf<O>;
  readonly query: QueryOf<O>;
  readonly headers: HeadersOf<O>;
  readonly body: BodyOf<O>;
}

/** The code of an operation. The document says which outcomes the operation can have. */
export type Handler<O> = CompanyHandler<O> | OpenHandler<O> | StreamHandler<O>;

interface AnyHandler {
  /** The fields that overlays of the simulated interface can name, of outcomes that no command has. */
  readonly shapes?: OutcomeShapes;
  /** The maximum size of the body, if it differs from the server's. */
  readonly bodyLimitBytes?: number;
  /** Whether its response can be large, if the document does not say so: by default one that has a list can be. */
  readonly isLarge?: boolean;
  /** Whether a large response takes long, because it reads much; it then waits in a line of its own. */
  readonly isLong?: true;
  /** Whether it runs when the memory is full. By default only reads and deletions do. */
  readonly freesMemory?: true;
}

export interface CompanyHandler<O> extends AnyHandler {
  answer(call: ValidCall<O>, session: Session, caller: Caller): View | Promise<View>;
}

/** For operations without an API key. */
export interface OpenHandler<O> extends AnyHandler {
  answerAnyone(call: ValidCall<O>, caller: Caller): Promise<View>;
}

/** For operations whose response continues until the client disconnects. */
export interface StreamHandler<O> extends AnyHandler {
  stream(call: ValidCall<O>, session: Session): Promise<View | Streamed>;
}

/** A response that is sent part by part; the document describes it under the outcome of the view. */
export interface Streamed {
  readonly view: View;
  readonly parts: Parts;
  readonly heartbeat?: Heartbeat;
  /** Called once, when the client or the server has ended the stream; at once for a HEAD request. */
  onEnd(): void;
}

/** Executes a command and returns the view of its outcome. */
export function commandHandler<O>(commandOf: (call: ValidCall<O>, companyId: string) => Command): CompanyHandler<O> {
  return { answer: (call, session) => session.execute(commandOf(call, session.companyId)) };
}

/** One handler for every operation of a document, by operationId. */
export type Handlers<Operations> = { readonly [Id in keyof Operations]: Handler<Operations[Id]> };

type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Readonly<Record<string, unknown>>;
type HeadersOf<O> = O extends { parameters: { header?: infer H } } ? NonNullable<H> : Readonly<Record<string, unknown>>;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Readonly<Record<string, unknown>>;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? B | undefined
    : unknown;
