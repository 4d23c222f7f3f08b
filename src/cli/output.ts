import { printed } from "../report/printed-text.ts";
import { orUserError } from "./user-error.ts";

/** What a command writes to. Tests give their own. */
export interface Output {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Writes long text to standard output, and resolves when it is written. */
  readonly print: (text: string) => Promise<void>;
}

interface Sink {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What every command gets. */
export interface CommandLine {
  readonly output: Output;
  /** Takes the status to end with; 0 if none is given. */
  readonly end: (status: number) => void;
  /** The words after `saldo`. */
  readonly words: readonly string[];
}

/** Returns an output that writes nothing which controls a terminal, but for what Saldo itself does there. */
export function safeOutput({ stdout, stderr, print }: Output): Output {
  return { stdout: safe(stdout), stderr: safe(stderr), print: (text) => print(printed(text)) };
}

function safe(sink: Sink): Sink {
  return {
    write: (text) => sink.write(printed(text)),
    get isTTY() {
      return sink.isTTY === true;
    },
    get columns() {
      return sink.columns ?? 0;
    },
  };
}

/** The output of this process. */
export const processOutput: Output = {
  stdout: process.stdout,
  stderr: process.stderr,
  async print(text) {
    await orUserError(
      () =>
        new Promise<void>((resolve, reject) =>
          process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
        ),
      "cannot write",
    );
  },
};

let outlivesReaders = false;

/** Ends the process when its reader stops reading, as `head` does: that is no error. */
export function endWithReaders(): void {
  process.stdout.on("error", (error) => {
    // EIO comes from a terminal that was closed.
    if (!("code" in error && (error.code === "EPIPE" || error.code === "EIO"))) throw error;
    if (!outlivesReaders) process.exit();
  });
  // A warning that cannot be written, on a full disk for instance, is no reason to end.
  process.stderr.on("error", () => {});
}

/** Keeps a command running when its output is not read any more, so that it still closes what it has opened. */
export function outliveReaders(): void {
  outlivesReaders = true;
}
