import { isObject, type JsonObject } from "../judge/json.ts";
import { type Node, Tree } from "../judge/node.ts";

/** An event as the description of the interface has it. */
export interface DescribedEvent {
  readonly name: string;
  /** Whether the document shows it, as opposed to the description alone. */
  readonly isDocumented: boolean;
  /** Whether anything fires it: a reserved one has no example. */
  readonly isFired: boolean;
  /** A body of it, all members of which are described. */
  readonly example: JsonObject;
}

/** The events of the description's section `webhooks`, in its order. @throws Error when one has no body at all. */
export function describedEvents(document: JsonObject): readonly DescribedEvent[] {
  const tree = new Tree(document);
  const events = tree.children(tree.below(tree.root, "webhooks")).map(({ name }) => {
    const post = tree.below(tree.root, "webhooks", name, "post");
    return { name, post, example: exampleOf(tree, post) };
  });
  return events.map(({ name, post, example }) => ({
    name,
    isDocumented: post !== undefined && !("x-assumed" in post.value),
    isFired: example !== undefined,
    example: example ?? alike(tree, name, post, events),
  }));
}

function exampleOf(tree: Tree, post: Node | undefined): JsonObject | undefined {
  const [example] = tree.children(tree.below(post, "requestBody", "content", "application/json", "examples"));
  return isObject(example?.value.value) ? example.value.value : undefined;
}

interface Found {
  readonly post: Node | undefined;
  readonly example: JsonObject | undefined;
}

/** An event that is reserved has no example, but the data of another one. */
function alike(tree: Tree, name: string, post: Node | undefined, events: readonly Found[]): JsonObject {
  const data = dataOf(tree, post);
  const other = events.find((event) => event.example !== undefined && dataOf(tree, event.post) === data);
  if (data === undefined || other?.example === undefined)
    throw new Error(`the event ${name} is described without a body`);
  return { ...other.example, event: name };
}

/** Where the description of its data stands. */
function dataOf(tree: Tree, post: Node | undefined): string | undefined {
  return tree.below(post, "requestBody", "content", "application/json", "schema", "properties", "data")?.path.join("/");
}
