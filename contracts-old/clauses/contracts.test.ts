import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "./catalogue.ts";

const areas = new URL("../areas/", import.meta.url);
const names = readdirSync(areas).filter((name) => name.endsWith(".contract.ts"));
const files = names.map((name) => ({ name, text: readFileSync(new URL(name, areas), "utf8") }));
const contracts = files.flatMap(({ name, text }) =>
  Array.from(text.matchAll(/^(contract|assumption)\(\s*"([^"]*)"/gm), ([, kind, id]) => ({ name, kind, id })),
);

test("each clause has exactly one contract", () => {
  const counted = clauses.map(({ id }) => ({
    id,
    contracts: contracts.filter((contract) => contract.id === id).length,
  }));
  expect(counted.filter((clause) => clause.contracts !== 1)).toEqual([]);
});

test("each contract is of a clause, and of its kind", () => {
  const kinds = new Map(clauses.map(({ id, kind }) => [id, kind === "documented" ? "contract" : "assumption"]));
  expect(contracts.filter(({ id = "", kind }) => kinds.get(id) !== kind)).toEqual([]);
});

test("a contract names its clause where it can be found: at the beginning of a line, as a text", () => {
  const calls = files.flatMap(({ name, text }) => Array.from(text.matchAll(/\b(contract|assumption)\(/g), () => name));
  expect(calls).toHaveLength(contracts.length);
});

test("what contracts see comes before what is told of it", () => {
  expect(contracts.filter(({ name, kind }) => (kind === "assumption") !== name.startsWith("assumed-"))).toEqual([]);
});

/** The client is what anybody has who speaks to a sandbox. */
