import { saveFileOf } from "../../engine/beginning/save-file/write-save-file.ts";
import { findPlace } from "../../engine/history/find-place.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";
import { rejectionView } from "./rewind.ts";

export const saveFileHandlers = {
  getSaveFile: {
    isLong: true,
    answer: async ({ query: { bookmark, position } }, { world }) => {
      const seen = await world.lookAt((present) => {
        const target = bookmark === undefined ? { position: position ?? present.position } : { bookmark };
        return findPlace(world.past, target, present);
      });
      if ("type" in seen) return rejectionView(seen, world.past.beginning);
      // A world that begins from it has a clock of its own, tied to another machine's.
      const clock = { ...seen.world.clock, anchorAt: seen.at, anchorWall: seen.at };
      return { type: "save-file-read", world: await saveFileOf({ ...seen, clock }) };
    },
  },
} satisfies Partial<Handlers<operations>>;
