import { loadDocument } from "../../spec/document.ts";
import { closest } from "./closest.ts";
import type { ScenarioDocument, SourceDescription, Step } from "./document.ts";
import { allowed } from "./problem.ts";

/** The two descriptions that scenarios can be about. */
export type SourceName = "interface" | "control";
export const sourceNames: readonly SourceName[] = ["interface", "control"];

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** What a step can do, as the description has it. */
export interface Operation {
  readonly source: SourceName;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  /** Its answer does not end. */
  readonly isStream: boolean;
}

export function readOperations(): readonly Operation[] {
  return sourceNames.flatMap((source) => {
    const paths = Object.entries(loadDocument(source).dereferenced.paths ?? {});
    return paths.flatMap(([path, item]) => methods.flatMap((method) => operationOf(source, path, method, item)));
  });
}

type Paths = NonNullable<ReturnType<typeof loadDocument>["dereferenced"]["paths"]>;

function operationOf(
  source: SourceName,
  path: string,
  method: (typeof methods)[number],
  item: Paths[string],
): readonly Operation[] {
  const described = item[method];
  if (described?.operationId === undefined) return [];
  const parameters = [...(item.parameters ?? []), ...(described.parameters ?? [])].flatMap((parameter) =>
    "$ref" in parameter ? [] : [{ name: parameter.name, in: parameter.in, required: parameter.required === true }],
  );
  return [{ source, operationId: described.operationId, method, path, parameters, isStream: streams(described) }];
}

function streams({ responses = {} }: NonNullable<Paths[string]["get"]>): boolean {
  const answers: readonly object[] = Object.values(responses);
  return answers.some((answer) => "content" in answer && Object(answer.content)["text/event-stream"] !== undefined);
}

/**
 * Which of the two a source description is: its name says so, or else the file at the end of its URL. The URL itself is
 * never opened, so that a file works wherever it lies.
 */
export function sourceOf({ name, url }: SourceDescription): SourceName | null {
  const file = /([^/\\]+)\.(?:ya?ml|json)$/i.exec(url)?.[1];
  return sourceNames.find((known) => known === name) ?? sourceNames.find((known) => known === file) ?? null;
}

/** The operations of these two descriptions, as the steps of a file name them. */
export class Operations {
  readonly #sources: readonly { readonly name: string; readonly source: SourceName }[];
  readonly #all: readonly Operation[];

  constructor({ sourceDescriptions }: ScenarioDocument, all: readonly Operation[]) {
    this.#sources = sourceDescriptions.flatMap((given) => {
      const source = sourceOf(given);
      return source === null ? [] : [{ name: given.name, source }];
    });
    const named = new Set(this.#sources.map(({ source }) => source));
    this.#all = all.filter(({ source }) => named.has(source));
  }

  /** The operation of a step, or what is wrong with how it is named. */
  of({ operationId, operationPath }: Step): Operation | string {
    return operationPath === undefined ? this.#byId(operationId ?? "") : this.#byPath(operationPath);
  }

  #byId(given: string): Operation | string {
    const [, name, id = given] = /^(?:\$sourceDescriptions\.)?([^.]+)\.([^.]+)$/.exec(given) ?? [];
    const source = this.#sources.find((known) => known.name === name)?.source;
    if (name !== undefined && source === undefined) return `${given}: ${this.#unknownSource(name)}`;
    const found = this.#all.filter((one) => one.operationId === id && (source ?? one.source) === one.source);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (only !== undefined) {
      const spelled = found.map((one) => `$sourceDescriptions.${this.#nameOf(one.source)}.${id}`);
      return `${given} is in both descriptions; write ${spelled.join(" or ")}`;
    }
    return `there is no operation ${given}; ${this.#instead(id, source)}`;
  }

  /** Whoever mistypes a name means one that is near; the whole list helps who has no idea. */
  #instead(id: string, source: SourceName | undefined): string {
    const ids = this.#all.filter((one) => source === undefined || one.source === source).map((one) => one.operationId);
    const elsewhere = this.#all.find((one) => one.operationId === id);
    if (elsewhere === undefined) return closest(id, ids);
    return `is it $sourceDescriptions.${this.#nameOf(elsewhere.source)}.${id}?`;
  }

  #byPath(given: string): Operation | string {
    const [, name = "", escaped = "", method = ""] =
      /^\{?\$sourceDescriptions\.([^.}]+)\.url\}?#\/paths\/([^/]+)\/([a-z]+)$/.exec(given) ?? [];
    const path = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    const source = this.#sources.find((known) => known.name === name)?.source;
    const found = this.#all.find((one) => one.source === source && one.path === path && one.method === method);
    const example = "{$sourceDescriptions.interface.url}#/paths/~1account-balance/get";
    return found ?? `operationPath ${given} leads to no operation; one that does is ${example}`;
  }

  #unknownSource(name: string): string {
    return `no source description is called ${name}; ${allowed(this.#sources.map((known) => known.name))}`;
  }

  #nameOf(source: SourceName): string {
    return this.#sources.find((known) => known.source === source)?.name ?? source;
  }
}
