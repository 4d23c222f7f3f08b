import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { client } from "../../state/session.ts";
import { text } from "../../text/text.ts";

/** Saves the world as a save-file on this machine. */
export function ExportWorld() {
  const save = async () => {
    const from = client.peek();
    if (from === null) return;
    const { world } = await carriedOut(from.control.GET("/world/save-file"));
    const url = URL.createObjectURL(new Blob([JSON.stringify(world, null, 2)], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "world.json" });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" onClick={() => void save()}>
      {text.value.worlds.export}
    </button>
  );
}
