import { loadDocument } from "../../spec/document.ts";
import { eventStreamType, listOperations, type Operation as SpecOperation } from "../../spec/operations.ts";
import { allowed, nearest } from "../nearest.ts";
import type { SourceDescription } from "./document.ts";

/** The two descriptions whose operations steps can name. */
const SOURCES = ["interface", "control"] as const;
type Source = (typeof SOURCES)[number];

/** What a step can do; `name`: as the file names it in full. */
export interface Operation extends SpecOperation {
  readonly source: Source;
  readonly name: string;
}

/**
 * Returns which description is meant: the name says so, or else the file at the end of the URL. The URL is never opened,
 * so that a file works wherever it lies. Returns undefined for another description.
 */
export function sourceOf({ name, url }: SourceDescription): Source | undefined {
  const file = /([^/\\]+)\.(?:ya?ml|json)$/i.exec(url)?.[1];
  return SOURCES.find((one) => one === name) ?? SOURCES.find((one) => one === file);
}

/** Read once, for all files. */
const described = new Map<Source, readonly SpecOperation[]>();

function describedBy(source: Source): readonly SpecOperation[] {
  const operations = described.get(source) ?? listOperations(loadDocument(source).dereferenced);
  described.set(source, operations);
  return operations;
}

/** The operations of both descriptions, as the steps of a file name them. */
export class Operations {
  readonly #all: readonly Operation[];

  constructor(sources: readonly SourceDescription[]) {
    this.#all = sources.flatMap((given) => {
      const source = sourceOf(given);
      const operations = source === undefined ? [] : describedBy(source).map((one) => ({ ...one, source }));
      return operations.map((one) => ({ ...one, name: `$sourceDescriptions.${given.name}.${one.operationId}` }));
    });
  }

  /** Returns the operation that a step names, in full or by the end of its name. Throws an error that says which there are. */
  find(given: string): Operation {
    const found = this.#all.filter(({ name }) => name === given || name.endsWith(`.${given}`));
    const [only, other] = found;
    if (only === undefined) throw new Error(`there is no operation ${given}; ${this.#suggestion(given)}`);
    if (other !== undefined)
      throw new Error(`${given} is in both descriptions; write ${found.map(({ name }) => name).join(" or ")}`);
    if (only.responses.some(({ contentType }) => contentType === eventStreamType))
      throw new Error(`the response of ${given} never ends, so no step can wait for it; use listEvents`);
    return only;
  }

  #suggestion(given: string): string {
    const ids = this.#all.map(({ operationId }) => operationId);
    const near = nearest(given.replace(/.*\./, ""), ids);
    const meant = this.#all.find(({ operationId }) => operationId === near);
    return meant === undefined ? allowed(ids) : `is it ${meant.name}?`;
  }
}
