import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { fixtureNames } from "../../engine/fixture/fixture-files.ts";
import { permissions } from "../contract/contract-choice.ts";
import { shippedNames } from "../scenario/shipped.ts";
import type { KnownWords } from "./command-shape.ts";

/** What is shipped with this version, and can be named on the command line. */
export async function knownWords(): Promise<KnownWords> {
  return new Map<string, readonly string[]>([
    ["start --fixture", await fixtureNames()],
    ["contract --allow", permissions],
    ["contract --only", clauses.map(({ id }) => id)],
    ["contract --otp", ["prompt", "inbox"]],
    ["scenario run", await shippedNames()],
  ]);
}
