import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { type Disk, writeWhole } from "./disk.ts";

/** Returns whether a name is a temporary one. */
export function isLeftOver(name: string): boolean {
  return name.endsWith(".tmp");
}

/**
 * Replaces a file by one of these chunks, or makes it: completely or not at all, and durable when it resolves. After a
 * rejection either of the two may be there.
 */
export async function replaceFile(disk: Disk, path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeDurably(disk, temporary, chunks);
    await disk.rename(temporary, path);
  } catch (cause) {
    await disk.unlink(temporary).catch(() => {});
    throw cause;
  }
  await disk.syncFolder(dirname(path));
}

/** Removes what interrupted replacements left in a folder. Returns the other names. */
export async function withoutLeftOvers(disk: Disk, folder: string): Promise<readonly string[]> {
  const names = await disk.readdir(folder);
  for (const name of names) if (isLeftOver(name)) await disk.unlink(join(folder, name));
  return names.filter((name) => !isLeftOver(name));
}

async function writeDurably(disk: Disk, path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const file = await disk.open(path, "wx");
  try {
    let position = 0;
    for (const chunk of chunks) {
      await writeWhole(file, chunk, position);
      position += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
