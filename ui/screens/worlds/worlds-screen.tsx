import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Instant } from "../../parts/instant.tsx";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { openWorld } from "../../state/session.ts";
import { travel } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { ExportWorld } from "./export-world.tsx";
import { NewCompany, NewWorld } from "./new-world.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { WorldState } from "./world-state.tsx";

/** The worlds of the server, a new one, and the settings of this one. */
export function WorldsScreen() {
  const t = text.value.worlds;
  const { value, problem } = useRead(({ control }) => carriedOut(control.GET("/worlds"))).value;
  const shown = overview.value.value?.world;
  return (
    <div class="two-columns">
      <section class="panel" aria-label={t.list}>
        <h2>{t.list}</h2>
        {problem !== null && <p class="quiet">{problem}</p>}
        <div class="table-box">
          <table>
            <thead>
              <tr>
                <th scope="col">{t.world}</th>
                <th scope="col">{t.fixture}</th>
                <th scope="col">{t.now}</th>
                <th scope="col" class="number">
                  {text.value.time.position}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {(value?.worlds ?? []).map(({ worldId, fixture, now, position, ...world }) => (
                <tr key={worldId}>
                  <td>
                    <code>{worldId}</code> {worldId === shown?.worldId && <span class="chip running">{t.shown}</span>}
                    <WorldState {...world} />
                  </td>
                  <td>{fixture}</td>
                  <td>
                    <Instant at={now} />
                  </td>
                  <td class="number">{position}</td>
                  <td>
                    {worldId !== shown?.worldId && world.companies[0] !== undefined && (
                      <ActionButton
                        action={onSandbox("POST", "/worlds/{worldId}/companies/{companyId}/keys", {
                          ids: { worldId, companyId: world.companies[0].companyId },
                        })}
                        onDone={(answer) => openWorld(answer.text("apiKey"))}
                      >
                        {t.enter}
                      </ActionButton>
                    )}
                    {worldId !== shown?.worldId && (
                      <ActionButton
                        kind="danger"
                        action={onSandbox("DELETE", "/worlds/{worldId}", { ids: { worldId } })}
                      >
                        {t.delete}
                      </ActionButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
          <NewCompany />
        </section>
        <section class="panel" aria-label={t.reset}>
          <h2>{t.reset}</h2>
          <p class="quiet">{t.resetHint}</p>
          <p>
            <ActionButton kind="danger" action={onSandbox("POST", "/reset")} via={travel}>
              {t.reset}
            </ActionButton>
          </p>
        </section>
      </div>
    </div>
  );
}
