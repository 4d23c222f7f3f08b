import { useSignal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import { type Action, pathProblem } from "../state/action.ts";
import { perform } from "../state/perform.ts";
import { restOn, shownAction } from "../state/shown-action.ts";
import { isMove, travel } from "../state/travel.ts";
import { Button } from "./button.tsx";

interface Props {
  readonly name: string;
  /** What the button does; null while that is not possible. */
  readonly action: Action | null;
  readonly kind?: "primary" | "plain" | "danger";
  /** The key that does the same, shown to the reader. */
  readonly shortcut?: string;
  readonly title?: string;
  /** Sends the action in another way. */
  readonly via?: (action: Action) => Promise<Answer | null>;
  readonly onDone?: (answer: Answer) => void;
}

/** A button for an action, which the panel "As code" shows while the button is looked at. */
export function ActionButton({ action: given, kind = "plain", title, via, onDone, ...named }: Props) {
  const problem = given === null ? null : pathProblem(given);
  const action = problem === null ? given : null;
  const send = via ?? (action !== null && isMove(action) ? travel : perform);
  const isBusy = useSignal(false);
  const run = async () => {
    if (action === null || isBusy.peek()) return;
    isBusy.value = true;
    shownAction.value = action;
    const answer = await send(action);
    isBusy.value = false;
    if (answer !== null) onDone?.(answer);
  };
  return (
    <Button
      {...named}
      type="submit"
      class={kind}
      disabled={action === null}
      aria-busy={isBusy.value}
      title={problem ?? title}
      onClick={(event) => {
        // The second half of a double click asks for nothing more, except for moves, which people repeat quickly.
        if (event.detail < 2 || send !== perform) void run();
      }}
      onFocus={() => {
        if (action !== null) shownAction.value = action;
      }}
      onPointerEnter={() => restOn(action)}
      onPointerLeave={() => restOn(null)}
    />
  );
}
