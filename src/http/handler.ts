import type { View } from "../spec/renderer.ts";
import type { Session } from "./session.ts";

/** A request whose form the document has approved; `O` is the operation's generated type. */
export interface Call<O> {
  readonly params: PathOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
}

/** What answers an operation: the outcomes that it may have, and the code that finds out which. */
export type Handler<O> = CompanyHandler<O> | OpenHandler<O>;

export interface CompanyHandler<O> {
  readonly outcomes: readonly string[];
  answer(call: Call<O>, session: Session): Promise<View>;
}

/** For operations that act on no company: they take no API key. */
export interface OpenHandler<O> {
  readonly outcomes: readonly string[];
  answerAnyone(call: Call<O>): Promise<View>;
}

/** One handler for every operation of a document, by operationId. */
export type Handlers<Operations> = { readonly [Id in keyof Operations]: Handler<Operations[Id]> };

type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Readonly<Record<string, unknown>>;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Readonly<Record<string, unknown>>;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? B | undefined
    : unknown;
