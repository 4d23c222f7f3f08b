import { expect, test } from "vitest";
import { readNamedFixture } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";

test("the code fits both documents in every response and input, which a start does not look at", async () => {
  const fixture = () => readNamedFixture("default");
  // A document that is given is compiled at once, as one with an overlay, and the control plane's with it.
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    fixture,
    interfaceDocument: loadDocument("interface"),
  });
  expect(sandbox.server.hasRoute({ method: "GET", url: "/account-balance" })).toBe(true);
  await sandbox.close();
});
