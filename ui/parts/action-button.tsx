import { signal, useSignal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import { type Action, pathProblem } from "../state/action.ts";
import { perform } from "../state/perform.ts";
import { isMove, travel } from "../state/travel.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface Props extends Pick<ButtonProps, "name" | "shortcut" | "title"> {
  /** What the button does; null while that is not possible. */
  readonly action: Action | null;
  readonly kind?: "primary" | "plain" | "danger";
  /** Sends the action in another way. */
  readonly via?: (action: Action) => Promise<Answer | null>;
  readonly onDone?: (answer: Answer) => void;
}

/** What the panel "As code" shows: the action of the button that has the focus, was used last, or has the pointer. */
export const shownAction = signal<Action | null>(null);

/** The pointer crosses other buttons on its way to the panel: only where it rests, the action is shown. */
const REST_MS = 250;
let resting: ReturnType<typeof setTimeout> | undefined;

/** A button for an action, which the panel "As code" shows while the button is looked at. */
export function ActionButton({ action: given, kind = "plain", title, via, onDone, ...named }: Props) {
  const problem = given === null ? null : pathProblem(given);
  const action = problem === null ? given : null;
  const send = via ?? (action !== null && isMove(action) ? travel : perform);
  const isBusy = useSignal(false);
  const show = () => {
    if (action !== null) shownAction.value = action;
  };
  const run = async () => {
    if (action === null || isBusy.peek()) return;
    isBusy.value = true;
    show();
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
      onFocus={show}
      onPointerEnter={() => {
        clearTimeout(resting);
        resting = setTimeout(show, REST_MS);
      }}
      onPointerLeave={() => clearTimeout(resting)}
    />
  );
}
