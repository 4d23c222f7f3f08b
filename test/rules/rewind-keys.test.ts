import { expect } from "vitest";
import { askedOperations } from "../hostile/documents.ts";
import { it } from "./checked-sandbox.ts";

/** Everything that is about the world alone. */
const aboutWorld = [
  ["GET", "/sandbox/world"],
  ["GET", "/sandbox/about"],
  ["GET", "/sandbox/fixtures"],
  ["GET", "/sandbox/timeline"],
  ["GET", "/sandbox/withdrawals"],
  ["GET", "/sandbox/world/coverage"],
  ["GET", "/sandbox/world/save-file"],
  ["GET", "/sandbox/clock"],
  ["PUT", "/sandbox/clock", { mode: "frozen" }],
  ["POST", "/sandbox/clock/advance", { by: "PT1S" }],
  ["GET", "/sandbox/agenda"],
  ["GET", "/sandbox/events"],
  ["GET", "/sandbox/settings"],
  ["PATCH", "/sandbox/settings", { withdrawalFee: 1 }],
  ["GET", "/sandbox/presets"],
  ["GET", "/sandbox/routes"],
  ["PUT", "/sandbox/routes", {}],
  ["GET", "/sandbox/bookmarks"],
  ["POST", "/sandbox/bookmarks", { name: "a" }],
  ["DELETE", "/sandbox/bookmarks/a"],
  ["POST", "/sandbox/companies", {}],
  ["POST", "/sandbox/reset"],
] as const;

/** Of the world as well, with paths that name something in it. */
const ofWorldToo = [
  ...["/sandbox/bookmarks", "/sandbox/compare", "/sandbox/events/stream", "/sandbox/faults", "/sandbox/past"],
  ...["/sandbox/requests", "/sandbox/rewind"],
];

/** Everything that is about the company of the key, the interface included. */
const aboutCompany = askedOperations.filter(({ operation, path }) => {
  const isOfWorld = aboutWorld.some(([method, known]) => method === operation.method && known === path);
  return operation.security.includes("apiKey") && !isOfWorld && !ofWorldToo.some((other) => path.startsWith(other));
});

it("a key whose company is not there yet is none of a company, and leads the world on", async ({ sandbox }) => {
  await sandbox.account.bookmark("alone");
  const added = await sandbox.ask("POST", "/sandbox/companies", { balance: 700 });
  const second = sandbox.accountOf(added.text("apiKey"));
  await second.bookmark("together");
  expect(await second.balance()).toBe(700);
  await second.rewind({ bookmark: "alone" });
  const before = await sandbox.account.events();
  expect(aboutCompany.length).toBeGreaterThan(35);
  for (const { operation, path, examples } of aboutCompany) {
    const { method } = operation;
    const answer = await second.ask(method, path, operation.body === null ? undefined : examples[0]);
    expect([method, path, answer.status]).toEqual([method, path, 401]);
    expect(answer.at("code") ?? answer.at("data.code")).toBe("UNAUTHORIZED");
    expect(answer.at("detail") ?? answer.at("message")).toContain("the world was taken back to before it was added");
  }
  expect(await sandbox.account.events()).toEqual(before);
  for (const [method, path, body] of aboutWorld) {
    const answer = await second.ask(method, path, body);
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
  }
  expect(await sandbox.account.balance()).toBe(150_000);
  await second.rewind({ bookmark: "together" });
  expect(await second.balance()).toBe(700);
});
