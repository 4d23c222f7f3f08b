import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ActionButton } from "../parts/action-button.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { factsText } from "../parts/facts.ts";
import { instantText } from "../parts/instant.tsx";
import { Money, moneyText } from "../parts/money.tsx";
import { hrefOf } from "../state/place.ts";
import { useRead } from "../state/resource.ts";
import { advanceTo, pendingDeliveries, playhead, rewindTo, travel } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { RAIL_PX } from "./layout.ts";
import { type Drawn, type MoneyStep, type RailModel, stepAt } from "./model.ts";
import { backToNow, playheadAt, shownMs, stepDay, stepEvent } from "./steering.ts";

interface Props extends Drawn {
  /** The present by the running clock, which the model does not follow. */
  readonly nowMs: number;
}

/** The line that shows which moment is looked at: a slider for the keyboard. */
export function Playhead({ model, scale, nowMs }: Props) {
  const t = text.rail;
  const { kind } = playhead.value;
  const ms = kind === "now" ? nowMs : shownMs(model);
  const first = model.steps[0]?.atMs ?? model.nowMs;
  const last = model.due.at(-1)?.atMs ?? model.nowMs;
  const money = stepAt(model.steps, ms);
  const told = kind === "now" ? text.words.now : instantText(ms);
  const x = scale.x(Math.min(ms, Math.max(last, model.nowMs)));
  return (
    <div
      class={`playhead ${kind}`}
      role="slider"
      tabIndex={0}
      aria-label={t.playhead}
      aria-valuemin={first}
      aria-valuemax={Math.max(last, nowMs)}
      aria-valuenow={ms}
      aria-valuetext={money === null ? told : `${told}, ${moneyText(money.available)}`}
      style={{ left: `${x}px`, height: `${RAIL_PX}px` }}
      onKeyDown={(event) => steerByKey(event, model)}
    >
      <span class={x > scale.width - 90 ? "playhead-flag end" : "playhead-flag"}>
        {kind === "now" ? text.words.now : instantText(ms).slice(0, -3)}
      </span>
    </div>
  );
}

function steerByKey(event: KeyboardEvent, model: RailModel): void {
  const { key, shiftKey } = event;
  const run = keysOf(model, shiftKey)[key];
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** What the keys do on the slider; the arrows also work everywhere else on the page. */
export function keysOf(model: RailModel, shiftKey: boolean): Readonly<Record<string, () => void>> {
  const last = model.due.at(-1);
  const move = (direction: -1 | 1) => (shiftKey ? stepDay(direction, model) : stepEvent(direction, model));
  return {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Home: () => (playhead.value = playheadAt(Number.NEGATIVE_INFINITY, model)),
    End: () => (playhead.value = last === undefined ? { kind: "now" } : { kind: "future", atMs: last.atMs }),
    Escape: backToNow,
    Enter: goThere,
  };
}

/** Makes the moment that is looked at the present. */
function goThere(): void {
  const { value } = playhead;
  if (value.kind === "past") void travel(rewindTo(value.position));
  if (value.kind === "future") void travel(advanceTo(value.atMs));
}

/** What the playhead shows outside the present, and how to go there. Nothing has changed until then. */
export function PlayheadBar({ model }: { readonly model: RailModel }) {
  const { value } = playhead;
  if (value.kind === "now") return <div class="line playhead-bar" role="status" />;
  return (
    <div class={`line playhead-bar ${value.kind}`} role="status">
      {value.kind === "past" ? <PastBar {...value} model={model} /> : <FutureBar {...value} model={model} />}
      <Button name={text.time.backToNow} shortcut="Esc" aria-keyshortcuts="Escape" onClick={backToNow} />
    </div>
  );
}

interface BarProps {
  readonly atMs: number;
  readonly model: RailModel;
}

function PastBar({ position, atMs, model }: BarProps & { readonly position: number }) {
  return (
    <>
      <span>{text.time.lookAt(instantText(atMs), position)}</span>
      <Then position={position} step={model.steps.find((step) => step.position === position)} />
      <ActionButton name={text.time.rewindHere} action={rewindTo(position)} kind="primary" shortcut="Enter" />
      <Choice
        label={text.time.pending}
        chosen={pendingDeliveries}
        options={[
          ["resume", text.time.resume],
          ["cancel", text.time.cancel],
        ]}
      />
    </>
  );
}

function FutureBar({ atMs, model }: BarProps) {
  const t = text.time;
  const due = model.due.filter((item) => item.atMs <= atMs);
  const isPart = model.dueLater > 0 && due.length === model.due.length;
  const named = [...Map.groupBy(due, ({ label }) => label)].map(([label, items]) => `${items.length} × ${label}`);
  return (
    <>
      <span>
        {t.advanceTo(instantText(atMs), isPart ? `${due.length}+` : due.length)}{" "}
        {named.length > 0 && <span class="quiet">{named.join(", ")}</span>}
      </span>
      <ActionButton name={t.advance} action={advanceTo(atMs)} kind="primary" shortcut="Enter" />
    </>
  );
}

/** A playhead that is dragged passes many places; it is asked for one where it stays this long. */
const REST_MS = 120;

/** What the company had at a place of the past: at once what the rail knows, and all of it when the playhead rests. */
function Then({ position, step }: { readonly position: number; readonly step: MoneyStep | undefined }) {
  const resting = useSignal<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (resting.value = position), REST_MS);
    return () => clearTimeout(timer);
  }, [position, resting]);
  const known = step === undefined ? null : <Accounts {...step} />;
  return resting.value === position ? <Whole position={position} known={known} /> : known;
}

function Whole({ position, known }: { readonly position: number; readonly known: JSX.Element | null }) {
  const t = text.rail;
  const params = { path: { position } };
  const { value } = useRead(({ control }) => control.GET("/past/{position}", { params }), { key: String(position) });
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
