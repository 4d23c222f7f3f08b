import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../test/hostile/hostile-texts.ts";
import { terminalLine } from "./terminal-log.ts";

test.each(hostileTexts)("what a caller says cannot command the terminal: %j", (text) => {
  const entry = { requestId: "r", worldId: null, companyId: null, operationId: null, method: text, path: `/${text}` };
  const result = { status: 400, outcome: text, reason: text, fault: null, worldAt: null, durationMs: 1 };
  const line = terminalLine({ ...entry, ...result });
  expect(stripVTControlCharacters(line)).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
});
