import { afterAll, beforeAll, test } from "vitest";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { contractTests } from "./contract-tests.ts";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

contractTests({ url: () => sandbox.url }, { test, beforeAll });
