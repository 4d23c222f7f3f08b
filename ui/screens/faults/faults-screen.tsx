import type { BodyOf } from "../../../src/client/connection.ts";
import type { Fault } from "../../../src/spec/generated/control-api.ts";
import { lineOf } from "../../live/event-line.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { isoText } from "../../parts/duration.ts";
import { factsText } from "../../parts/facts.ts";
import { Instant } from "../../parts/instant.tsx";
import { type Column, SortedTable } from "../../parts/order.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.faults;

/** Faults that integrators meet most often, each with a click. */
const SINGLE_FAULTS = [
  { name: "lostAnswer", body: { kind: "lose-response", operationId: "initiateWithdrawal" } },
  { name: "unavailable", body: { kind: "status", operationId: "getBalance", status: 503, times: 3 } },
  { name: "tooMany", body: { kind: "status", operationId: "initiateWithdrawal", status: 429 } },
  { name: "slow", body: { kind: "latency", operationId: "confirmWithdrawal", delay: "PT5S" } },
  { name: "broken", body: { kind: "reset", operationId: "listWithdrawals" } },
  { name: "twice", body: { kind: "duplicate-delivery", event: "charge.paid" } },
  { name: "late", body: { kind: "delay-delivery", delay: "PT1H", event: "withdraw.completed" } },
  { name: "disordered", body: { kind: "reorder-deliveries" } },
] as const satisfies readonly { readonly name: string; readonly body: BodyOf<"addFault"> }[];

/** What is to go wrong next, what has gone wrong, and what goes wrong most often, alone and together. */
export function FaultsScreen() {
  return (
    <div class="two-columns">
      <Panel title={t.single}>
        <ul class="presets">
          {SINGLE_FAULTS.map(({ name, body }) => (
            <li key={name}>
              <span>{t.names[name]}</span>
              <ActionButton name={t.add} action={onSandbox("POST", "/faults", { body })} />
            </li>
          ))}
        </ul>
        <Presets />
      </Panel>
      <div class="column">
        <Panel title={t.armed}>
          <Loaded read={useRead(({ control }) => control.GET("/faults"))}>
            {({ faults }) =>
              faults.length === 0 ? (
                <Empty title={t.none} first={onSandbox("POST", "/faults", { body: SINGLE_FAULTS[0].body })} />
              ) : (
                <FaultTable faults={faults} />
              )
            }
          </Loaded>
        </Panel>
        <Applied />
      </div>
    </div>
  );
}

/** Several faults together, as the sandbox ships them. It describes them in English; a language can have its own words. */
function Presets() {
  const { value } = useRead(({ control }) => control.GET("/presets"), { isFixed: true });
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
            <ActionButton name={t.apply} action={onSandbox("POST", "/presets", { body: { preset: name } })} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The faults in the order in which they were added, or in that of a column. */
function FaultTable({ faults }: { readonly faults: readonly Fault[] }) {
  const word = ({ kind }: Fault) => wordFor(t.words, kind);
  const quietly = (fault: Fault) => <span class="quiet">{factsOf(fault)}</span>;
  const columns: readonly Column<Fault>[] = [
    { id: "kind", name: t.kind, kind: "what", value: word, draw: (fault) => <b>{word(fault)}</b> },
    { id: "about", name: text.list.details, kind: "text", value: factsOf, draw: quietly },
    { id: "left", name: t.leftOf, kind: "number", value: ({ remaining }) => remaining, draw: LeftOf },
  ];
  const removal = ({ faultId }: Fault) => onSandbox("DELETE", "/faults/{faultId}", { ids: { faultId } });
  return (
    <>
      <SortedTable
        label={t.armed}
        items={faults}
        columns={columns}
        keyOf={({ faultId }) => faultId}
        actionsOf={(fault) => <ActionButton name={text.words.remove} action={removal(fault)} />}
      />
      {faults.length > 1 && <ActionButton name={t.removeAll} kind="danger" action={onSandbox("DELETE", "/faults")} />}
    </>
  );
}

function factsOf({ operationId, event, status, per, delay }: Fault): string {
  const durations = [per, delay].map((duration) => duration && isoText(duration));
  const operation = operationId && wordFor(text.operations, operationId);
  return factsText(operation, event, status, ...durations);
}

function LeftOf({ remaining, requests = 1, times = requests }: Fault) {
  return <Status tone={remaining > 0 ? "waiting" : "quiet"}>{t.left(remaining, times)}</Status>;
}

const applied = { query: { type: "FaultStruck", order: "newest", limit: 100 } } as const;

function Applied() {
  const { events } = useRead(({ control }) => control.GET("/events", { params: applied })).value ?? { events: [] };
  if (events.length === 0) return null;
  return (
    <Panel title={t.applied}>
      <ul class="presets">
        {events.map((event) => {
          const { detail, href } = lineOf(event);
          return (
            <li key={event.position}>
              <span>{detail}</span>
              <a href={href ?? undefined}>
                <Instant at={event.at} />
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
