import { isObject, type JsonObject } from "./json.ts";
import { isObjectOrList, type Node, Tree } from "./node.ts";

/** How the target's interface is described: where an operation is, what it is sent, and how each outcome is answered. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces: `/webhook/{id}/logs`. */
  readonly path: string;
  /** Which paths of requests are meant. */
  readonly pattern: RegExp;
  readonly responses: readonly DescribedResponse[];
  /** By the sandbox's name of a member of the request, the name that it has on the wire. */
  readonly requestNames: ReadonlyMap<string, string>;
}

export interface DescribedResponse {
  readonly status: number;
  readonly outcomes: readonly string[];
  readonly assumed: boolean;
  readonly node: Node;
  /** The schema of its JSON body; undefined where it has none. */
  readonly schema: Node | undefined;
}

/** What a user has told that learning may not find: what the target calls the parts of a webhook. */
export const nameable = ["url", "name", "events", "webhookId", "secret"] as const;
export type GivenNames = Readonly<Partial<Record<(typeof nameable)[number], string>>>;

export class Description {
  readonly tree: Tree;
  readonly names: GivenNames;
  readonly #operations: ReadonlyMap<string, DescribedOperation>;
  /** The answers to what reaches no operation, or that any of them may give. */
  readonly common: readonly DescribedResponse[];
  #marks: readonly (readonly string[])[] | undefined;

  /** @throws Error when the document is not one of OpenAPI with paths. */
  constructor(document: unknown, names: GivenNames = {}) {
    if (!isObject(document) || !isObject(document.paths)) throw new Error("the description has no paths");
    this.tree = new Tree(document);
    this.names = names;
    this.common = this.#responses(this.tree.below(this.tree.root, "x-responses"));
    this.#operations = new Map(this.#allOperations().map((operation) => [operation.operationId, operation]));
  }

  get operations(): readonly DescribedOperation[] {
    return [...this.#operations.values()];
  }

  /** @throws Error when no operation has this id; an overlay may move operations, but not remove them. */
  operation(operationId: string): DescribedOperation {
    const found = this.#operations.get(operationId);
    if (found === undefined) throw new Error(`the description has no operation ${operationId}`);
    return found;
  }

  /** The operation that a request calls, if it is one of the interface's. */
  operationAt(method: string, path: string): DescribedOperation | undefined {
    const fits = this.operations.filter((operation) => operation.method === method && operation.pattern.test(path));
    // A path without parameters comes before one that has some.
    return fits.sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
  }

  /** How an outcome is described, of the operation or of whatever reaches none; undefined where it cannot have it. */
  response(operationId: string | undefined, outcome: string): DescribedResponse | undefined {
    const own = this.#operations.get(operationId ?? "")?.responses ?? [];
    return [...own, ...this.common].find(({ outcomes }) => outcomes.includes(outcome));
  }

  /** What receivers of an event get; undefined for an event that is not described. */
  notification(event: string): Node | undefined {
    return this.tree.below(this.tree.root, "webhooks", event, "post", "requestBody", ...schemaOfContent);
  }

  /** Where the description bears a mark: what the document does not show. */
  get marks(): readonly (readonly string[])[] {
    this.#marks ??= marksBelow(this.tree.root);
    return this.#marks;
  }

  #allOperations(): readonly DescribedOperation[] {
    const methods = ["get", "put", "post", "delete", "patch"];
    return this.tree.children(this.tree.below(this.tree.root, "paths")).flatMap((item) =>
      this.tree
        .children(item)
        .filter(({ name, value }) => methods.includes(name) && typeof value.operationId === "string")
        .map(({ name, ...node }) => this.#operation(name.toUpperCase(), item.name, node)),
    );
  }

  #operation(method: string, path: string, node: Node): DescribedOperation {
    const schema = this.tree.below(node, "requestBody", ...schemaOfContent);
    const properties = schema === undefined ? [] : this.tree.properties(schema);
    const operationId = String(node.value.operationId);
    const given = operationId === "createWebhook" ? Object.entries(this.names) : [];
    const described = properties.map(({ node: own, name }) => [sourceOf(own.value, name), name] as const);
    return {
      operationId,
      method,
      path,
      pattern: patternOf(path),
      responses: this.#responses(this.tree.below(node, "responses")),
      requestNames: new Map([...described, ...given]),
    };
  }

  #responses(node: Node | undefined): readonly DescribedResponse[] {
    return Object.keys(node?.value ?? {}).flatMap((status) => {
      const response = this.tree.below(node, status);
      if (response === undefined) return [];
      const common = { status: Number(status), assumed: "x-assumed" in response.value, node: response };
      return this.#bodies(response).map((body) => ({ ...common, ...body }));
    });
  }

  /** Outcomes that an overlay has put under one status may have bodies of their own, in a media type or in a branch. */
  #bodies(response: Node): readonly Pick<DescribedResponse, "outcomes" | "schema">[] {
    const content = this.tree.children(this.tree.below(response, "content"));
    const named = content.flatMap(outcomesOf);
    const rest = outcomesOf(response).filter((outcome) => !named.includes(outcome));
    const bodies = content.flatMap(({ name, ...body }) => {
      const schema = /[/+]json$/.test(name) ? this.tree.below(body, "schema") : undefined;
      const outcomes = "x-outcomes" in body.value ? outcomesOf(body) : rest.splice(0);
      const branches = this.tree
        .children(this.tree.below(schema, "anyOf"))
        .filter(({ value }) => "x-outcomes" in value);
      if (branches.length === 0) return [{ outcomes, schema }];
      return branches.map(({ name: _, ...branch }) => ({ outcomes: outcomesOf(branch), schema: branch }));
    });
    return bodies.length === 0 ? [{ outcomes: rest, schema: undefined }] : bodies;
  }
}

const schemaOfContent = ["content", "application/json", "schema"];

function outcomesOf({ value }: Node): readonly string[] {
  const outcomes = value["x-outcomes"];
  return Array.isArray(outcomes) ? outcomes.map(String) : [];
}

/** The field that feeds a property, or that it feeds: of its own name unless `x-value` says another. */
export function sourceOf(property: JsonObject, name: string): string {
  const value = property["x-value"];
  return typeof value === "string" ? value : name;
}

function marksBelow({ path, value }: Node): readonly (readonly string[])[] {
  const below = Object.entries(value).flatMap(([name, child]) =>
    isObjectOrList(child) && name !== "examples" && name !== "example"
      ? marksBelow({ path: [...path, name], value: child })
      : [],
  );
  return "x-assumed" in value ? [path, ...below] : below;
}

/** What a path has where the pattern has its parameter; undefined where it has none. */
export function parameterIn(pattern: string, path: string): string | undefined {
  const at = pattern.split("/").findIndex((segment) => segment.startsWith("{"));
  return at === -1 ? undefined : path.split("?")[0]?.split("/")[at];
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
}
