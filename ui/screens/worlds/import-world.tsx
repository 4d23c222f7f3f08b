import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { type Action, onSandbox } from "../../state/action.ts";
import { perform } from "../../state/perform.ts";
import { text } from "../../text/text.ts";

type Content = Readonly<Record<string, unknown>>;
type Fixture = components["schemas"]["Fixture"];

/**
 * Begins a world from the file that is chosen: a save-file, as `saldo worlds export` writes it, or a fixture. The server
 * checks what is in it.
 */
export function ImportWorld({ onDone }: { readonly onDone: (answer: Answer) => void }) {
  const isUnreadable = useSignal(false);
  const t = text.worlds;
  const begin = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const content = await contentOf(file);
    // The same file can be chosen again, once it is corrected.
    input.value = "";
    isUnreadable.value = content === null;
    const answer = content === null ? null : await perform(beginningFrom(content));
    if (answer !== null) onDone(answer);
  };
  return (
    <p class="line">
      <label class="file" title={t.importHint}>
        {t.import}
        <input
          type="file"
          accept=".json,.yaml,.yml"
          aria-invalid={isUnreadable.value}
          onChange={(event) => void begin(event.currentTarget)}
        />
      </label>
      {isUnreadable.value ? <span class="bad">{t.unreadableFile}</span> : <span class="quiet">{t.importHint}</span>}
    </p>
  );
}

/** Returns the object in a file of JSON or YAML; null if there is none. */
async function contentOf(file: File): Promise<Content | null> {
  const content = await file
    .text()
    .then(parsed)
    .catch(() => null);
  return isObject(content) ? content : null;
}

/** Throws where the text is neither. */
async function parsed(content: string): Promise<unknown> {
  try {
    return JSON.parse(content);
  } catch {
    const { parse } = await import("yaml");
    return parse(content);
  }
}

/** The response of an export has the save-file in it. */
function beginningFrom(content: Content): Action {
  const world = isObject(content.world) ? content.world : content;
  return onSandbox("POST", "/worlds", { body: isFixture(world) ? { fixture: world } : { world } });
}

/** Only a save-file has a state. Whether a fixture is one is for the server to say, and why not. */
function isFixture(content: Content): content is Content & Fixture {
  return !("state" in content);
}

function isObject(value: unknown): value is Content {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
