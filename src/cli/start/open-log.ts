import { pino } from "pino";
import { printedJson } from "../../report/printed-text.ts";

/** What standard output does not take at once waits up to here; lines beyond it are dropped. */
const MAX_UNWRITTEN_BYTES = 1_048_576;

/** Opens the log on standard output. A full disk, or a reader that does not read, costs lines and not the sandbox. */
export function openLog(level: string): pino.Logger {
  let isEnding = false;
  // Registered before pino's own: at the end of the process it waits until a reader takes the rest, which may be never.
  process.once("exit", () => {
    isEnding = true;
    const flush = destination.flushSync.bind(destination);
    destination.flushSync = () => {
      try {
        flush();
      } catch {
        // A reader that stands still does not get the last lines.
      }
    };
  });
  const destination = pino.destination({ sync: false, maxLength: MAX_UNWRITTEN_BYTES, retryEAGAIN: () => !isEnding });
  destination.on("error", () => {
    // At the end of the process pino tries to write the rest until that works, which never happens on a full disk.
    destination.flushSync = () => {};
  });
  return pino({ level, hooks: { streamWrite: printedJson } }, destination);
}
