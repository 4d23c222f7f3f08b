import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../test/hostile/hostile-texts.ts";
import { terminalLine } from "./terminal-log.ts";

function shown(text: string): string {
  const entry = { requestId: "r", worldId: null, companyId: null, operationId: null, method: text, path: `/${text}` };
  const result = { status: 400, outcome: text, reason: text, fault: null, worldAt: null, durationMs: 1 };
  return terminalLine({ ...entry, ...result });
}

function escapesIn(line: string): number {
  return line.split("\u001b").length - 1;
}

test.each(hostileTexts)("what a caller says cannot command the terminal: %j", (text) => {
  const line = shown(text);
  expect(stripVTControlCharacters(line)).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
  // Stripping takes the caller's own sequences away, too: none may be there beside the colours of the line.
  expect(escapesIn(line)).toBe(escapesIn(shown("said")));
});
