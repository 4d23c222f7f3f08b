import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { DescribedResponse, Description } from "./description.ts";
import { isInstant } from "./instant.ts";
import { everything, isObject, isSamePlace, type JsonObject, type Place, placeText, shown, valueAt } from "./json.ts";
import type { Node, Property, Tree } from "./node.ts";
import { aroundPayload, describedPayload, foundPayload } from "./payload.ts";

/** What a body shows of one node of the description. */
export interface NodeSeen {
  readonly path: readonly string[];
  /** Whether the platform's document shows the node: a difference is then a fault of the target. */
  readonly documented: boolean;
  /** What was seen instead; absent where it is as described. */
  readonly differs?: string;
}

/** A body compared with its description. */
export interface Judgement {
  readonly nodes: readonly NodeSeen[];
  /** Where the payload was found; undefined when nothing like it is there. */
  readonly payload: Place | undefined;
  readonly describedAt: Place;
  /** What is described to be around the payload, it included: the nodes' paths, joined by slashes. */
  readonly around: readonly string[];
  /** Whether none of these is around it. */
  readonly isAlone: boolean;
  /** Described properties that the payload lacks, and ones that it has beyond them. */
  readonly lacking: readonly string[];
  readonly beyond: readonly string[];
}

const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
// The document says ISO 8601, which has more forms than RFC 3339.
ajv.addFormat("date-time", isInstant);

/** One for each schema: to compile one takes longer than to use it a thousand times. */
const validators = new WeakMap<JsonObject, ValidateFunction>();

/** What is told of a list is the same for each item; the first ones are looked at. */
const itemsJudged = 100;

/** Compares the bodies of a target with their description. */
export class Judge {
  readonly #tree: Tree;

  constructor({ tree }: Description) {
    this.#tree = tree;
  }

  answer({ schema }: DescribedResponse, body: unknown): Judgement {
    return schema === undefined ? nothing : this.body(schema, body);
  }

  body(schema: Node, body: unknown): Judgement {
    const tree = this.#tree;
    const described = describedPayload(tree, schema);
    const found = foundPayload(tree, described, body);
    const verdict = new Verdict(tree);
    const items = tree.below(described.schema, "items");
    if (found === undefined || isSamePlace(found, described.place) || described.documentedPlace) {
      verdict.value(schema, body, "the body", undefined, body);
    } else {
      verdict.envelope(schema, described.place, found, body);
      const at = found.length === 0 ? "the body" : `"${found.join(".")}"`;
      verdict.value(described.schema, valueAt(body, found), at, body, body);
    }
    const names = tree.properties(items ?? described.schema);
    const payload = found === undefined ? undefined : valueAt(body, found);
    const sample: unknown = Array.isArray(payload) ? payload[0] : payload;
    const present = isObject(sample) ? Object.keys(sample) : [];
    const around = aroundPayload(tree, schema, described.place);
    const siblings = around.filter(({ isContainer }) => !isContainer);
    return {
      nodes: verdict.nodes,
      payload: found,
      describedAt: described.place,
      around: around.map(({ property }) => property.node.path.join("/")),
      isAlone: siblings.every(({ place }) => valueAt(body, place) === undefined),
      lacking: isObject(sample) ? names.filter((p) => p.required && !present.includes(p.name)).map((p) => p.name) : [],
      beyond: present.filter((name) => !names.some((property) => property.name === name)),
    };
  }
}

/**
 * Walks a schema and a value side by side. What is in a container whose place is an assumption may be anywhere: `scope` is
 * then where documented parts are sought, and undefined where their place is documented as well.
 */
class Verdict {
  readonly nodes: NodeSeen[] = [];
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The payload is elsewhere; what is described to be around it may be there all the same. */
  envelope(schema: Node, place: Place, found: Place, body: unknown): void {
    const differs = `the payload is ${placeText(found)}, not ${placeText(place)}`;
    for (const { property, place: own, isContainer } of aroundPayload(this.#tree, schema, place)) {
      const container = own.slice(0, -1);
      // What is called so in the payload itself is another thing.
      const isHidden = isContainer || isSamePlace(container, found);
      if (!isHidden) this.#property(property, valueAt(body, container), "the body", body, body);
      else if (property.assumed) this.nodes.push({ path: property.node.path, documented: false, differs });
    }
  }

  value(schema: Node, value: unknown, at: string, scope: unknown, whole: unknown): void {
    const items = this.#tree.below(schema, "items");
    if (items !== undefined && Array.isArray(value)) {
      for (const item of value.slice(0, itemsJudged)) this.#item(items, item, at, scope);
    }
    for (const property of this.#tree.properties(schema)) this.#property(property, value, at, scope, whole);
  }

  /** Which names a list of texts has may change, and in which form they stand in it: only objects are looked into. */
  #item(schema: Node, value: unknown, at: string, scope: unknown): void {
    const { type } = this.#tree.shallow(schema);
    if (type === "string" || !isObject(value)) return;
    // What another item has is not this one's.
    this.value(schema, value, `an item of ${at}`, scope === undefined ? undefined : value, value);
  }

  #property(property: Property, parent: unknown, at: string, scope: unknown, whole: unknown): void {
    const { name, node, required, assumed } = property;
    const here = isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
    // An envelope may call something of its own like this, so that one of another type is passed over.
    const isHere = assumed || scope === undefined || (here !== undefined && this.#mismatch(node, here) === undefined);
    const value = isHere ? here : (this.#elsewhere(property, scope) ?? here);
    if (!required && (value === undefined || (value === null && !assumed))) return;
    const wrong = value === undefined ? "is missing" : this.#mismatch(node, value);
    const differs = wrong === undefined ? undefined : `${at}: "${name}" ${wrong}`;
    this.nodes.push({ path: node.path, documented: !assumed, ...(differs !== undefined && { differs }) });
    if (assumed) this.value(node, value, `"${name}"`, whole, whole);
    else if (differs === undefined) this.value(node, value, `"${name}"`, scope, whole);
  }

  /** A documented property that is not where it is described: the nearest to the root that has its name and type. */
  #elsewhere({ name, node }: Property, scope: unknown): unknown {
    for (const { place, value } of everything(scope)) {
      if (place.at(-1) === name && this.#mismatch(node, value) === undefined) return value;
    }
    return undefined;
  }

  #mismatch(schema: Node, value: unknown): string | undefined {
    const validate = validators.get(schema.value) ?? ajv.compile(this.#tree.shallow(schema));
    validators.set(schema.value, validate);
    if (validate(value)) return undefined;
    return `is ${shown(value)}, and ${ajv.errorsText(validate.errors, { dataVar: "it" })}`;
  }
}

const nothing: Judgement = {
  nodes: [],
  payload: undefined,
  describedAt: [],
  around: [],
  isAlone: false,
  lacking: [],
  beyond: [],
};
