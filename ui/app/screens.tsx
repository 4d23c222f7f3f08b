import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Skeleton } from "../parts/skeleton.tsx";
import { TimeScreen } from "../screens/time/time-screen.tsx";
import { RETRY_MS } from "../state/answered.ts";
import { place, type Screen } from "../state/place.ts";
import { text } from "../text/text.ts";

export const screens: Readonly<Record<Screen, ComponentType>> = {
  time: TimeScreen,
  withdrawals: lazily(async () => (await import("../screens/withdrawals/withdrawals-screen.tsx")).WithdrawalsScreen),
  charges: lazily(async () => (await import("../screens/charges/charges-screen.tsx")).ChargesScreen),
  webhooks: lazily(async () => (await import("../screens/webhooks/webhooks-screen.tsx")).WebhooksScreen),
  mailbox: lazily(async () => (await import("../screens/mailbox/mailbox-screen.tsx")).MailboxScreen),
  calls: lazily(async () => (await import("../screens/calls/calls-screen.tsx")).CallsScreen),
  faults: lazily(async () => (await import("../screens/faults/faults-screen.tsx")).FaultsScreen),
  worlds: lazily(async () => (await import("../screens/worlds/worlds-screen.tsx")).WorldsScreen),
  reference: lazily(async () => (await import("../screens/reference/reference-screen.tsx")).ReferenceScreen),
};

/** A screen, or why it cannot be drawn. What is around it goes on, and another place or a click draws it anew. */
export function DrawnScreen({ of: Screen }: { readonly of: ComponentType }) {
  const [error, drawAgain] = useErrorBoundary();
  const here = place.value;
  useEffect(drawAgain, [here]);
  if (error === undefined) return <Screen />;
  return (
    <Undrawn why={text.shell.undrawn} onAgain={drawAgain}>
      <pre>{String(error)}</pre>
    </Undrawn>
  );
}

/** Returns a component that is loaded when it is first shown, and again and again while that fails. */
function lazily(load: () => Promise<ComponentType>): ComponentType {
  const state = signal<ComponentType | "failed" | null>(null);
  return function Lazy() {
    const Loaded = state.value;
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isShown = true;
      const ask = async () => {
        state.value = await load().catch(() => "failed" as const);
        if (isShown && state.value === "failed") timer = setTimeout(ask, RETRY_MS);
      };
      if (typeof state.peek() !== "function") void ask();
      return () => {
        isShown = false;
        clearTimeout(timer);
      };
    }, []);
    // Another version of the server has other files, which only the whole page can find.
    if (Loaded === "failed") return <Undrawn why={text.shell.unread} onAgain={() => location.reload()} />;
    return Loaded === null ? <Skeleton /> : <Loaded />;
  };
}

interface Props {
  readonly why: string;
  readonly onAgain: () => void;
  readonly children?: ComponentChildren;
}

function Undrawn({ why, onAgain, children }: Props) {
  return (
    <div role="alert">
      <p class="bad">{why}</p>
      {children}
      <Button name={text.session.tryAgain} onClick={onAgain} />
    </div>
  );
}
