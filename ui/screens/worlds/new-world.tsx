import { signal, useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import type { Fixture } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Check, Choice } from "../../parts/choice.tsx";
import { Copyable } from "../../parts/copy-button.tsx";
import { factsText } from "../../parts/facts.ts";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { type Action, onSandbox } from "../../state/action.ts";
import { keepWorld } from "../../state/own-worlds.ts";
import { perform } from "../../state/perform.ts";
import { useRead } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.worlds;

const fixture = signal("default");
const isFrozen = signal(true);
const name = signal("");

/** The keys that only one answer shows. They are forgotten with the tab. */
const newKeys = signal<readonly { readonly name: string; readonly apiKey: string }[]>([]);

export function NewWorld() {
  const { value } = useRead(({ control }) => control.GET("/fixtures"), { isFixed: true });
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
        <Choice label={t.fixture} chosen={fixture} options={fixtures.map((one) => [one.name, one.name])} />
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
      onDone={(answer) => {
        newKeys.value = [{ name: answer.text("name"), apiKey: answer.text("apiKey") }, ...newKeys.value];
      }}
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

type Content = Readonly<Record<string, unknown>>;

/** Begins a world from a file: a save-file, as `saldo worlds export` writes it, or a fixture. The server checks it. */
function ImportWorld({ onDone }: { readonly onDone: (answer: Answer) => void }) {
  const isUnreadable = useSignal(false);
  const begin = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const content = await contentOf(file);
    // The same file can be chosen again, once it is corrected.
    input.value = "";
    isUnreadable.value = content === null;
    const answer = content === null ? null : await perform(beginningFrom(content));
    if (answer !== null) onDone(answer);
  };
  return (
    <p class="line">
      <label class="file" title={t.importHint}>
        {t.import}
        <input
          type="file"
          accept=".json,.yaml,.yml"
          aria-invalid={isUnreadable.value}
          onChange={(event) => void begin(event.currentTarget)}
        />
      </label>
      {isUnreadable.value ? <span class="bad">{t.unreadableFile}</span> : <span class="quiet">{t.importHint}</span>}
    </p>
  );
}

/** Returns the object in a file of JSON or YAML; null if there is none. */
async function contentOf(file: File): Promise<Content | null> {
  const content = await file
    .text()
    .then(parsed)
    .catch(() => null);
  return isObject(content) ? content : null;
}

/** Throws where the text is neither. */
async function parsed(content: string): Promise<unknown> {
  try {
    return JSON.parse(content);
  } catch {
    const { parse } = await import("yaml");
    return parse(content);
  }
}

/** The response of an export has the save-file in it. */
function beginningFrom(content: Content): Action {
  const world = isObject(content.world) ? content.world : content;
  return onSandbox("POST", "/worlds", { body: isFixture(world) ? { fixture: world } : { world } });
}

/** Only a save-file has a state. Whether a fixture is one is for the server to say, and why not. */
function isFixture(content: Content): content is Content & Fixture {
  return !("state" in content);
}

function isObject(value: unknown): value is Content {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
