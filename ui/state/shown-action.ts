import { signal } from "@preact/signals";
import type { Action } from "./action.ts";

/** What the panel shows as code: the action of the button that has the focus, was used last, or has the pointer. */
export const shownAction = signal<Action | null>(null);

/** The pointer crosses other buttons on its way to the panel. */
const REST_MS = 250;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Shows an action once the pointer rests on its button; null: the pointer has left it. */
export function restOn(action: Action | null): void {
  clearTimeout(resting);
  if (action === null) return;
  resting = setTimeout(() => (shownAction.value = action), REST_MS);
}
