import { MemoryStore } from "./memory-store.ts";
import { conformanceOf } from "./world-store.conformance.ts";

conformanceOf("the memory store", async () => new MemoryStore());
