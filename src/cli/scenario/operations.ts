import { loadDocument } from "../../spec/document.ts";
import { eventStreamType, listOperations, type Operation as SpecOperation } from "../../spec/operations.ts";
import { allowed, nearest } from "../nearest.ts";
import type { SourceDescription } from "./document.ts";

/** The two descriptions whose operations steps can name. */
const SOURCES = ["interface", "control"] as const;
type Source = (typeof SOURCES)[number];

/** What a step can do. */
export interface Operation extends SpecOperation {
  readonly source: Source;
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
let described: readonly Operation[] | undefined;

/** The operations of both descriptions, as the steps of a file name them. */
export class Operations {
  /** By all names that a file can give them. */
  readonly #named: readonly { readonly names: readonly [string, string, string]; readonly operation: Operation }[];

  constructor(sources: readonly SourceDescription[]) {
    described ??= SOURCES.flatMap((source) =>
      listOperations(loadDocument(source).dereferenced).map((operation) => ({ ...operation, source })),
    );
    const all = described;
    this.#named = sources.flatMap((given) =>
      all
        .filter(({ source }) => source === sourceOf(given))
        .map((operation) => {
          const name = `${given.name}.${operation.operationId}`;
          return { names: [operation.operationId, name, `$sourceDescriptions.${name}`], operation };
        }),
    );
  }

  /** Returns the operation that a step names. Throws an error that says which ones there are. */
  find(given: string): Operation {
    const found = this.#named.filter(({ names }) => names.includes(given));
    const [only, other] = found;
    if (only === undefined) throw new Error(`there is no operation ${given}; ${this.#suggestion(given)}`);
    const spelled = found.map(({ names }) => names[2]);
    if (other !== undefined) throw new Error(`${given} is in both descriptions; write ${spelled.join(" or ")}`);
    if (only.operation.responses.some(({ contentType }) => contentType === eventStreamType))
      throw new Error(`the response of ${given} never ends, so no step can wait for it; use listEvents`);
    return only.operation;
  }

  #suggestion(given: string): string {
    const ids = this.#named.map(({ operation }) => operation.operationId);
    const near = nearest(given.replace(/.*\./, ""), ids);
    const spelled = this.#named.find(({ operation }) => operation.operationId === near)?.names[2];
    return spelled === undefined ? allowed(ids) : `is it ${spelled}?`;
  }
}
