import type { Configuration } from "./configuration.ts";

/** Returns how to get a new first world beside what is stored. */
export function freshWays({ store }: Pick<Configuration, "store">): string {
  return store === "lowdb"
    ? "--fresh, --data <new folder> or --store memory"
    : "--pg-schema <new name> or --store memory";
}
