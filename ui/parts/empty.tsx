import type { ComponentChildren } from "preact";
import type { Action } from "../state/action.ts";
import { Curl } from "./snippet.tsx";

interface Props {
  readonly title: string;
  /** What brings the first thing here, shown as a command to copy. */
  readonly first?: Action;
  readonly children?: ComponentChildren;
}

/** What a screen shows while it has nothing to show: why, and what to do about it. */
export function Empty({ title, first, children }: Props) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
      {first && <Curl action={first} />}
    </div>
  );
}
