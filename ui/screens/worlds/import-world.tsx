import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

/** What the generated types make of an object of which the document says no more. */
type SaveFile = Record<string, never>;

/** Begins a world from a save-file, as `saldo worlds export` writes it. The server checks what is in it. */
export function ImportWorld({ onDone }: { readonly onDone: (answer: Answer) => void }) {
  const file = useSignal<SaveFile | null>(null);
  const problem = useSignal(false);
  const t = text.value.worlds;
  const read = async (chosen: File | undefined) => {
    file.value = chosen === undefined ? null : parseObject(await chosen.text());
    problem.value = chosen !== undefined && file.value === null;
  };
  const { value } = file;
  return (
    <p class="line">
      <label class="inline">
        {t.saveFile}
        <input
          type="file"
          accept=".json,application/json"
          aria-invalid={problem.value}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      <ActionButton
        action={value === null ? null : onSandbox("POST", "/worlds", { body: { world: value } })}
        onDone={onDone}
      >
        {t.import}
      </ActionButton>
      {problem.value && <span class="bad-word">{t.noSaveFile}</span>}
    </p>
  );
}

/** Returns the object in a JSON text; null if there is none. */
function parseObject(content: string): SaveFile | null {
  try {
    const value: unknown = JSON.parse(content);
    if (!isObject(value)) return null;
    // The response of the export has the save-file in it.
    return "world" in value && isObject(value.world) ? value.world : value;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is SaveFile {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
