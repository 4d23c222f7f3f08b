import { loadDocument } from "../../spec/document.ts";
import { eventStreamType, listOperations, type Operation as SpecOperation } from "../../spec/operations.ts";
import { allowed, closest } from "../nearest.ts";
import type { ScenarioDocument, SourceDescription } from "./document.ts";

/** The two descriptions that scenarios can be about. */
type SourceName = "interface" | "control";
const SOURCE_NAMES: readonly SourceName[] = ["interface", "control"];

/** What a step can do, as the description has it. */
export interface Operation extends SpecOperation {
  readonly source: SourceName;
}

/**
 * Returns which of the two a source description is: its name says so, or else the file at the end of its URL. The URL is
 * never opened, so that a file works wherever it lies.
 */
export function sourceOf({ name, url }: SourceDescription): SourceName | null {
  const file = /([^/\\]+)\.(?:ya?ml|json)$/i.exec(url)?.[1];
  return SOURCE_NAMES.find((known) => known === name) ?? SOURCE_NAMES.find((known) => known === file) ?? null;
}

/** The answer of such an operation does not end. */
export function isStream({ responses }: Operation): boolean {
  return responses.some(({ contentType }) => contentType === eventStreamType);
}

/** Read once, for all files. */
let described: readonly Operation[] | undefined;

/** The operations of these two descriptions, as the steps of a file name them. */
export class Operations {
  /** By the names that the file gives them. */
  readonly #sources = new Map<string, SourceName>();
  readonly #all: readonly Operation[];

  constructor({ sourceDescriptions }: ScenarioDocument) {
    for (const given of sourceDescriptions) {
      const source = sourceOf(given);
      if (source !== null) this.#sources.set(given.name, source);
    }
    const sources = [...this.#sources.values()];
    described ??= SOURCE_NAMES.flatMap((source) =>
      listOperations(loadDocument(source).dereferenced).map((operation) => ({ ...operation, source })),
    );
    this.#all = described.filter(({ source }) => sources.includes(source));
  }

  /** Returns the operation that a step names, or what is wrong with the name. */
  find(given: string): Operation | string {
    const [, name, id = given] = /^(?:\$sourceDescriptions\.)?([^.]+)\.([^.]+)$/.exec(given) ?? [];
    const source = name === undefined ? undefined : this.#sources.get(name);
    if (name !== undefined && source === undefined) {
      return `${given}: no source description is called ${name}; ${allowed([...this.#sources.keys()])}`;
    }
    const named = this.#all.filter(({ operationId }) => operationId === id);
    const found = named.filter((one) => source === undefined || one.source === source);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const spelled = named.map((one) => this.#spelled(one)).join(" or ");
    if (only !== undefined) return `${given} is in both descriptions; write ${spelled}`;
    if (named.length > 0) return `there is no operation ${given}; is it ${spelled}?`;
    const ids = this.#all.filter((one) => source === undefined || one.source === source).map((one) => one.operationId);
    return `there is no operation ${given}; ${closest(id, ids)}`;
  }

  #spelled({ source, operationId }: Operation): string {
    const [name = source] = [...this.#sources].find(([, known]) => known === source) ?? [];
    return `$sourceDescriptions.${name}.${operationId}`;
  }
}
