import { CodeXml } from "lucide";
import { shownAction } from "../parts/action-button.tsx";
import { IconButton } from "../parts/button.tsx";
import { Curl, Snippet } from "../parts/snippet.tsx";
import { clientText } from "../state/action-text.ts";
import { stored } from "../state/stored.ts";
import { text } from "../text/text.ts";

const panel = stored("saldo-as-code", ["open", "closed"], "closed");

export function toggleCode(): void {
  panel.value = panel.peek() === "open" ? "closed" : "open";
}

export function CodeToggle() {
  const { open } = text.asCode;
  return (
    <IconButton
      of={CodeXml}
      name={open}
      title={`${open} (c)`}
      aria-keyshortcuts="c"
      aria-expanded={panel.value === "open"}
      onClick={toggleCode}
    />
  );
}

/** What a button of the page does, as curl and as a line of `saldo/client`, each to be copied with a click. */
export function AsCode() {
  if (panel.value === "closed") return null;
  const action = shownAction.value;
  const t = text.asCode;
  return (
    <aside class="as-code" aria-label={t.open}>
      {action === null ? (
        <p class="quiet">{t.none}</p>
      ) : (
        <>
          <Curl action={action} />
          <Snippet name="saldo/client" content={clientText(action)} />
        </>
      )}
    </aside>
  );
}
