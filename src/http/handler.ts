import type { View } from "../spec/renderer.ts";
import type { Parts } from "./part-stream.ts";
import type { Session } from "./session.ts";

/** A request whose form the document has approved; `O` is the operation's generated type. */
export interface Call<O> {
  readonly params: PathOf<O>;
  readonly query: QueryOf<O>;
  readonly headers: HeadersOf<O>;
  readonly body: BodyOf<O>;
}

/** What answers an operation: the outcomes that it may have, and the code that finds out which. */
export type Handler<O> = CompanyHandler<O> | OpenHandler<O> | StreamHandler<O>;

interface AnyHandler {
  readonly outcomes: readonly string[];
  /** The largest body, where it is another one than the server's. */
  readonly bodyLimitBytes?: number;
  /** Whether it is carried out also when the memory is full. By default reading and deleting are, and nothing else. */
  readonly freesMemory?: true;
}

export interface CompanyHandler<O> extends AnyHandler {
  /** `isCallerGone`: whether the client has closed the connection, so that nobody waits for the answer. */
  answer(call: Call<O>, session: Session, isCallerGone: () => boolean): Promise<View>;
}

/** For operations that act on no company: they take no API key. */
export interface OpenHandler<O> extends AnyHandler {
  answerAnyone(call: Call<O>): Promise<View>;
}

/** For operations whose answer goes on for as long as the client stays. */
export interface StreamHandler<O> extends AnyHandler {
  stream(call: Call<O>, session: Session): Promise<View | Streamed>;
}

/** An answer that is sent part by part, as its document says of the view's outcome. */
export interface Streamed {
  readonly view: View;
  readonly parts: Parts;
  /** Called once, when the client or the server has ended it; at once where only the headers were asked for. */
  onEnd(): void;
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
