import { signal } from "@preact/signals";
import { firedEvents, selectableEvents } from "../../../src/spec/generated/event-names.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check } from "../../parts/choice.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { onPlatform } from "../../state/action.ts";
import { goTo } from "../../state/place.ts";
import { text } from "../../text/text.ts";
import { Routes } from "./routes.tsx";

const fired: ReadonlySet<string> = new Set(firedEvents);

const url = signal("");
const name = signal("Receiver");
const events = signal<readonly string[]>(["charge.paid", "withdraw.completed"]);

/** Creates a webhook as an integrator's program would. */
export function NewWebhook() {
  const t = text.webhooks;
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
