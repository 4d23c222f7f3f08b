import { atOnce } from "../at-once.ts";
import { restoreInSteps, type SavedWorld, saveWorld } from "../saved-world.ts";
import type { World } from "../world.ts";
import { Story } from "./story.ts";

/** A world as a file would have it. */
export function written(world: World): SavedWorld {
  return JSON.parse(JSON.stringify(saveWorld(world)));
}

export function restoreWorld(saved: SavedWorld): World {
  return atOnce(restoreInSteps(saved));
}

/** A story that goes on in a world that was read back; its history begins there. */
export class RestoredStory extends Story {
  override readonly world: World;

  constructor(saved: SavedWorld, { now, receiver }: Pick<Story, "now" | "receiver">) {
    super();
    this.world = restoreWorld(saved);
    this.history.length = 0;
    this.now = now;
    this.receiver = receiver;
  }
}
