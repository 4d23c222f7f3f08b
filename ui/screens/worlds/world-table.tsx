import type { components } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { factsText } from "../../parts/facts.ts";
import { type Column, SortedTable } from "../../parts/order.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { keyOfWorld } from "../../state/own-worlds.ts";
import { openWorld } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { DeleteWorld } from "./delete-world.tsx";

type ListedWorld = components["schemas"]["ListedWorld"];

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
      draw: (world) => <World world={world} isShown={world.worldId === shownId} />,
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
      actionsOf={({ worldId, name, position, companies: [first] }) =>
        worldId !== shownId && (
          <span class="line">
            {first !== undefined && <OpenWorld worldId={worldId} companyId={first.companyId} />}
            <DeleteWorld worldId={worldId} name={name ?? worldId} position={position} />
          </span>
        )
      }
    />
  );
}

function World({ world, isShown }: { readonly world: ListedWorld; readonly isShown: boolean }) {
  const { worldId, name, companies, stopped } = world;
  return (
    <>
      {name === null ? <code>{worldId}</code> : <b title={worldId}>{name}</b>}{" "}
      {isShown && <span class="chip running">{t.shown}</span>}
      <div class="quiet">
        {stopped && <Status tone="bad">{t.stopped}</Status>}
        {factsText(...companies.map((company) => company.name), ...waitsOf(world))}
      </div>
    </>
  );
}

function waitsOf({ openWithdrawals, pendingReview, failedDeliveries }: ListedWorld) {
  return [
    openWithdrawals && t.awaitCode(openWithdrawals),
    pendingReview && t.awaitReview(pendingReview),
    failedDeliveries && t.failedDeliveries(failedDeliveries),
  ];
}

/** Opens a world in this tab, with the key that the tab has or else with a new one. */
function OpenWorld({ worldId, companyId }: { readonly worldId: string; readonly companyId: string }) {
  const key = keyOfWorld(worldId);
  if (key === null)
    return (
      <ActionButton
        name={text.words.enter}
        action={onSandbox("POST", "/worlds/{worldId}/companies/{companyId}/keys", { ids: { worldId, companyId } })}
        onDone={(answer) => openWorld(answer.text("apiKey"))}
      />
    );
  return <Button name={text.words.enter} onClick={() => openWorld(key)} />;
}
