import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { onSandbox } from "../../state/action.ts";
import { isOwn } from "../../state/own-worlds.ts";
import { goTo } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { travel } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { NewCompany, NewWorld } from "./new-world.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { ExportWorld, StatementFiles } from "./world-files.tsx";
import { WorldTable } from "./world-table.tsx";

/** The worlds of the server, a new one, and the settings of this one. */
export function WorldsScreen() {
  const t = text.value.worlds;
  const { value, problem } = useRead(({ control }) => carriedOut(control.GET("/worlds"))).value;
  const shown = overview.value.value?.world;
  const worlds = value?.worlds ?? [];
  const others = worlds.filter(({ worldId }) => !isOwn(worldId));
  return (
    <div class="two-columns">
      <section class="panel" aria-label={t.list}>
        <h2>{t.list}</h2>
        {problem !== null && (
          <p class="line">
            <span class="quiet">{problem}</span>
            <ActionButton action={onSandbox("GET", "/worlds")}>{text.value.session.tryAgain}</ActionButton>
          </p>
        )}
        {value === null && problem === null && <Skeleton />}
        {worlds.length > 0 && (
          <WorldTable worlds={worlds.filter(({ worldId }) => isOwn(worldId))} shownId={shown?.worldId} />
        )}
        {others.length > 0 && (
          <details>
            <summary>{t.others(others.length)}</summary>
            <WorldTable worlds={others} shownId={shown?.worldId} />
          </details>
        )}
        <NewWorld />
      </section>
      <div class="column">
        {shown !== undefined && (
          <section class="panel" aria-label={t.settings}>
            <h2>{t.settings}</h2>
            <SettingsForm settings={shown.settings} />
            <p>
              <ExportWorld />
            </p>
          </section>
        )}
        <section class="panel" aria-label={t.companies}>
          <h2>{t.companies}</h2>
          <ul class="presets">
            {shown?.companies.map(({ companyId, name, document }) => (
              <li key={companyId}>
                <span>
                  <b>{name}</b> <span class="quiet">{document}</span>
                </span>
              </li>
            ))}
          </ul>
          <StatementFiles />
          <NewCompany />
        </section>
        <section class="panel" aria-label={t.reset}>
          <h2>{t.reset}</h2>
          <p class="quiet">{t.resetHint}</p>
          <p>
            <ActionButton kind="danger" action={onSandbox("POST", "/reset")} via={travel} onDone={() => goTo("time")}>
              {t.reset}
            </ActionButton>
          </p>
        </section>
      </div>
    </div>
  );
}
