import { expect, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { lookedAt } from "./looked-at.ts";

test("only the webhooks that the selected clauses look at are created", () => {
  expect([...lookedAt(["retries.redirect-fails", "deactivation.others-go-on"])]).toEqual([
    "steady",
    "redirecting",
    "failing",
  ]);
});

test("all clauses together look at every webhook", () => {
  const all = ["steady", "other", "redirecting", "refusing", "faltering", "recovering", "failing", "slow", "late"];
  expect([...lookedAt(clauses.map(({ id }) => id))].sort()).toEqual(all.sort());
});
