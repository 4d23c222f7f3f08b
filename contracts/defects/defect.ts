import type { Edit } from "./edit.ts";

/** A small change of the sandbox's source, made while it is loaded. */
export interface Change extends Edit {
  /** Stable and readable: `sixth-try-allowed`. */
  readonly id: string;
  /** Where one edit is not enough. */
  readonly with?: readonly Edit[];
}

/** A change that breaks the sandbox the way a real implementation would be broken. */
export interface Defect extends Change {
  /** The clauses that must be found broken. */
  readonly breaks: readonly string[];
  /** Other clauses that break with them, and why that cannot be otherwise. */
  readonly also?: readonly string[];
  readonly because?: string;
}

/** A change that no documented clause may find broken: the document allows it. */
export interface HarmlessChange extends Change {
  /** One sentence: what is different, and why it is allowed. */
  readonly why: string;
}

/** Defects of one place of the source: by their id and the clauses that they break, what stands there instead. */
export function planted(
  file: string,
  find: string,
  replacements: Readonly<Record<string, string | Omit<Defect, "id" | "breaks" | "file" | "find">>>,
): readonly Defect[] {
  return Object.entries(replacements).map(([said, what]) => {
    const [id = "", clauses = ""] = said.split(" breaks ");
    return { id, breaks: clauses.split(" "), file, find, ...(typeof what === "string" ? { replace: what } : what) };
  });
}

/** Changes that one sentence allows: by their ids, what `edit` makes a change of the source from. */
export function allowed(
  why: string,
  edit: (code: string) => Edit,
  codes: Readonly<Record<string, string>>,
): readonly HarmlessChange[] {
  return Object.entries(codes).map(([id, code]) => ({ id: `harmless-${id}`, why, ...edit(code) }));
}

export function replacing(file: string, find: string): (replace: string) => Edit {
  return (replace) => ({ file, find, replace });
}
