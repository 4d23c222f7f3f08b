import { expect, test } from "vitest";
import { readYaml } from "./yaml-source.ts";

function problemsOf(text: string) {
  const read = readYaml(text, "f.yaml");
  return "problems" in read ? read.problems : [];
}

test("a file has at most a thousand anchors and aliases, whose line is told", () => {
  const anchors = (count: number) => Array.from({ length: count }, (_, i) => `- &a${i} x\n`).join("");
  expect(problemsOf(anchors(1_000))).toEqual([]);
  expect(problemsOf(anchors(100_000))).toEqual([
    { at: "f.yaml:1001", message: expect.stringContaining("at most 1000 anchors and aliases") },
  ]);
  expect(problemsOf(`a: &a [1]\nb: [${"*a, ".repeat(100_000)}]\n`)).toHaveLength(1);
});

test("texts that look like anchors are none", () => {
  const texts = Array.from({ length: 2_000 }, (_, i) => `- "R &D ${i}"\n- R &D *now*\n- |\n  &a\n  *b\n`).join("");
  expect(problemsOf(texts)).toEqual([]);
});

test("a hundred thousand equal lines are told in twenty problems, and one long tag is cut", () => {
  const equal = problemsOf("companies: 1\n".repeat(100_000));
  expect(equal).toHaveLength(21);
  expect(equal[0]).toEqual({ at: "f.yaml:2:1", message: "this name is there twice" });
  expect(equal[20]?.message).toBe("and 99979 more problems from here on");
  for (const { message } of problemsOf("!".repeat(100_000))) expect(message.length).toBeLessThan(300);
});

test.each(["[", "{a: ", "- "])("what is nested too deep is told once, in words: %s", (level) => {
  expect(problemsOf(level.repeat(100_000))).toEqual([
    {
      at: expect.stringMatching(/^f\.yaml:1:\d+$/),
      message: "too many lists and maps stand within each other; nest them less",
    },
  ]);
});
