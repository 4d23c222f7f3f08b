import type { Description } from "../judge/description.ts";
import type { Seen } from "../model/seen.ts";
import { type CalibratedOverlay, overlayFrom } from "./overlay.ts";
import { fixtureText, settingsFrom } from "./settings.ts";

/** With what a sandbox does as a target did. */
export interface Calibration {
  readonly overlay: CalibratedOverlay;
  /** In YAML. */
  readonly fixture: string;
}

/** Returns what a trace of any origin tells of its target. */
export function calibrationFrom(seen: Seen, description: Description): Calibration {
  return { overlay: overlayFrom(seen, description), fixture: fixtureText(settingsFrom(seen), seen) };
}
