import type { Awaited, Tried } from "./listeners.ts";

type Name = Tried | Awaited;

/** Which webhooks of a told story each clause looks at; `steady` shows when it took place, and is always there. */
const looks: readonly (readonly [clauses: RegExp, names: readonly Name[]])[] = [
  [/^(deliveries|headers|signature|events)\./, ["other"]],
  [/^retries\.(five-attempts|no-sixth-attempt|first-wait|waits-double)$/, ["failing"]],
  [/^retries\.success$/, ["other"]],
  [/^retries\.timeout$/, ["late"]],
  [/^retries\.patience$/, ["slow"]],
  [/^retries\.redirect-fails$/, ["redirecting"]],
  [/^retries\.client-error-fails$/, ["refusing"]],
  [/^retries\.server-error-fails$/, ["faltering"]],
  [/^retries\.ends-with-success$/, ["recovering"]],
  [/^deactivation\.(after-fifth|others-go-on)$/, ["failing"]],
  [/^deactivation\.not-before-fifth$/, ["faltering"]],
];

/** No others are created on a real account, for they cannot be removed. */
export function lookedAt(selected: readonly string[]): ReadonlySet<Name> {
  const needed = looks.filter(([clauses]) => selected.some((id) => clauses.test(id)));
  return new Set<Name>(["steady", ...needed.flatMap(([, names]) => names)]);
}
