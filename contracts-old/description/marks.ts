import { type Description, type Operation, type Response, sourceOf } from "./description.ts";
import type { Node, Tree } from "./node.ts";

/** A node of an answer that the description assumes: its status, or one of its properties. */
interface Mark {
  readonly path: readonly string[];
  /** The status, or the sandbox's name of what a property shows: both survive an overlay. */
  readonly source: string;
}

const statusSource = "";

/**
 * Clauses name the nodes of the description as it is shipped. An overlay may have put an answer elsewhere and call its
 * properties otherwise; they are found again by operation, outcome and what they show.
 */
export class Marks {
  readonly #shipped: Description;
  readonly #used: Description;

  /** @param used with the target's overlay, if there is one. */
  constructor(shipped: Description, used: Description) {
    this.#shipped = shipped;
    this.#used = used;
  }

  /** Where a node of an answer stands in the shipped description. */
  shippedPath(operation: Operation, outcome: string, path: readonly string[]): readonly string[] {
    // A request that reaches no operation is answered as any would be.
    if (!this.#shipped.operations.some(({ operationId }) => operationId === operation.operationId)) return path;
    const mine = marksOf(this.#used.tree, this.#used.response(operation, outcome));
    const source = mine.find((mark) => samePath(mark.path, path))?.source;
    const shipped = this.#shipped.operation(operation.operationId);
    const theirs = marksOf(this.#shipped.tree, this.#shipped.response(shipped, outcome));
    return theirs.find((mark) => mark.source === source)?.path ?? path;
  }

  /** Whether the overlay says otherwise of all answers that a clause speaks of, so that nothing of it is assumed any more. */
  areGone(covers: (path: readonly string[]) => boolean): boolean {
    const meant = this.#shipped.operations.flatMap((operation) =>
      this.#outcomesOf(operation).flatMap((outcome) =>
        marksOf(this.#shipped.tree, this.#shipped.response(operation, outcome)).filter(({ path }) => covers(path)),
      ),
    );
    const present = new Set(this.#allPresent().map((path) => path.join("/")));
    return meant.length > 0 && meant.every(({ path }) => !present.has(path.join("/")));
  }

  #allPresent(): readonly (readonly string[])[] {
    return this.#used.operations.flatMap((operation) =>
      this.#outcomesOf(operation).flatMap((outcome) =>
        marksOf(this.#used.tree, this.#used.response(operation, outcome)).map(({ path }) =>
          this.shippedPath(operation, outcome, path),
        ),
      ),
    );
  }

  #outcomesOf({ operationId }: Operation): readonly string[] {
    return this.#shipped.operation(operationId).responses.flatMap(({ outcomes }) => outcomes);
  }
}

function marksOf(tree: Tree, { node, assumed, schema }: Response): readonly Mark[] {
  const status = assumed ? [{ path: node.path, source: statusSource }] : [];
  return [...status, ...(schema === undefined ? [] : propertyMarks(tree, schema))];
}

function propertyMarks(tree: Tree, schema: Node): readonly Mark[] {
  const items = tree.below(schema, "items");
  const own = tree
    .properties(schema)
    .flatMap(({ name, node, assumed }) => [
      ...(assumed ? [{ path: node.path, source: sourceOf(node.value, name) }] : []),
      ...propertyMarks(tree, node),
    ]);
  return [...own, ...(items === undefined ? [] : propertyMarks(tree, items))];
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}
