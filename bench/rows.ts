import { abuse } from "./abuse.ts";
import type { Measure } from "./row.ts";
import { advance } from "./rows/advance.ts";
import { commands } from "./rows/commands.ts";
import { contracts } from "./rows/contracts.ts";
import { drillWorlds } from "./rows/drill.ts";
import { durableAdvance } from "./rows/durable-advance.ts";
import { container } from "./rows/image.ts";
import { largeWorld } from "./rows/large-world.ts";
import { listWithdrawals } from "./rows/list-withdrawals.ts";
import { manyClients } from "./rows/many-clients.ts";
import { manyWorlds } from "./rows/many-worlds.ts";
import { page } from "./rows/page.ts";
import { readBalance } from "./rows/read-balance.ts";
import { recovery } from "./rows/recovery.ts";
import { start } from "./rows/start.ts";
import { deliver } from "./rows/webhooks.ts";
import { wholeTests } from "./rows/whole-tests.ts";
import { withdrawals } from "./rows/withdrawals.ts";
import { worlds } from "./rows/worlds.ts";
import { year } from "./rows/year.ts";

/** All that is measured, by the name that `--only` knows it by. */
export const rows: ReadonlyMap<string, Measure> = new Map([
  ["balance", readBalance],
  ["many-clients", manyClients],
  ["whole-tests", wholeTests],
  ["drill", drillWorlds],
  ["start", start],
  ["withdrawals", withdrawals],
  ["commands", commands],
  ["list", listWithdrawals],
  ["advance", advance],
  ["durable-advance", durableAdvance],
  ["year", year],
  ["webhooks", deliver],
  ["worlds", worlds],
  ["many-worlds", manyWorlds],
  ["large-world", largeWorld],
  ["recovery", recovery],
  ["image", container],
  ["contracts", contracts],
  ["page", page],
  ["abuse", abuse],
]);
