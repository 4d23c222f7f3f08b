const remedy = "restore it from a copy, or move the data folder away to begin anew";

/** What was kept is no longer what was written. Nothing was changed: somebody must decide what to do. */
export class Damaged extends Error {
  override readonly name = "Damaged";
  readonly file: string;
  /** Counted from 1, where the file has lines. */
  readonly line: number | null;
  readonly what: string;

  constructor(file: string, line: number | null, what: string) {
    super(`${file}${line === null ? "" : `, line ${line}`}: ${what}; ${remedy}`);
    this.file = file;
    this.line = line;
    this.what = what;
  }
}

/** What to say of a snapshot that is not there, although nothing else can tell what it tells. */
export function missing(what: string): string {
  return `the file is missing; it is needed for ${what}`;
}

/** The same of a snapshot where the journal begins. */
export function missingBefore(position: number): string {
  return `the file is missing, and no journal has the history before position ${position}`;
}

/** A file whose format this Saldo does not know yet. */
export class NewerFormat extends Error {
  override readonly name = "NewerFormat";

  constructor(file: string, format: number, known: number) {
    super(`${file}: ${newerFormat(format, known)}`);
  }
}

export function newerFormat(format: number, known: number): string {
  return `was written by a newer Saldo (format ${format}); this one reads up to ${known}`;
}
