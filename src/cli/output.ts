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
  /** A reader that stops reading, as `head` does, is not an error. */
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

/** Keeps a command running when nobody reads its output any more, so that it still closes what it has opened. */
export function outliveReaders(): void {
  const listeners = [[process.stdout, throwUnlessClosed] as const, [process.stderr, ignore] as const];
  for (const [stream, listener] of listeners) {
    if (!stream.listeners("error").includes(listener)) stream.on("error", listener);
  }
}

/** A warning that cannot be written, on a full disk for instance, is no reason to end. */
function ignore(): void {}

function throwUnlessClosed(error: Error): void {
  // EIO comes from a terminal that was closed.
  if (!("code" in error && (error.code === "EPIPE" || error.code === "EIO"))) throw error;
}
