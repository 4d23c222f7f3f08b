import { jsonSteps, parseInSlices } from "../../../slices/large-json.ts";
import { stepByStep } from "../../../slices/step-by-step.ts";
import { type Sealed, sealedInSteps } from "../../../store/sealed.ts";
import { newChronicle, type Replayed } from "../../history/chronicle.ts";
import { type SavedPlace, toSnapshot } from "../../history/world-snapshot.ts";
import { savedWorldProblemInSteps } from "./saved-world-problem.ts";

/**
 * Returns a world at a place as a save-file. It has no API keys, since it is to be shared, and none of
 * what the history said of itself: a world that begins from it has another history. Throws if no world could continue
 * from it.
 */
export async function saveFileOf(
  replayed: Pick<Replayed, "world" | "position" | "clock">,
): Promise<Sealed<SavedPlace>> {
  const { position, at, state } = toSnapshot({ ...replayed, chronicle: newChronicle(replayed.world.epoch) });
  const document = await stepByStep(sealedInSteps({ position, at, state }));
  // Read back before it is relied on.
  const readBack = await parseInSlices(jsonSteps(state));
  const problem = await stepByStep(savedWorldProblemInSteps({ at, state: readBack }));
  if (problem !== null) throw new Error(`no world can continue from it: ${problem}`);
  return document;
}
