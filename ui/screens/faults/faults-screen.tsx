import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { lineOf } from "../../live/event-line.ts";
import { recentEvents } from "../../live/follow.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { isoText } from "../../parts/duration.ts";
import { Empty } from "../../parts/empty.tsx";
import { Instant } from "../../parts/instant.tsx";
import type { Column } from "../../parts/order.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { SortedTable } from "../../parts/sorted-table.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead, useReadOnce } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { SINGLE_FAULTS } from "./single-faults.ts";

type Fault = components["schemas"]["Fault"];

/** What is to go wrong next, what has gone wrong, and what goes wrong most often, alone and together. */
export function FaultsScreen() {
  const t = text.value.faults;
  const { value } = useRead(({ control }) => carriedOut(control.GET("/faults"))).value;
  const faults = value?.faults ?? [];
  return (
    <div class="two-columns">
      <section class="panel" aria-label={t.single}>
        <h2>{t.single}</h2>
        <ul class="presets">
          {SINGLE_FAULTS.map(({ name, body }) => (
            <li key={name}>
              <span>
                <b>{t.names[name]}</b>
                <span class="quiet">{t.kinds[body.kind]}</span>
              </span>
              <ActionButton action={onSandbox("POST", "/faults", { body })}>{t.add}</ActionButton>
            </li>
          ))}
        </ul>
        <Presets />
      </section>
      <div class="column">
        <section class="panel" aria-label={t.armed}>
          <h2>{t.armed}</h2>
          {value === null && <Skeleton />}
          {value !== null && faults.length === 0 && (
            <Empty
              title={t.none}
              first={onSandbox("POST", "/faults", {
                body: { kind: "lose-response", operationId: "initiateWithdrawal" },
              })}
            />
          )}
          {faults.length > 0 && <FaultTable faults={faults} />}
          {faults.length > 1 && (
            <p>
              <ActionButton kind="danger" action={onSandbox("DELETE", "/faults")}>
                {t.removeAll}
              </ActionButton>
            </p>
          )}
        </section>
        <Applied />
      </div>
    </div>
  );
}

/** Several faults together, as the sandbox ships them. It describes them in English; a language can have its own words. */
function Presets() {
  const t = text.value.faults;
  const { value } = useReadOnce(({ control }) => carriedOut(control.GET("/presets"))).value;
  return (
    <>
      <h2>{t.presets}</h2>
      <ul class="presets">
        {value?.presets.map(({ name, description }) => (
          <li key={name}>
            <span>
              <b title={name}>{wordFor(t.presetNames, name)}</b>
              <span class="quiet">{wordFor(t.together, name, description)}</span>
            </span>
            <ActionButton action={onSandbox("POST", "/presets", { body: { preset: name } })}>{t.apply}</ActionButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The faults in the order in which they were added, or in that of a column. */
function FaultTable({ faults }: { readonly faults: readonly Fault[] }) {
  const t = text.value.faults;
  const columns: readonly Column<Fault>[] = [
    { id: "kind", name: t.kind, kind: "what", value: ({ kind }) => wordFor(t.words, kind) },
    { id: "about", name: text.value.list.details, kind: "text", value: factsOf },
    { id: "left", name: t.leftOf, kind: "number", value: ({ remaining }) => remaining },
  ];
  return (
    <SortedTable
      items={faults}
      columns={columns}
      rowOf={(fault) => (
        <tr key={fault.faultId}>
          <td>
            <b>{wordFor(t.words, fault.kind)}</b>
          </td>
          <td class="quiet">{factsOf(fault)}</td>
          <td class="number">
            <Status tone={fault.remaining > 0 ? "waiting" : "quiet"}>{leftOf(fault)}</Status>
          </td>
          <td class="number">
            <ActionButton action={onSandbox("DELETE", "/faults/{faultId}", { ids: { faultId: fault.faultId } })}>
              {text.value.words.remove}
            </ActionButton>
          </td>
        </tr>
      )}
    />
  );
}

function factsOf({ operationId, event, status, per, delay }: Fault): string {
  const durations = [per, delay].map((duration) => duration && isoText(duration));
  const operation = operationId && wordFor(text.value.operations, operationId);
  return [operation, event, status, ...durations].filter((fact) => fact !== undefined).join(" · ");
}

function leftOf({ remaining, requests = 1, times = requests }: Fault): string {
  return text.value.faults.left(remaining, times);
}

/** The faults that were applied while the page was open. */
function Applied() {
  const t = text.value.faults;
  const applied = recentEvents.value.filter(({ type }) => type === "FaultStruck").toReversed();
  if (applied.length === 0) return null;
  return (
    <section class="panel" aria-label={t.applied}>
      <h2>{t.applied}</h2>
      <ul class="presets">
        {applied.map((event) => (
          <li key={event.position}>
            <span>{lineOf(event).detail}</span>
            <a href={hrefOf("calls")}>
              <Instant at={event.at} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
