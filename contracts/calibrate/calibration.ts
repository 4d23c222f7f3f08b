import type { Description } from "../judge/description.ts";
import type { Seen } from "../model/seen.ts";
import { overlayFrom, overlayText } from "./overlay.ts";
import { fixtureText, settingsFrom } from "./settings.ts";

/** With what a sandbox does as a target did: two files in YAML. */
export interface Calibration {
  readonly overlay: string;
  readonly fixture: string;
  readonly left: readonly string[];
}

/** Returns what a trace of any origin tells of its target. */
export function calibrationFrom(seen: Seen, description: Description): Calibration {
  const overlay = overlayFrom(seen, description);
  return {
    overlay: overlayText(overlay),
    fixture: fixtureText(settingsFrom(seen), seen),
    left: overlay.left,
  };
}
