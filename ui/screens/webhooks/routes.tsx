import { signal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

const host = signal("");
const target = signal("");

/** Where the deliveries for some hosts really go: to a receiver on this machine, for instance. */
export function Routes() {
  const t = text.value.webhooks;
  const { value } = useRead(({ control }) => carriedOut(control.GET("/routes"))).value;
  const routes = value?.routes ?? {};
  const isComplete = host.value.trim() !== "" && target.value.trim() !== "";
  const added = { ...routes, [host.value.trim()]: target.value.trim() };
  return (
    <section>
      <h2>{t.routes}</h2>
      <p class="quiet">{t.routesHint}</p>
      <ul class="presets">
        {Object.entries(routes).map(([from, to]) => (
          <li key={from}>
            <span>
              {from} → {to}
            </span>
            <ActionButton action={onSandbox("PUT", "/routes", { body: without(routes, from) })}>
              {text.value.words.remove}
            </ActionButton>
          </li>
        ))}
      </ul>
      <p class="line">
        <input aria-label={t.routeHost} placeholder="hooks.acme.dev" {...typedInto(host)} />
        →
        <input aria-label={t.routeTarget} placeholder="http://127.0.0.1:3000" {...typedInto(target)} />
        <ActionButton
          action={isComplete ? onSandbox("PUT", "/routes", { body: added }) : null}
          onDone={() => (host.value = target.value = "")}
        >
          {t.addRoute}
        </ActionButton>
      </p>
    </section>
  );
}

function without(routes: Readonly<Record<string, string>>, host: string): Record<string, string> {
  return Object.fromEntries(Object.entries(routes).filter(([from]) => from !== host));
}
