import { pino } from "pino";
import sonicBoom from "sonic-boom";
import { printedJson } from "../../report/printed-text.ts";

/** What standard output does not take at once waits up to here; lines beyond it are dropped. */
const MAX_UNWRITTEN_BYTES = 1_048_576;

/** Opens the log on standard output. A full disk, or a reader that does not read, costs lines and not the sandbox. */
export function openLog(level: string): pino.Logger {
  let isEnding = false;
  const retryEAGAIN = () => !isEnding;
  const destination = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: MAX_UNWRITTEN_BYTES, retryEAGAIN });
  destination.on("error", () => {
    // The next line tries again.
  });
  process.once("exit", () => {
    isEnding = true;
    try {
      destination.flushSync();
    } catch {
      // A full disk, or a reader that stands still, does not get the last lines.
    }
  });
  return pino({ level, hooks: { streamWrite: printedJson } }, destination);
}
