import { useSignal } from "@preact/signals";
import { Check, Copy } from "lucide";
import { text } from "../text/text.ts";
import { Button, IconButton } from "./button.tsx";

interface Props {
  /** Returns what is copied at the moment of the click. */
  readonly content: () => string;
  /** What the button says; by default that it copies. */
  readonly label?: string;
  readonly kind?: "plain" | "icon";
}

/** Copies a text to the clipboard, and says that it did. */
export function CopyButton({ content, label = text.copy.copy, kind = "plain" }: Props) {
  const state = useSignal<"ready" | "copied" | "shown">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content());
      state.value = "copied";
    } catch {
      // Without https or localhost the browser lets no page write to the clipboard; the text is shown, to be selected.
      state.value = "shown";
    }
  };
  const isDone = state.value === "copied";
  const name = isDone ? text.copy.copied : label;
  return (
    <>
      {kind === "icon" ? (
        <IconButton of={isDone ? Check : Copy} name={name} onClick={() => void copy()} />
      ) : (
        <Button name={name} onClick={() => void copy()} />
      )}
      {state.value === "shown" && <code>{content()}</code>}
    </>
  );
}

/** An identifier, a secret or an address, with a button that copies it. */
export function Copyable({ content }: { readonly content: string }) {
  return (
    <span class="copyable">
      <code>{content}</code>
      <CopyButton kind="icon" content={() => content} />
    </span>
  );
}
