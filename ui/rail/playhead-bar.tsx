import { ActionButton } from "../parts/action-button.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { instantText } from "../parts/instant.tsx";
import { advanceTo, pendingDeliveries, playhead, rewindTo } from "../state/travel.ts";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";
import { backToNow } from "./steering.ts";
import { Then } from "./then.tsx";

/** What the playhead shows outside the present, and how to go there. Nothing has changed until then. */
export function PlayheadBar({ model }: { readonly model: RailModel }) {
  const { value } = playhead;
  if (value.kind === "now") return <div class="line playhead-bar" role="status" />;
  return (
    <div class={`line playhead-bar ${value.kind}`} role="status">
      {value.kind === "past" ? (
        <PastBar position={value.position} atMs={value.atMs} model={model} />
      ) : (
        <FutureBar atMs={value.atMs} model={model} />
      )}
      <Button name={text.time.backToNow} shortcut="Esc" aria-keyshortcuts="Escape" onClick={backToNow} />
    </div>
  );
}

function PastBar({ position, atMs, model }: Parameters<typeof Then>[0] & { readonly atMs: number }) {
  return (
    <>
      <span>{text.time.lookAt(instantText(atMs), position)}</span>
      <Then position={position} model={model} />
      <ActionButton name={text.time.rewindHere} action={rewindTo(position)} kind="primary" shortcut="Enter" />
      <Choice
        label={text.time.pending}
        value={pendingDeliveries.value}
        options={[
          ["resume", text.time.resume],
          ["cancel", text.time.cancel],
        ]}
        onChoose={(what) => (pendingDeliveries.value = what)}
      />
    </>
  );
}

function FutureBar({ atMs, model }: { atMs: number; model: RailModel }) {
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
