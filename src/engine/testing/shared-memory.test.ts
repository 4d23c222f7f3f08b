import { turnsConformanceOf } from "../../store/turns.conformance.ts";
import { SharedMemory } from "./shared-memory.ts";

turnsConformanceOf("the shared memory of tests", async () => {
  const left = new SharedMemory(() => performance.now());
  return [left, new SharedMemory(() => performance.now(), left)];
});
