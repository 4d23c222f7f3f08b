import { join } from "node:path";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { conformanceOf } from "../world-store.conformance.ts";
import { LowdbStore } from "./lowdb-store.ts";
import { FakeDisk } from "./testing/fake-disk.ts";

const folder = folderOfTests();
let opened = 0;

// Small files, so that there is something to forget.
const segmentBytes = 2000;

conformanceOf("the lowdb store on a real disk", () => {
  opened += 1;
  return LowdbStore.open(join(folder, String(opened)), { segmentBytes });
});

conformanceOf("the lowdb store on a disk of its own", () => {
  return LowdbStore.open("/data", { segmentBytes, disk: new FakeDisk() });
});
