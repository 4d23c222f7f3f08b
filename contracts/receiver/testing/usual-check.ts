import { readFileSync } from "node:fs";
import type { JsonObject } from "../../judge/json.ts";
import type { CheckOptions } from "../check-receiver.ts";
import { secret } from "./receiver.ts";

export const document: JsonObject = JSON.parse(
  readFileSync(new URL("../../../src/spec/generated/interface.json", import.meta.url), "utf8"),
);

/** A check of a planted receiver: as it is for users, but for what would take long. */
export const usualCheck = {
  version: "0.0.0",
  document,
  secrets: [secret],
  headers: {},
  answerMs: 10_000,
  patienceMs: 30_000,
  returnMs: 200,
  pauseMs: 1,
  isStrict: false,
} as const satisfies Partial<CheckOptions>;
