import { reasonOf, UserError } from "./user-error.ts";

/** Why a file cannot be written, and the way out, by the codes of the system. */
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder; name a file in it",
  ENOENT: "ENOENT: its folder is not there, or takes no files; make one, or name another file",
  ENOTDIR: "ENOTDIR: a part of its path is a file and no folder; name another file",
  ELOOP: "ELOOP: links of its path lead in a circle; name another file",
  EACCES: "EACCES: this user may not write it; name another file",
  EPERM: "EPERM: this user may not write it; name another file",
  EROFS: "EROFS: the file system is read-only; name a file elsewhere",
  ENOSPC: "ENOSPC: the disk is full; make room, or name a file elsewhere",
  EFBIG:
    "EFBIG: the system lets this process write no larger file; raise the limit (ulimit -f), or name a file elsewhere",
  EDQUOT: "EDQUOT: this user may store no more there; make room, or name a file elsewhere",
  ENAMETOOLONG: "ENAMETOOLONG: its name is too long; name another file",
};

/** Returns why a file cannot be written and what to do then, within a sentence. */
export function unwritableReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? reasonOf(error);
}

/** Does what writes a file. Throws `UserError`; `name` is what its message calls the file. */
export async function orUnwritable<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new UserError(`${name} cannot be written: ${unwritableReason(error)}`, { cause: error });
  }
}

/** For a file that need not be there yet. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
