import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { FailureNotice } from "../app/failure-notice.tsx";
import { text } from "../text/text.ts";
import { ActionButton } from "./action-button.tsx";
import { Button } from "./button.tsx";

interface Props {
  readonly label: string;
  readonly class?: string;
  /** Is called when it was closed, with a button or with Escape. */
  readonly onEnd: () => void;
  readonly children: ComponentChildren;
}

/** A window over the page, which is open while it is drawn. */
export function Dialog({ label, class: name, onEnd, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key, which is for the dialog and no shortcut of the page.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // The first button may be far below, and showing it would hide the title.
    dialog.current?.scrollTo(0, 0);
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-label={label} onClose={onEnd}>
      {children}
    </dialog>
  );
}

/** Closes the dialog of a button. The browser gives the focus back to what had it before. */
export function closeDialog({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest("dialog")?.close();
}

interface QuestionProps extends Pick<Parameters<typeof ActionButton>[0], "action"> {
  /** What would be done, and the name of the button that does it. */
  readonly title: string;
  readonly confirm: string;
  readonly onEnd: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is done that drops what others may need. */
export function Question({ title, confirm, action, onEnd, children }: QuestionProps) {
  return (
    <Dialog label={title} onEnd={onEnd}>
      <h1>{title}</h1>
      {children}
      {/* What is outside a dialog can be neither read nor used. */}
      <FailureNotice />
      <p class="line dialog-end">
        <Button name={text.list.keep} onClick={closeDialog} />
        <ActionButton name={confirm} kind="danger" action={action} onDone={onEnd} />
      </p>
    </Dialog>
  );
}
