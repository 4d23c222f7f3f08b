import { afterAll } from "vitest";
import { startSandbox } from "../src/testing/start-sandbox.ts";

/** A sandbox that all tests of a file share. */
export async function sandboxOfTests(...options: Parameters<typeof startSandbox>): ReturnType<typeof startSandbox> {
  const sandbox = await startSandbox(...options);
  afterAll(() => sandbox[Symbol.asyncDispose]());
  return sandbox;
}
