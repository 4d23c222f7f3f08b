/** Plants one change after the other, as the process that started it asks for them by id. */
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";
import { outcomeOf } from "./outcome.ts";

const isAll = process.argv.includes("--all");

process.on("message", async (id) => {
  const change = [...defects, ...harmlessChanges].find((one) => one.id === id);
  if (change === undefined) throw new Error(`no defect has the name ${id}`);
  process.send?.(await outcomeOf(change, isAll));
});
