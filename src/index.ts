/** The package's API for programs: a sandbox, and its parts. */
import "./supported-node.ts";

export { readFixture, readNamedFixture } from "./engine/beginning/fixture/fixture-files.ts";
export { createSandbox, type Sandbox, type SandboxParts } from "./sandbox.ts";
export { documentWithOverlay } from "./spec/document.ts";
export { parseOverlay } from "./spec/overlay.ts";
export { MemoryStore } from "./store/memory-store.ts";
export type { WorldStore } from "./store/world-store.ts";
export { version } from "./version.ts";
