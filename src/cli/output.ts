import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { printed } from "../report/printed-text.ts";
import { unwritableReason } from "./writable-file.ts";

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

export const processOutput: Output = {
  stdout: process.stdout instanceof Socket ? process.stdout : { write: writeToFile },
  stderr: process.stderr,
  print: (text) =>
    new Promise((resolve) => {
      if (process.stdout instanceof Socket) process.stdout.write(text, () => resolve());
      else resolve(writeToFile(text));
    }),
};

/** Writes all of a text: where a disk becomes full, Node's own stream takes the part that has found room for the whole. */
function writeToFile(text: string): void {
  try {
    writeFileSync(process.stdout.fd, text);
  } catch (error) {
    loseOutput(error);
  }
}

let outlivesReaders = false;
let isOutputLost = false;

/** Ends the process when its reader stops reading, as `head` does: that is no error. */
export function endWithReaders(): void {
  process.stdout.on("error", loseOutput);
  // A warning that cannot be written, on a full disk for instance, is no reason to end.
  process.stderr.on("error", () => {});
}

function loseOutput(error: unknown): void {
  // EIO comes from a terminal that was closed.
  const isReaderGone = error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "EIO");
  if (!isReaderGone && !isOutputLost) {
    isOutputLost = true;
    process.stderr.write(`error: standard output cannot be written: ${unwritableReason(error)}\n`);
  }
  if (!outlivesReaders) process.exit(isOutputLost ? 1 : 0);
}

/** Returns whether something that was to be on standard output is not there, though its reader has not stopped. */
export function hasLostOutput(): boolean {
  return isOutputLost;
}

/** Keeps a command running when its output is not read any more, so that it still closes what it has opened. */
export function outliveReaders(): void {
  outlivesReaders = true;
}
