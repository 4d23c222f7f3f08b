import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { connection } from "../live/follow.ts";
import { Skeleton } from "../parts/skeleton.tsx";
import { text } from "../text/text.ts";

/** Returns a component that is loaded when it is first shown, and again once the connection is back. */
export function lazily(load: () => Promise<ComponentType>): ComponentType {
  const state = signal<ComponentType | "asked" | "failed" | null>(null);
  const ask = async () => {
    if (state.peek() !== null && state.peek() !== "failed") return;
    state.value = "asked";
    state.value = await load().catch(() => "failed" as const);
  };
  return function Lazy() {
    const Loaded = state.value;
    const isLive = connection.value === "live";
    useEffect(() => void ask(), [isLive]);
    if (Loaded === "failed") return <Unloaded />;
    return Loaded === null || Loaded === "asked" ? <Skeleton /> : <Loaded />;
  };
}

/** Another version of the server has other files, which only the whole page can find. */
function Unloaded() {
  return (
    <p role="alert" class="line">
      <span class="bad-word">{text.value.shell.unread}</span>
      <button type="button" onClick={() => location.reload()}>
        {text.value.session.tryAgain}
      </button>
    </p>
  );
}
