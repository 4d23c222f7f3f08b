import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";

/** A file that people wrote is not usable as a text. The message names it and says why. */
export class UnusableTextFile extends Error {
  override readonly name = "UnusableTextFile";
  readonly isMissing: boolean;
  /** Whether its bytes are no text in UTF-8. */
  readonly isOfOtherBytes: boolean;

  constructor(message: string, cause?: unknown, isOfOtherBytes = false) {
    super(message, { cause });
    this.isMissing = codeOf(cause) === "ENOENT";
    this.isOfOtherBytes = isOfOtherBytes;
  }
}

/**
 * Returns the text of a file that people wrote, without a mark of the byte order. `what` is what messages call the file, as
 * "the overlay". Throws `UnusableTextFile` for one that is not there, is empty, or is not UTF-8: a decoder that replaces what
 * it does not know would change names without a word.
 */
export async function readTextFile(file: string, what?: string): Promise<string> {
  const text = await readTextOrNothing(file, what);
  if (text.trim() === "") throw new UnusableTextFile(`${nameOf(file, what)} is empty`);
  return text;
}

/** Like `readTextFile`, for a file that may be empty. */
export async function readTextOrNothing(file: string, label?: string): Promise<string> {
  const name = nameOf(file, label);
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new UnusableTextFile(`${name} cannot be read: ${reasonOf(cause)}`, cause);
  });
  const what = isUtf32(bytes) ? "UTF-32" : isUtf16(bytes) ? "UTF-16" : null;
  const problem = what ?? (isUtf8(bytes) ? null : `not UTF-8: ${firstWrongByte(bytes)}`);
  if (problem !== null) throw new UnusableTextFile(`${name} is ${problem}; save it as UTF-8`, undefined, true);
  return new TextDecoder().decode(bytes);
}

function nameOf(file: string, what: string | undefined): string {
  return what === undefined ? file : `${what} ${file}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "ENOENT: there is no such file",
  ENOTDIR: "ENOTDIR: there is no such file",
  EISDIR: "it is a folder",
  EACCES: "EACCES: this user may not read it",
  EPERM: "EPERM: this user may not read it",
};

function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** In each four bytes the outermost is a zero and the next one at most 0x10, because no character is above U+10FFFF. */
function isUtf32(bytes: Buffer): boolean {
  const looked = bytes.subarray(0, 1_000);
  const isBelow = (at: number, limit: number) => looked.every((byte, i) => i % 4 !== at || byte <= limit);
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  return (isBelow(3, 0) && isBelow(2, 0x10)) || (isBelow(0, 0) && isBelow(1, 0x10));
}

/** Without a mark of the byte order, the zeros of ASCII characters tell it: all are on the same side of the pairs. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.toString("hex", 0, 2);
  if (mark === "fffe" || mark === "feff") return true;
  if (bytes.length % 2 !== 0) return false;
  const zeros = [0, 0];
  const looked = bytes.subarray(0, 1_000);
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  return Math.min(...zeros) === 0 && Math.max(...zeros) > looked.length / 4;
}

function firstWrongByte(bytes: Buffer): string {
  // What is no character is read as U+FFFD, and written again as that, whose first bytes the wrong one may have.
  const again = Buffer.from(bytes.toString());
  const different = bytes.findIndex((byte, index) => byte !== again[index]);
  let before = different === -1 ? bytes.length : different;
  while (((again[before] ?? 0) & 0xc0) === 0x80) before -= 1;
  const byte = bytes.toString("hex", before, before + 1).toUpperCase();
  const line = bytes.toString("utf8", 0, before).split(/\r\n|\n|\r/).length;
  return `byte 0x${byte} at line ${line}`;
}
