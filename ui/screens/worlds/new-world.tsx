import { signal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { keepKey, keepOwn } from "../../state/own-worlds.ts";
import { useReadOnce } from "../../state/resource.ts";
import { text } from "../../text/text.ts";
import { ImportWorld } from "./import-world.tsx";

const fixture = signal("default");
const isFrozen = signal(true);
const name = signal("");

/** The keys that only one answer shows. They are forgotten with the tab. */
const newKeys = signal<readonly { readonly name: string; readonly apiKey: string }[]>([]);

/** Begins another world, and shows the keys of its companies. */
export function NewWorld() {
  const t = text.value.worlds;
  const fixtures = useReadOnce(({ control }) => carriedOut(control.GET("/fixtures"))).value.value?.fixtures ?? [];
  const given = name.value.trim();
  const clock = { mode: isFrozen.value ? "frozen" : "running" } as const;
  const body = { ...(given !== "" && { name: given }), fixture: fixture.value, clock };
  return (
    <>
      <p class="line">
        <label class="inline">
          {text.value.words.name}
          <input maxLength={100} {...typedInto(name)} />
        </label>
        <label class="inline">
          {t.fixture}
          <select {...typedInto(fixture)}>
            {fixtures.map(({ name, description }) => (
              <option key={name} title={description}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          <input
            type="checkbox"
            checked={isFrozen.value}
            onChange={(event) => (isFrozen.value = event.currentTarget.checked)}
          />
          {text.value.clock.frozen}
        </label>
        <ActionButton
          kind="primary"
          action={onSandbox("POST", "/worlds", { body })}
          onDone={(answer) => {
            keepKeysOfWorld(answer, given);
            name.value = "";
          }}
        >
          {t.create}
        </ActionButton>
      </p>
      <p class="quiet">{fixtures.find(({ name }) => name === fixture.value)?.description}</p>
      <ImportWorld onDone={keepKeysOfWorld} />
      <NewKeys />
    </>
  );
}

/** Adds a company to the world, and shows its key. */
export function NewCompany() {
  return (
    <p>
      <ActionButton action={onSandbox("POST", "/companies", { body: {} })} onDone={keepKeyOfCompany}>
        {text.value.worlds.addCompany}
      </ActionButton>
    </p>
  );
}

function NewKeys() {
  const t = text.value.worlds;
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
    name: [given, answer.text(`companies.${i}.name`)].filter(Boolean).join(" · "),
    apiKey: answer.text(`companies.${i}.apiKey`),
  }));
  newKeys.value = [...keys, ...newKeys.value];
  const worldId = answer.text("worldId");
  keepOwn(worldId);
  const [first] = keys;
  if (first !== undefined) keepKey(worldId, first.apiKey);
}

function keepKeyOfCompany(answer: Answer): void {
  newKeys.value = [{ name: answer.text("name"), apiKey: answer.text("apiKey") }, ...newKeys.value];
}
