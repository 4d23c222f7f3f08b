import { signal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check, Choice } from "../../parts/choice.tsx";
import { Copyable } from "../../parts/copy-button.tsx";
import { factsText } from "../../parts/facts.ts";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { keepWorld } from "../../state/own-worlds.ts";
import { useReadOnce } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";
import { ImportWorld } from "./import-world.tsx";

const t = text.worlds;

const fixture = signal("default");
const isFrozen = signal(true);
const name = signal("");

/** The keys that only one answer shows. They are forgotten with the tab. */
const newKeys = signal<readonly { readonly name: string; readonly apiKey: string }[]>([]);

export function NewWorld() {
  const { value } = useReadOnce(({ control }) => control.GET("/fixtures"));
  const fixtures = value?.fixtures ?? [];
  const given = name.value.trim();
  const clock = { mode: isFrozen.value ? "frozen" : "running" } as const;
  const body = { ...(given !== "" && { name: given }), fixture: fixture.value, clock };
  const empty = emptied(name);
  return (
    <>
      <form class="line">
        <label class="inline">
          {text.words.name}
          <input maxLength={100} {...typedInto(name)} />
        </label>
        <Choice
          label={t.fixture}
          value={fixture.value}
          options={fixtures.map((one) => [one.name, one.name])}
          onChoose={(chosen) => (fixture.value = chosen)}
        />
        <Check name={text.clock.frozen} checked={isFrozen.value} onCheck={(isOn) => (isFrozen.value = isOn)} />
        <ActionButton
          name={t.create}
          kind="primary"
          action={onSandbox("POST", "/worlds", { body })}
          onDone={(answer) => {
            keepKeysOfWorld(answer, given);
            empty();
          }}
        />
      </form>
      <p class="quiet">
        {wordFor(t.fixtures, fixture.value, fixtures.find(({ name }) => name === fixture.value)?.description)}
      </p>
      <ImportWorld onDone={keepKeysOfWorld} />
      <NewKeys />
    </>
  );
}

export function NewCompany() {
  return (
    <ActionButton
      name={text.worlds.addCompany}
      action={onSandbox("POST", "/companies", { body: {} })}
      onDone={keepKeyOfCompany}
    />
  );
}

function NewKeys() {
  if (newKeys.value.length === 0) return null;
  return (
    <>
      <p class="quiet">{t.keysOnce}</p>
      <ul class="presets">
        {newKeys.value.map(({ name, apiKey }) => (
          <li key={apiKey}>
            <span>
              <b>{name}</b> <Copyable content={apiKey} />
            </span>
            <a
              href={`${location.pathname}#key=${encodeURIComponent(apiKey)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t.openTab}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function keepKeysOfWorld(answer: Answer, given = ""): void {
  const companies = answer.at("companies");
  if (!Array.isArray(companies)) return;
  const keys = companies.map((_company, i) => ({
    name: factsText(given, answer.text(`companies.${i}.name`)),
    apiKey: answer.text(`companies.${i}.apiKey`),
  }));
  newKeys.value = [...keys, ...newKeys.value];
  keepWorld(answer.text("worldId"), keys[0]?.apiKey);
}

function keepKeyOfCompany(answer: Answer): void {
  newKeys.value = [{ name: answer.text("name"), apiKey: answer.text("apiKey") }, ...newKeys.value];
}
