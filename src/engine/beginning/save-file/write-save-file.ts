import { jsonChunks } from "../../../slices/json-pieces.ts";
import { parseJsonInSteps } from "../../../slices/json-steps.ts";
import { type Sealed, sealedInSteps } from "../../../store/sealed.ts";
import { newChronicle, type Replayed } from "../../history/chronicle.ts";
import { type SavedPlace, toSnapshot } from "../../history/world-snapshot.ts";
import { savedWorldProblemInSteps } from "./saved-world-problem.ts";

/** How much is written in one step. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Returns, in short steps, a world at a place as a save-file. It has no API keys, since it is to be shared, and none of
 * what the history said of itself: a world that begins from it has another history. Throws if no world could continue
 * from it.
 */
export function* saveFileInSteps(
  replayed: Pick<Replayed, "world" | "position" | "clock">,
): Generator<void, Sealed<SavedPlace>> {
  const { position, at, state } = toSnapshot({ ...replayed, chronicle: newChronicle(replayed.world.epoch) });
  const document = yield* sealedInSteps({ position, at, state });
  // Read back before anybody relies on it.
  const problem = yield* savedWorldProblemInSteps({ at, state: yield* readBack(state) });
  if (problem !== null) throw new Error(`no world can continue from it: ${problem}`);
  return document;
}

function* readBack(value: object): Generator<void, unknown> {
  const chunks: Buffer[] = [];
  for (const text of jsonChunks(value, CHUNK_CHARACTERS)) {
    chunks.push(Buffer.from(text));
    yield;
  }
  return yield* parseJsonInSteps(Buffer.concat(chunks));
}
