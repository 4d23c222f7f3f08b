import type { components } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { Instant } from "../../parts/instant.tsx";
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

/** Worlds with what they wait for, to be opened or deleted. */
export function WorldTable({ worlds, shownId }: Props) {
  const columns: readonly Column<ListedWorld>[] = [
    { id: "world", name: t.world, kind: "what", value: ({ name, worldId }) => name ?? worldId },
    { id: "fixture", name: t.fixture, kind: "text", value: ({ fixture }) => fixture },
    { id: "now", name: t.now, kind: "time", value: ({ now }) => now },
    { id: "position", name: text.time.position, kind: "number", value: ({ position }) => position },
  ];
  return (
    <SortedTable
      class="worlds-table"
      items={worlds}
      columns={columns}
      rowOf={(world) => <WorldRow key={world.worldId} world={world} isShown={world.worldId === shownId} />}
    />
  );
}

function WorldRow({ world, isShown }: { readonly world: ListedWorld; readonly isShown: boolean }) {
  const { worldId, name, fixture, now, position, companies, stopped } = world;
  const [first] = companies;
  return (
    <tr>
      <td>
        {name === null ? <code>{worldId}</code> : <b title={worldId}>{name}</b>}{" "}
        {isShown && <span class="chip running">{t.shown}</span>}
        <div class="quiet">
          {stopped && <Status tone="bad">{t.stopped}</Status>}
          {[companies.map((company) => company.name).join(", "), ...waitsOf(world)].join(" · ")}
        </div>
      </td>
      <td>{fixture}</td>
      <td>
        <Instant at={now} />
      </td>
      <td class="number">{position}</td>
      <td>
        <span class="line">
          {!isShown && first !== undefined && <OpenWorld worldId={worldId} companyId={first.companyId} />}
          {!isShown && <DeleteWorld worldId={worldId} name={name ?? worldId} position={position} />}
        </span>
      </td>
    </tr>
  );
}

/** Returns what a world waits for. */
function waitsOf({ openWithdrawals, pendingReview, failedDeliveries }: ListedWorld): readonly string[] {
  return [
    openWithdrawals && t.awaitCode(openWithdrawals),
    pendingReview && t.awaitReview(pendingReview),
    failedDeliveries && t.failedDeliveries(failedDeliveries),
  ].flatMap((told) => told || []);
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
