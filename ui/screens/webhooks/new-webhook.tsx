import { signal } from "@preact/signals";
import { firedEvents, selectableEvents } from "../../../src/spec/generated/event-names.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check } from "../../parts/choice.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { onPlatform, onSandbox } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

const t = text.webhooks;

const fired: ReadonlySet<string> = new Set(firedEvents);

const url = signal("");
const name = signal("Receiver");
const events = signal<readonly string[]>(["charge.paid", "withdraw.completed"]);

/** Creates a webhook as an integrator's program would. */
export function NewWebhook() {
  const body = { url: url.value.trim(), name: name.value.trim(), events: [...events.value] };
  const empty = emptied(url);
  const isComplete = body.url !== "" && body.name !== "" && body.events.length > 0;
  return (
    <>
      <form class="form" noValidate>
        <h2>{t.create}</h2>
        <p class="quiet">{t.createHint}</p>
        <label class="stacked">
          {t.url}
          <input type="url" placeholder="https://hooks.acme.dev/saldo" {...typedInto(url)} />
        </label>
        <label class="stacked">
          {text.words.name}
          <input {...typedInto(name)} />
        </label>
        <fieldset>
          <legend>{t.events}</legend>
          {selectableEvents.map((event) => (
            <Check
              key={event}
              name={event}
              hint={fired.has(event) ? undefined : t.reserved}
              checked={events.value.includes(event)}
              onCheck={(isChecked) => {
                const others = events.value.filter((one) => one !== event);
                events.value = isChecked ? [...others, event] : others;
              }}
            />
          ))}
        </fieldset>
        <ActionButton
          name={t.create}
          kind="primary"
          action={isComplete ? onPlatform("POST", "/webhook", { body }) : null}
          onDone={(answer) => {
            empty();
            goTo("webhooks", { id: answer.text("data.webhookId") });
          }}
        />
      </form>
      <Routes />
    </>
  );
}

const host = signal("");
const target = signal("");

/** Where the deliveries for some hosts really go: to a receiver on this machine, for instance. */
export function Routes() {
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
