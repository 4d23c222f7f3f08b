import { useSignal } from "@preact/signals";
import { text } from "../text/text.ts";

interface Props {
  /** Returns what is copied at the moment of the click. */
  readonly content: () => string;
  /** What the button says; by default that it copies. */
  readonly label?: string;
  readonly kind?: "plain" | "link";
}

/** Copies a text to the clipboard, and says that it did. */
export function CopyButton({ content, label = text.value.copy.copy, kind = "plain" }: Props) {
  const state = useSignal<"ready" | "copied" | "shown">("ready");
  const copy = async () => {
    state.value = (await isCopied(content())) ? "copied" : "shown";
  };
  return (
    <>
      <button type="button" class={kind} onClick={() => void copy()}>
        {state.value === "copied" ? text.value.copy.copied : label}
      </button>
      {state.value === "shown" && <code>{content()}</code>}
    </>
  );
}

/** Without https or localhost the browser lets no page write to the clipboard; then the text is shown, to be selected. */
async function isCopied(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    return false;
  }
}
