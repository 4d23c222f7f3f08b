import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { text } from "../text/text.ts";
import { ActionButton } from "./action-button.tsx";

interface Props extends Pick<Parameters<typeof ActionButton>[0], "action" | "via"> {
  /** What would be done, and the name of the button that does it. */
  readonly title: string;
  readonly confirm: string;
  readonly onEnd: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is done that drops what others may need. */
export function Question({ title, confirm, action, via, onEnd, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onEnd}>
      <h1>{title}</h1>
      {children}
      <p class="line dialog-end">
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.value.list.keep}
        </button>
        <ActionButton kind="danger" action={action} onDone={onEnd} {...(via && { via })}>
          {confirm}
        </ActionButton>
      </p>
    </dialog>
  );
}
