import type { operations } from "../spec/generated/control-api.ts";

/** The JSON body that an operation of the control plane takes. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer B } };
}
  ? B
  : never;

/** The parameters that it takes in its query. */
export type QueryOf<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never;
