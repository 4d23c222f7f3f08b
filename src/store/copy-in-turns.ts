import { setImmediate as nextTurn } from "node:timers/promises";

const membersPerTurn = 20_000;
/** Of a list, which may have a million members. */
const mostTogether = 1_000;

/** A list or an object whose members are still to be copied. */
type Part =
  | { readonly list: readonly unknown[]; readonly copy: unknown[]; readonly from: number }
  | { readonly object: object; readonly copy: Record<string, unknown> };

/** A deep copy of JSON. It is made in turns: `structuredClone` of 100,000 charges keeps everybody waiting for 0.3 s. */
export async function copyInTurns(value: unknown): Promise<unknown> {
  const pending: Part[] = [];
  const copy = copyOf(value, pending);
  let members = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    members += copyMembers(part, pending);
    if (members < membersPerTurn) continue;
    members = 0;
    await nextTurn();
  }
  return copy;
}

/** What is more than a value has no members yet; they are pending. */
function copyOf(value: unknown, pending: Part[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    pending.push({ list: value, copy, from: 0 });
    return copy;
  }
  const copy: Record<string, unknown> = {};
  pending.push({ object: value, copy });
  return copy;
}

function copyMembers(part: Part, pending: Part[]): number {
  if ("list" in part) return copySome(part.list, part.copy, part.from, pending);
  const members = Object.entries(part.object);
  for (const [name, member] of members) part.copy[name] = copyOf(member, pending);
  return members.length;
}

function copySome(list: readonly unknown[], copy: unknown[], from: number, pending: Part[]): number {
  const upTo = Math.min(list.length, from + mostTogether);
  // What is in these comes before the rest, so that no more than a few are pending.
  if (upTo < list.length) pending.push({ list, copy, from: upTo });
  for (const member of list.slice(from, upTo)) copy.push(copyOf(member, pending));
  return upTo - from;
}
