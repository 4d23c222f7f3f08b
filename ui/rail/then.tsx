import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { Money } from "../parts/money.tsx";
import { hrefOf } from "../state/place.ts";
import { useRead } from "../state/resource.ts";
import { text } from "../text/text.ts";
import { type RailModel, stepAt } from "./model.ts";

/** A playhead that is dragged passes many places; it is asked for one where it stays this long. */
const REST_MS = 120;

interface Place {
  readonly position: number;
  readonly atMs: number;
}

/** What the company had at a place of the past: at once what the rail knows, and all of it when the playhead rests. */
export function Then({ position, atMs, model }: Place & { readonly model: RailModel }) {
  const resting = useSignal<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      resting.value = position;
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [position, resting]);
  if (resting.value === position) return <Whole position={position} />;
  const isLeft = model.left.some(({ after, upTo }) => position > after && position <= upTo);
  const step = isLeft ? null : stepAt(model.steps, atMs);
  return step === null ? null : <Accounts {...step} />;
}

function Whole({ position }: Pick<Place, "position">) {
  const t = text.value.rail;
  const params = { path: { position } };
  const read = useRead(({ control }) => carriedOut(control.GET("/past/{position}", { params })), String(position));
  const { value } = read.value;
  if (value === null || value.accounts === null) return null;
  const { accounts, holds, withdrawals, deliveries } = value;
  return (
    <>
      <Accounts {...accounts} />
      <span class="quiet">
        {[
          holds.length > 0 ? t.holdsThen(holds.length) : null,
          deliveries.length > 0 ? t.deliveriesThen(deliveries.length) : null,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </span>
      {withdrawals.map(({ withdrawId, status, value: cents }) => (
        <a key={withdrawId} href={hrefOf("withdrawals", { id: withdrawId })}>
          {text.value.withdrawals.states[status]} <Money cents={cents} />
        </a>
      ))}
    </>
  );
}

function Accounts({ available, reserved }: { readonly available: number; readonly reserved: number }) {
  const t = text.value.money;
  return (
    <span>
      {t.available} <Money cents={available} /> · {t.reserved} <Money cents={reserved} />
    </span>
  );
}
