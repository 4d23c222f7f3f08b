import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

interface Props {
  readonly worldId: string;
  readonly name: string;
  /** How many events would be gone. */
  readonly position: number;
}

/** Deletes a world once its name is typed: nothing brings it back. */
export function DeleteWorld(world: Props) {
  const isAsked = useSignal(false);
  const t = text.value.worlds;
  return (
    <>
      <button
        type="button"
        class="danger"
        onClick={() => {
          isAsked.value = true;
        }}
      >
        {t.delete}
      </button>
      {isAsked.value && <Question {...world} onEnd={() => (isAsked.value = false)} />}
    </>
  );
}

function Question({ worldId, name, position, onEnd }: Props & { readonly onEnd: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useSignal("");
  const t = text.value.worlds;
  useEffect(() => dialog.current?.showModal(), []);
  const isNamed = typed.value.trim() === name.trim();
  return (
    <dialog ref={dialog} aria-label={t.delete} onClose={onEnd}>
      <h1>{t.deleteWorld(name)}</h1>
      <p>{t.deleteHint(position)}</p>
      <label class="stacked">
        {t.typeName}
        <input autocomplete="off" spellcheck={false} {...typedInto(typed)} />
      </label>
      <p class="line dialog-end">
        <button type="button" onClick={() => dialog.current?.close()}>
          {t.keep}
        </button>
        <ActionButton
          kind="danger"
          action={isNamed ? onSandbox("DELETE", "/worlds/{worldId}", { ids: { worldId } }) : null}
          onDone={onEnd}
        >
          {t.deleteForEver}
        </ActionButton>
      </p>
    </dialog>
  );
}
