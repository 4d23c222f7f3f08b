const remedy = "restore it from a copy, or move the folder of its world away";

/** Stored data is not what was written. Nothing was changed: a person must decide what to do. */
export class Damaged extends Error {
  override readonly name = "Damaged";
  readonly file: string;
  /** Counted from 1; null if the file has no lines. */
  readonly line: number | null;
  readonly what: string;

  constructor(file: string, line: number | null, what: string) {
    super(`${file}${line === null ? "" : `, line ${line}`}: ${what}; ${remedy}`);
    this.file = file;
    this.line = line;
    this.what = what;
  }
}

/** Returns the message for a missing snapshot that nothing else can replace. */
export function missing(what: string): string {
  return `the file is missing; it is needed for ${what}`;
}

/** Returns the same for the snapshot where the journal begins. */
export function missingBefore(position: number): string {
  return `the file is missing, and no journal has the history before position ${position}`;
}

/** A file whose format is newer than this Saldo. */
export class NewerFormat extends Error {
  override readonly name = "NewerFormat";

  constructor(file: string, format: number, known: number) {
    super(`${file}: ${newerFormat(format, known)}`);
  }
}

export function newerFormat(format: number, known: number): string {
  return `was written by a newer Saldo (format ${format}); this one reads up to ${known}`;
}
