import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../test/hostile/hostile-texts.ts";
import { harmless, oneLine, printed, printedJson } from "./printed-text.ts";

const commands = /(?!\n)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;

describe.each(hostileTexts.map((text) => [JSON.stringify(text), text] as const))("%s", (_, text) => {
  test("commands neither a terminal nor the log of a workflow", () => {
    for (const shown of [harmless(text), oneLine(text), harmless(`a\n${text}`)]) {
      expect(shown).not.toMatch(commands);
      expect(shown).not.toMatch(/^\s*::|##\[/m);
    }
    expect(oneLine(text)).not.toContain("\n");
  });

  test("is the same text in JSON, escaped", () => {
    const json = JSON.stringify({ text: `${text}##[error]` });
    expect(printedJson(json)).not.toMatch(commands);
    expect(printedJson(json)).not.toContain("##[");
    expect(JSON.parse(printedJson(json))).toEqual(JSON.parse(json));
  });
});

test("a line of what is left is still no command, whatever white space is around it", () => {
  expect(harmless("a\n\n \t::error::x")).toBe("a\n\n   : :error::x");
  expect(oneLine(" a \n \n\n\t b  c \r\n")).toBe("a b  c");
});

test("a text of white space alone takes no longer than another of its length", () => {
  // In time that grows with the square of the length this would take longer than a test can.
  const length = 1_000_000;
  expect(harmless("\n".repeat(length))).toHaveLength(length);
  expect(oneLine("\n".repeat(length))).toBe("");
  expect(oneLine(`a${" ".repeat(length)}b`)).toHaveLength(length + 2);
});

test("colours, lines and the line that is written again are printed, and nothing else that commands a terminal", () => {
  expect(printed("\r\u001b[2K\u001b[31mred\u001b[39m\n")).toBe("\r\u001b[2K\u001b[31mred\u001b[39m\n");
  expect(printed("\u001b]0;title\u0007\u009b31m\u202e")).toBe("]0;title31m");
});
