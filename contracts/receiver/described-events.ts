import { isObject, type JsonObject } from "../judge/json.ts";
import { type Node, Tree } from "../judge/node.ts";

export interface DescribedEvent {
  readonly name: string;
  /** Whether the document shows it, as opposed to the description alone. */
  readonly isDocumented: boolean;
  /** Whether anything fires it: a reserved one has no example. */
  readonly isFired: boolean;
  /** A body of it, all fields of which are described. */
  readonly example: JsonObject;
}

/** Returns the events of the description's section `webhooks`, in its order. Throws when one has no body at all. */
export function describedEvents(document: JsonObject): readonly DescribedEvent[] {
  const tree = new Tree(document);
  const names = tree.children(tree.below(tree.root, "webhooks")).map(({ name }) => name);
  return names.map((name) => {
    const post = tree.below(tree.root, "webhooks", name, "post");
    const own = exampleOf(tree, post);
    // A reserved event has the fields of others of its kind.
    const alike = names.find((other) => other.split(".")[0] === name.split(".")[0] && other !== name);
    const example = own ?? (alike && exampleOf(tree, tree.below(tree.root, "webhooks", alike, "post")));
    if (example === undefined) throw new Error(`the event ${name} is described without a body`);
    const isDocumented = post !== undefined && !("x-assumed" in post.value);
    return { name, isDocumented, isFired: own !== undefined, example: { ...example, event: name } };
  });
}

function exampleOf(tree: Tree, post: Node | undefined): JsonObject | undefined {
  const [example] = tree.children(tree.below(post, "requestBody", "content", "application/json", "examples"));
  return isObject(example?.value.value) ? example.value.value : undefined;
}
