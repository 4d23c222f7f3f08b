import type { ComponentChildren } from "preact";
import { Copyable } from "./copy-button.tsx";
import { Instant } from "./instant.tsx";
import { Money } from "./money.tsx";

interface Props {
  readonly name: ComponentChildren;
  readonly children?: ComponentChildren;
  /** In place of children: an instant, cents, or what is copied. */
  readonly at?: string | null;
  readonly cents?: number;
  readonly copy?: string | null;
}

/** A value with its name, in a `dl` of the class `fields`; without a value it is not shown. */
export function Field({ name, children, at, cents, copy }: Props) {
  const special = at ? <Instant at={at} /> : copy ? <Copyable content={copy} /> : null;
  const shown = cents === undefined ? (special ?? children) : <Money cents={cents} />;
  if (shown === null || shown === undefined || shown === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{shown}</dd>
    </div>
  );
}
