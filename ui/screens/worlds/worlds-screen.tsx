import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Download } from "../../parts/download.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Unread } from "../../parts/skeleton.tsx";
import { onSandbox } from "../../state/action.ts";
import { isOwn } from "../../state/own-worlds.ts";
import { goTo } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { NewCompany, NewWorld } from "./new-world.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { WorldTable } from "./world-table.tsx";

export function WorldsScreen() {
  const t = text.worlds;
  const { value, problem } = useRead(({ control }) => control.GET("/worlds"));
  const shown = overview.value.value?.world;
  const { own = [], others = [] } = Object.groupBy(value?.worlds ?? [], ({ worldId }) =>
    isOwn(worldId) ? "own" : "others",
  );
  return (
    <div class="two-columns">
      <Panel title={t.list}>
        {value === null ? <Unread problem={problem} /> : <WorldTable worlds={own} shownId={shown?.worldId} />}
        {problem !== null && <ActionButton name={text.session.tryAgain} action={onSandbox("GET", "/worlds")} />}
        {others.length > 0 && (
          <details>
            <summary>{t.others(others.length)}</summary>
            <WorldTable worlds={others} shownId={shown?.worldId} />
          </details>
        )}
        <NewWorld />
      </Panel>
      <div class="column">
        {shown !== undefined && (
          <Panel title={t.settings}>
            <SettingsForm settings={shown.settings} />
            <Download name="world.json" content={saveFile} label={t.export} />
          </Panel>
        )}
        <Panel title={t.companies}>
          <ul class="presets">
            {shown?.companies.map(({ companyId, name, document }) => (
              <li key={companyId}>
                <span>
                  <b>{name}</b> <span class="quiet">{document}</span>
                </span>
              </li>
            ))}
          </ul>
          <p class="line">
            {(["csv", "ofx"] as const).map((format) => (
              <Download
                key={format}
                name={`statement.${format}`}
                content={({ history }) => history.statementFile(format)}
                label={t.statement(format.toUpperCase())}
              />
            ))}
          </p>
          <NewCompany />
        </Panel>
        <Panel title={t.reset}>
          <p class="quiet">{t.resetHint}</p>
          <ActionButton name={t.reset} kind="danger" action={onSandbox("POST", "/reset")} onDone={() => goTo("time")} />
        </Panel>
      </div>
    </div>
  );
}

async function saveFile({ control }: SaldoClient): Promise<string> {
  const { world } = await carriedOut(control.GET("/world/save-file"));
  return JSON.stringify(world, null, 2);
}
