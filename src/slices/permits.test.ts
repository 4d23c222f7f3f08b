import { expect, test } from "vitest";
import { quiet } from "../engine/testing/waiting.ts";
import { Permits } from "./permits.ts";

const { signal } = new AbortController();

/** Works that end when the test says so, and what has begun. */
function works(permits: Permits) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, during = signal) =>
    permits.run(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, during);
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

test("as many run at a time as there are permits, and the others begin in their order", async () => {
  const { begun, run, end } = works(new Permits(2));
  const results = ["a", "b", "c", "d"].map((name) => run(name));
  await quiet();
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await quiet();
  expect(begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) end(name);
  await quiet();
  end("d");
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

test("who goes away while waiting never runs, and takes no permit along", async () => {
  const { begun, run, end } = works(new Permits(1));
  const leaving = new AbortController();
  const [first, second, third] = [run("a"), run("b", leaving.signal), run("c")];
  leaving.abort();
  expect(await second).toBe(null);
  end("a");
  await first;
  await quiet();
  end("c");
  await third;
  expect(await run("d", leaving.signal)).toBe(null);
  expect(begun).toEqual(["a", "c"]);
});

test("a work that fails gives its permit back", async () => {
  const permits = new Permits(1);
  await expect(permits.run(() => Promise.reject(new Error("the disk")), signal)).rejects.toThrow("the disk");
  expect(await permits.run(async () => "next", signal)).toBe("next");
});
