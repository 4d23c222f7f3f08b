import { defaultSettings, type SettingsPatch, withChanges } from "../../domain/settings.ts";
import { readShippedFixtures } from "../../engine/beginning/fixture/fixture-files.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";

/** What a server tells of itself, besides its version. */
export interface About {
  readonly store: "memory" | "folder" | "postgres";
  readonly egress: "internet" | "routes";
  readonly sendsMail: boolean;
  readonly needsAdminToken: boolean;
  /** Newest events that a world can rewind over. */
  readonly historyEvents: number;
  /** Maximum events of one advance. */
  readonly advanceEvents: number;
  /** What worlds begin with instead of the defaults if their fixture does not say. */
  readonly settings: SettingsPatch;
}

export function aboutHandlers(about: About, version: string) {
  return {
    getAbout: {
      answer: async () => {
        return { type: "about-read", version, ...about, settings: withChanges(defaultSettings, about.settings) };
      },
    },
    listFixtures: {
      answer: async () => ({ type: "fixtures-listed", fixtures: await readShippedFixtures() }),
    },
  } satisfies Partial<Handlers<operations>>;
}
