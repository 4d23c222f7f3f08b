import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { Download } from "../../parts/download.tsx";
import { client } from "../../state/session.ts";
import { text } from "../../text/text.ts";

/** Saves the world as a save-file on this machine. */
export function ExportWorld() {
  return <Download name="world.json" content={saveFile} label={text.value.worlds.export} />;
}

async function saveFile(): Promise<string> {
  const from = client.peek();
  if (from === null) throw new Error("without a key there is no world to save");
  const { world } = await carriedOut(from.control.GET("/world/save-file"));
  return JSON.stringify(world, null, 2);
}
