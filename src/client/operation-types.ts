/** What an operation of a document takes as its body. */
export type BodyOf<O> = O extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;

/** What it takes in its query. */
export type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
