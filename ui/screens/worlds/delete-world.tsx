import { useSignal } from "@preact/signals";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

interface Props {
  readonly worldId: string;
  readonly name: string;
  readonly position: number;
}

/** Deletes a world once its name is typed: nothing brings it back. */
export function DeleteWorld({ worldId, name, position }: Props) {
  const isAsked = useSignal(false);
  const typed = useSignal("");
  const t = text.worlds;
  const isNamed = typed.value.trim() === name.trim();
  const ask = (asked: boolean) => {
    typed.value = "";
    isAsked.value = asked;
  };
  return (
    <>
      <Button name={text.words.delete} class="danger" onClick={() => ask(true)} />
      {isAsked.value && (
        <Question
          title={t.deleteWorld(name)}
          confirm={t.deleteForEver}
          action={isNamed ? onSandbox("DELETE", "/worlds/{worldId}", { ids: { worldId } }) : null}
          onEnd={() => ask(false)}
        >
          <p>{t.deleteHint(position)}</p>
          <label class="stacked">
            {t.typeName}
            <input autocomplete="off" spellcheck={false} {...typedInto(typed)} />
          </label>
        </Question>
      )}
    </>
  );
}
