import { setImmediate as nextSlice } from "node:timers/promises";

/** Lets everything run that can run without a timer or the disk. */
export async function quiet(): Promise<void> {
  for (let slice = 0; slice < 10; slice += 1) await nextSlice();
}

/** Waits for something that happens by itself; the test's own time limit ends a wait in vain. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextSlice();
}

/** Notes which answers have left, in order: `"balance: 5"`, `"charge: charge-created"`, `"charge failed: Unavailable"`. */
export class Departures {
  readonly left: string[] = [];

  watch(name: string, answer: Promise<unknown>): void {
    answer.then(
      (value) => this.left.push(`${name}: ${told(value)}`),
      (error: unknown) => this.left.push(`${name} failed: ${error instanceof Error ? error.name : String(error)}`),
    );
  }
}

/** An outcome by its name, anything else as it is. */
function told(value: unknown): string {
  if (typeof value === "object" && value !== null && "type" in value) return String(value.type);
  return typeof value === "string" ? value : JSON.stringify(value);
}
