import { beforeAll, expect, test } from "vitest";
import { sandboxOfTests } from "../test/sandbox-of-tests.ts";
import { contractTests } from "./contract-tests.ts";

const sandbox = await sandboxOfTests();

contractTests({ url: () => sandbox.url }, { test, beforeAll });

test("a misspelt option of the target is refused before any test is made", () => {
  const misspelt = { url: "http://127.0.0.1:1", alow: { settle: true } };
  expect(() => contractTests(misspelt, { test })).toThrow('contractTests has no option "alow"; is it allow?');
});
