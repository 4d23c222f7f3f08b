import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { place } from "../state/place.ts";
import { text } from "../text/text.ts";

/** A screen, or why it cannot be drawn. What is around it goes on, and another place or a click draws it anew. */
export function DrawnScreen({ of: Screen }: { readonly of: ComponentType }) {
  const [error, drawAgain] = useErrorBoundary();
  const here = place.value;
  useEffect(drawAgain, [here]);
  if (error === undefined) return <Screen />;
  const t = text.value;
  return (
    <div role="alert">
      <p class="bad-word">{t.shell.undrawn}</p>
      <pre>{String(error)}</pre>
      <button type="button" onClick={drawAgain}>
        {t.session.tryAgain}
      </button>
    </div>
  );
}
