import { orUserError } from "./user-error.ts";

/** What a command writes to. Tests give their own. */
export interface Output {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Writes what may be long to standard output, and resolves when it is written. */
  readonly print: (text: string) => Promise<void>;
}

interface Sink {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What the commands are run with. */
export interface CommandLine {
  readonly output: Output;
  /** Takes the status to end with; 0 if none is given. */
  readonly end: (status: number) => void;
  /** What stands after `saldo`. */
  readonly words: readonly string[];
}

/** The output of this process. */
export const processOutput: Output = {
  stdout: process.stdout,
  stderr: process.stderr,
  /** A reader may stop reading, as `head` does; that is no error. */
  async print(text) {
    const written = new Promise<void>((resolve, reject) => {
      process.stdout.once("error", (error) => ("code" in error && error.code === "EPIPE" ? resolve() : reject(error)));
      process.stdout.write(text, (error) => {
        if (!error) resolve();
      });
    });
    await orUserError(() => written, "cannot write");
  },
};

/** Keeps a command running when nobody reads its report any more, so that it still closes what it has opened. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(throwUnlessClosed)) stream.on("error", throwUnlessClosed);
  }
}

function throwUnlessClosed(error: Error): void {
  // A terminal that was closed says EIO.
  if (!("code" in error && (error.code === "EPIPE" || error.code === "EIO"))) throw error;
}
