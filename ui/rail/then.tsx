import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { factsText } from "../parts/facts.ts";
import { Money } from "../parts/money.tsx";
import { hrefOf } from "../state/place.ts";
import { useRead } from "../state/resource.ts";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";

/** A playhead that is dragged passes many places; it is asked for one where it stays this long. */
const REST_MS = 120;

interface Props {
  readonly position: number;
  readonly model: RailModel;
}

/** What the company had at a place of the past: at once what the rail knows, and all of it when the playhead rests. */
export function Then({ position, model }: Props) {
  const resting = useSignal<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (resting.value = position), REST_MS);
    return () => clearTimeout(timer);
  }, [position, resting]);
  const step = model.steps.find((one) => one.position === position);
  const known = step === undefined ? null : <Accounts {...step} />;
  return resting.value === position ? <Whole position={position} known={known} /> : known;
}

function Whole({ position, known }: Pick<Props, "position"> & { readonly known: JSX.Element | null }) {
  const t = text.rail;
  const params = { path: { position } };
  const { value } = useRead(({ control }) => control.GET("/past/{position}", { params }), String(position));
  if (value === null) return known;
  if (value.accounts === null) return null;
  const { accounts, holds, withdrawals, deliveries } = value;
  return (
    <>
      <Accounts {...accounts} />
      <span class="quiet">
        {factsText(
          holds.length > 0 && t.holdsThen(holds.length),
          deliveries.length > 0 && t.deliveriesThen(deliveries.length),
        )}
      </span>
      {withdrawals.map(({ withdrawId, status, value: cents }) => (
        <a key={withdrawId} href={hrefOf("withdrawals", { id: withdrawId })}>
          {text.withdrawals.states[status]} <Money cents={cents} />
        </a>
      ))}
    </>
  );
}

function Accounts({ available, reserved }: { readonly available: number; readonly reserved: number }) {
  const t = text.money;
  return (
    <span>
      {t.available} <Money cents={available} /> · {t.reserved} <Money cents={reserved} />
    </span>
  );
}
