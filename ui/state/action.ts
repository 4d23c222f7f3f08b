import { pathWith } from "../../src/client/path-segment.ts";
import type { paths as ControlPaths } from "../../src/spec/generated/control-api.ts";
import type { paths as InterfacePaths } from "../../src/spec/generated/interface-api.ts";

/** The methods of requests. Only the reference sends a GET as an action. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** A change of the world, as data: the click, the curl command and the line for `saldo/client` come from it. */
export interface Action {
  readonly method: Method;
  /** The path as the document writes it: `/charges/{chargeId}/pay`. */
  readonly template: string;
  /** `/sandbox` for the control plane, nothing for the simulated interface. */
  readonly prefix: "/sandbox" | "";
  /** What the template's parameters stand for, in their order. */
  readonly ids: readonly (readonly [name: string, id: string])[];
  readonly body: unknown;
  /** The company of the world that does it; undefined for the one that the page acts as. */
  readonly companyId?: string | undefined;
}

type Operation<Paths, P extends keyof Paths, M extends Method> =
  Lowercase<M> extends keyof Paths[P] ? Paths[P][Lowercase<M>] : never;
type PathsFor<Paths, M extends Method> = {
  [P in keyof Paths]: Lowercase<M> extends keyof Paths[P] ? (Paths[P][Lowercase<M>] extends object ? P : never) : never;
}[keyof Paths] &
  string;
type IdsOf<O> = O extends { parameters: { path: infer P extends object } }
  ? { readonly ids: P }
  : { readonly ids?: never };
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { readonly body: B }
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? { readonly body?: B }
    : { readonly body?: never };
type Given<Paths, M extends Method, P extends keyof Paths> = IdsOf<Operation<Paths, P, M>> &
  BodyOf<Operation<Paths, P, M>>;
type Optional<G> = Record<never, never> extends G ? [given?: G] : [given: G];

/** Returns what makes the actions of a document, which gives their types. */
function actionsOf<Paths>(prefix: Action["prefix"]) {
  return <M extends Method, P extends PathsFor<Paths, M>>(
    method: M,
    template: P,
    ...[given]: Optional<Given<Paths, M, P>>
  ): Action => {
    const { ids = {}, body }: { readonly ids?: object; readonly body?: unknown } = given ?? {};
    const named = Object.entries(ids).map(([name, id]) => [name, String(id)] as const);
    return { method, template, prefix, ids: named, body };
  };
}

export const onSandbox = actionsOf<ControlPaths>("/sandbox");

/** What an integrator's program would do. */
export const onPlatform = actionsOf<InterfacePaths>("");

/** Returns the path that the action is sent to. Throws `UnusableSegment` where an id leads to another one. */
export function pathOf({ prefix, template, ids }: Action): string {
  const values = new Map(ids);
  return prefix + pathWith(template, (name) => values.get(name) ?? `{${name}}`);
}

/** Returns why an action cannot be sent; null if it can. */
export function pathProblem(action: Action): string | null {
  try {
    pathOf(action);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
