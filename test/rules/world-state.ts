import type { Account } from "./account.ts";
import { isRow, type Row } from "./json-reading.ts";

const paths = [
  ...["/account-balance", "/account-balance/withdrawals", "/webhook", "/sandbox/ledger?limit=1000"],
  ...["agenda", "charges", "clock", "company", "deliveries", "inbox"].map((name) => `/sandbox/${name}`),
  ...["routes", "settings", "subscriptions", "webhooks"].map((name) => `/sandbox/${name}`),
];

/** All that can be seen of a company and its world, by the path where it is seen, but for positions of the history. */
export async function stateOf(account: Account): Promise<Row> {
  const seen: Record<string, unknown> = {};
  for (const path of paths) seen[path] = withoutPositions((await account.ask("GET", path)).body);
  return seen;
}

function withoutPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPositions);
  if (!isRow(value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== "position");
  return Object.fromEntries(others.map(([name, each]) => [name, withoutPositions(each)]));
}
