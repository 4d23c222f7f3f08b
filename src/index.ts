/** What the package offers to programs: a sandbox to put together, and what it is put together from. */
import "./supported-node.ts";

export { readFixture, readNamedFixture } from "./engine/beginning/fixture/fixture-files.ts";
export { createSandbox, type Sandbox, type SandboxParts } from "./sandbox.ts";
export { documentWithOverlay } from "./spec/document.ts";
export { parseOverlay } from "./spec/overlay.ts";
export { MemoryStore } from "./store/memory-store.ts";
export type { WorldStore } from "./store/world-store.ts";
export { version } from "./version.ts";
