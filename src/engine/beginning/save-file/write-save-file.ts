import { sealed } from "../../../store/sealed.ts";
import { newChronicle, type Replayed } from "../../history/chronicle.ts";
import { toSnapshot } from "../../history/world-snapshot.ts";
import { savedWorldProblem } from "./saved-world-problem.ts";

/**
 * Returns a world at a place as a save-file. It has no API keys, since it is to be shared, and none of what the history
 * said of itself: a world that begins from it has another history. Throws if no world could continue from it.
 */
export function writeSaveFile(replayed: Pick<Replayed, "world" | "position" | "clock">) {
  const { position, at, state } = toSnapshot({ ...replayed, chronicle: newChronicle(replayed.world.epoch) });
  const document = sealed({ position, at, state });
  // Read back before anybody relies on it.
  const problem = savedWorldProblem({ at, state: JSON.parse(JSON.stringify(state)) });
  if (problem !== null) throw new Error(`no world can continue from it: ${problem}`);
  return document;
}
