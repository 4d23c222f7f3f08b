import { nearest } from "../../spec/nearest.ts";

/** A route of the server; its path has the prefix, and parameters in braces. */
export interface ServerRoute {
  readonly method: string;
  readonly path: string;
}

/** What other servers have, by its path without `/sandbox`, and where Saldo has the like. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ healthz: "/sandbox/health", livez: "/sandbox/health", readyz: "/sandbox/ready" },
  ...{ docs: "/openapi.json", "api-docs": "/openapi.json", swagger: "/openapi.json", redoc: "/openapi.json" },
  ...{ "swagger.json": "/openapi.json", "openapi.yaml": "/openapi.json", "openapi.yml": "/openapi.json" },
};

/** A longer path is no slip, and comparing it would take long. */
const MAX_PATH = 100;
/** Segments before a path that a client's base URL may have too many: `/api/v2`. */
const MAX_DROPPED = 2;

/**
 * Returns the route that a request for an unknown path perhaps meant, with the parameters that it gave; null where none
 * is near. What goes wrong is a slash at the end, the case, `_` for `-`, a base URL of another version, and `/sandbox`
 * that is missing or too much.
 */
export function meantRoute(method: string, path: string, routes: readonly ServerRoute[]): ServerRoute | null {
  if (path.length > MAX_PATH) return null;
  const given = path.split("/").filter((segment) => segment !== "");
  if (given.length === 0) return null;
  const dropped = Array.from({ length: Math.min(MAX_DROPPED, given.length - 1) + 1 }, (_, count) => given.slice(count));
  const candidates = (written: readonly (readonly string[])[]) =>
    written.flatMap((segments) =>
      routes.flatMap((route) => {
        const filled = filledPath(route.path, segments);
        return filled === null ? [] : [{ method: route.method, path: filled, given: `/${segments.join("/")}` }];
      }),
    );
  const same = candidates(dropped.flatMap((segments) => [segments, ["sandbox", ...segments]])).filter(
    ({ path, given }) => plain(path) === plain(given),
  );
  // A slip and a missing prefix together would make any word near: /docs is not /sandbox/clock.
  const near = candidates(dropped).filter(({ path, given }) => nearest(plain(given), [plain(path)]) !== undefined);
  for (const found of [same, near]) {
    const [first] = found;
    if (first !== undefined) return found.find((route) => route.method === method) ?? first;
  }
  const [first = "", ...others] = given;
  const isControl = first.toLowerCase() === "sandbox" && others.length === 1;
  const name = (isControl ? others.join() : given.join("/")).toLowerCase();
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  if (other === undefined) return null;
  return { method: "GET", path: isControl && other === "/openapi.json" ? "/sandbox/openapi.json" : other };
}

/** Returns the path of a route with the parameters from these segments; null if the segments are of another number. */
function filledPath(template: string, segments: readonly string[]): string | null {
  const names = template.split("/").slice(1);
  if (names.length !== segments.length) return null;
  // A path of parameters alone would fit any other.
  if (names.every((name) => name.startsWith("{"))) return null;
  return `/${names.map((name, i) => (name.startsWith("{") ? segments[i] : name)).join("/")}`;
}

function plain(path: string): string {
  return path.toLowerCase().replaceAll("_", "-");
}
