import { signal } from "@preact/signals";
import { ActionButton } from "../../parts/action-button.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

const host = signal("");
const target = signal("");

/** Where the deliveries for some hosts really go: to a receiver on this machine, for instance. */
export function Routes() {
  const t = text.webhooks;
  const { value } = useRead(({ control }) => control.GET("/routes"));
  const routes = Object.entries(value?.routes ?? {});
  const [from, to] = [host.value.trim(), target.value.trim()];
  // All routes are set at once, so those that are there must be known.
  const isComplete = value !== null && from !== "" && to !== "";
  const set = (entries: typeof routes) => onSandbox("PUT", "/routes", { body: Object.fromEntries(entries) });
  return (
    <section>
      <h2>{t.routes}</h2>
      <p class="quiet">{t.routesHint}</p>
      <ul class="presets">
        {routes.map((route) => (
          <li key={route[0]}>
            <span>{route.join(" → ")}</span>
            <ActionButton name={text.words.remove} action={set(routes.filter((one) => one !== route))} />
          </li>
        ))}
      </ul>
      <form class="line">
        <input aria-label={t.routeHost} placeholder="hooks.acme.dev" {...typedInto(host)} />
        →
        <input aria-label={t.routeTarget} placeholder="http://127.0.0.1:3000" {...typedInto(target)} />
        <ActionButton
          name={t.addRoute}
          action={isComplete ? set([...routes, [from, to]]) : null}
          onDone={emptied(host, target)}
        />
      </form>
    </section>
  );
}
