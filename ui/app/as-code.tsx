import { signal } from "@preact/signals";
import { CodeXml } from "lucide";
import { Icon } from "../parts/icon.tsx";
import { Curl, Snippet } from "../parts/snippet.tsx";
import { clientText } from "../state/action-text.ts";
import { shownAction } from "../state/shown-action.ts";
import { text } from "../text/text.ts";

const STORED_OPEN = "saldo-as-code";
const isOpen = signal(localStorage.getItem(STORED_OPEN) === "open");

/** Opens or closes the panel, and remembers it. */
export function toggleCode(): void {
  isOpen.value = !isOpen.value;
  localStorage.setItem(STORED_OPEN, isOpen.value ? "open" : "closed");
}

/** The button of the header that opens and closes the panel. */
export function CodeToggle() {
  const { open } = text.value.asCode;
  return (
    <button
      type="button"
      class="icon"
      aria-expanded={isOpen.value}
      aria-label={open}
      aria-keyshortcuts="c"
      title={`${open} (c)`}
      onClick={toggleCode}
    >
      <Icon of={CodeXml} />
    </button>
  );
}

/** What a button of the page does, as curl and as a line of `saldo/client`, each to be copied with a click. */
export function AsCode() {
  if (!isOpen.value) return null;
  const action = shownAction.value;
  const t = text.value.asCode;
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
