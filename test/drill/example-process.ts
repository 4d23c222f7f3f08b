import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { freePort } from "../free-port.ts";

/** Where the example is. */
export const example = join(import.meta.dirname, "../../examples/drill");

/** Writes the drill file of the example, or of a copy of it, as a process with files in a folder. Returns its path. */
export async function exampleDrillFile(folder: string, program = example, changes: object = {}): Promise<string> {
  const [port, receiver, store] = [await freePort(), await freePort(), join(folder, "store.json")];
  const text = (await readFile(join(example, "drill.yaml"), "utf8"))
    .replaceAll("3900", String(port))
    .replaceAll("3901", String(receiver))
    .replace(
      /^start: .*$/m,
      `start: PORT=${port} RECEIVER_PORT=${receiver} STORE=${store} ${process.execPath} ${program}/server.ts`,
    );
  const file = join(folder, "drill.yaml");
  await writeFile(file, stringify({ ...parse(text), ...changes }, { keepUndefined: false }));
  return file;
}
