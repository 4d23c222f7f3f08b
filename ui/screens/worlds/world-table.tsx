import { useSignal } from "@preact/signals";
import type { ListedWorld } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { factsText } from "../../parts/facts.ts";
import { type Column, SortedTable } from "../../parts/order.tsx";
import { Status } from "../../parts/status.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { keyOfWorld } from "../../state/own-worlds.ts";
import { openWorld } from "../../state/session.ts";
import { text } from "../../text/text.ts";

const t = text.worlds;

interface Props {
  readonly worlds: readonly ListedWorld[];
  readonly shownId: string | undefined;
}

export function WorldTable({ worlds, shownId }: Props) {
  const columns: readonly Column<ListedWorld>[] = [
    {
      id: "world",
      name: t.world,
      kind: "what",
      value: ({ name, worldId }) => name ?? worldId,
      draw: (world) => <World {...world} isShown={world.worldId === shownId} />,
    },
    { id: "fixture", name: t.fixture, kind: "text", value: ({ fixture }) => fixture },
    { id: "now", name: t.now, kind: "time", value: ({ now }) => now },
    { id: "position", name: text.time.position, kind: "number", value: ({ position }) => position },
  ];
  return (
    <SortedTable
      label={t.list}
      class="worlds-table"
      items={worlds}
      columns={columns}
      keyOf={({ worldId }) => worldId}
      actionsOf={(world) =>
        world.worldId !== shownId && (
          <span class="line">
            <OpenWorld {...world} />
            <DeleteWorld {...world} />
          </span>
        )
      }
    />
  );
}

function World({ worldId, name, companies, stopped, isShown, ...waits }: ListedWorld & { readonly isShown: boolean }) {
  return (
    <>
      {name === null ? <code>{worldId}</code> : <b title={worldId}>{name}</b>}{" "}
      {isShown && <span class="chip running">{t.shown}</span>}
      <div class="quiet">
        {stopped && <Status tone="bad">{t.stopped}</Status>}
        {factsText(
          ...companies.map((company) => company.name),
          waits.openWithdrawals && t.awaitCode(waits.openWithdrawals),
          waits.pendingReview && t.awaitReview(waits.pendingReview),
          waits.failedDeliveries && t.failedDeliveries(waits.failedDeliveries),
        )}
      </div>
    </>
  );
}

/** Opens a world in this tab, with the key that the tab has or else with a new one. */
function OpenWorld({ worldId, companies: [first] }: ListedWorld) {
  const name = text.words.enter;
  const key = keyOfWorld(worldId);
  if (key !== null) return <Button name={name} onClick={() => openWorld(key)} />;
  if (first === undefined) return null;
  const ids = { worldId, companyId: first.companyId };
  const newKey = onSandbox("POST", "/worlds/{worldId}/companies/{companyId}/keys", { ids });
  return <ActionButton name={name} action={newKey} onDone={(answer) => openWorld(answer.text("apiKey"))} />;
}

/** Deletes a world once its name is typed: nothing brings it back. */
function DeleteWorld({ worldId, position, name: given }: ListedWorld) {
  const name = given ?? worldId;
  const isAsked = useSignal(false);
  const typed = useSignal("");
  const isNamed = typed.value.trim() === name.trim();
  const ask = (asked: boolean) => {
    typed.value = "";
    isAsked.value = asked;
  };
  return (
    <>
      <Button name={text.words.delete} class="danger" onClick={() => ask(true)} />
      {isAsked.value && (
        <Question
          title={t.deleteWorld(name)}
          confirm={t.deleteForEver}
          action={isNamed ? onSandbox("DELETE", "/worlds/{worldId}", { ids: { worldId } }) : null}
          onEnd={() => ask(false)}
        >
          <p>{t.deleteHint(position)}</p>
          <label class="stacked">
            {t.typeName}
            <input autocomplete="off" spellcheck={false} {...typedInto(typed)} />
          </label>
        </Question>
      )}
    </>
  );
}
