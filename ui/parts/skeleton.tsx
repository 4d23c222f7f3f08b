import type { ComponentChildren } from "preact";
import type { Read } from "../state/resource.ts";
import { text } from "../text/text.ts";

/** Stands where something is being read, so that nothing is claimed before it is known. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-busy="true">
      <p class="visually-hidden">{text.shell.loading}</p>
      <span />
      <span />
      <span />
    </div>
  );
}

interface FoundProps<T> {
  /** Null or undefined until they are read. */
  readonly among: readonly T[] | null | undefined;
  readonly is: (one: T) => boolean;
  readonly children: (found: T) => ComponentChildren;
}

/** One of what was read, or that it is not among it. */
export function Found<T>({ among, is, children }: FoundProps<T>) {
  const found = among?.find(is);
  if (found !== undefined) return children(found);
  return among == null ? <Skeleton /> : <p class="quiet">{text.list.unfound}</p>;
}

/** Stands where nothing has been read yet: a skeleton, or why it cannot be read. */
export function Unread({ problem }: { readonly problem: string | null | undefined }) {
  return problem ? <p class="quiet">{problem}</p> : <Skeleton />;
}

interface Props<T> {
  readonly read: Read<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** What was read; until that is there, a skeleton, or why it cannot be read. */
export function Loaded<T>({ read: { value, problem }, children }: Props<T>) {
  return value === null ? <Unread problem={problem} /> : children(value);
}
