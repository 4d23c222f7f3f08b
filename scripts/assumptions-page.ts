import {
  type Assumption,
  type AssumptionKind,
  assumptionKinds,
  isObject,
  type Json,
  type JsonObject,
  jsonPath,
  usesOfResponse,
  valueAt,
} from "./assumptions.ts";

const introduction = `<!-- Generated from openapi/interface.yaml by scripts/write-assumptions.ts. Do not edit. -->

# What Saldo assumes

After this page you know in which points a real deployment may differ from the sandbox, and how to change each.

The interface's document leaves much open ("not shown"). Whatever it does not show carries \`x-assumed\` with a reason in
\`openapi/interface.yaml\`; this page lists all of it. A real deployment may differ in each of these points, and an
Overlay makes the sandbox and the contract suite follow it.

A mark speaks for its own node, never for what is nested in it: a field without a mark inside a marked one is shown by the
document with its name and type, and only its place is as assumed as its container. \`data.withdrawId\` of an initiation is
such a one: the document shows \`withdrawId\`, and \`data\` around it is ours.

[overlays.md](overlays.md) shows how to write an Overlay; \`saldo calibrate\` writes one from what a deployment does. Where
an Overlay cannot help, because the assumption is about what happens and not about what it looks like, the table names
the setting, if there is one.
`;

/** What the document leaves open is the same for all of a kind. */
const sections: Readonly<Record<AssumptionKind, { title: string; open: string }>> = {
  behaviour: { title: "What happens", open: "The document does not say, or not exactly, what happens." },
  operation: { title: "Methods and paths", open: "The document shows no method and path." },
  parameter: { title: "Parameters", open: "The document shows no such parameter." },
  response: {
    title: "Statuses",
    open: "The document shows no status for these outcomes. The target is where the status is the key.",
  },
  property: {
    title: "Fields",
    open: "The document does not show these fields, or not under this name, or not in this place.",
  },
  notification: { title: "Notifications", open: "The document shows no such notification." },
};

/** The Markdown of docs/assumptions.md. */
export function assumptionsPage(document: JsonObject, assumptions: readonly Assumption[]): string {
  const pages: Readonly<Record<AssumptionKind, (own: readonly Assumption[]) => string[]>> = {
    behaviour: (own) => table(["Left open", "Saldo", "Why", "How to change"], own.map(behaviourRow)),
    operation: (own) => plainTable(document, own, ({ path, node }) => `${methodAndPath(path)}: ${node.summary}`),
    notification: (own) => plainTable(document, own, ({ path, node }) => `\`${path[1]}\`: ${node.summary}`),
    parameter: (own) =>
      plainTable(
        document,
        own,
        ({ path, node }) => `${ownerOf(document, path)}, \`${node.name}\`: ${node.description}`,
      ),
    response: (own) =>
      table(
        ["Outcome", "Saldo", "Why", "Target"],
        own.map((one) => responseRow(document, one)),
      ),
    property: (own) => fieldTables(document, own),
  };
  const body = assumptionKinds.flatMap((kind) => {
    const { title, open } = sections[kind];
    const own = assumptions.filter((one) => one.kind === kind);
    return ["", `## ${title}`, "", open, "", ...pages[kind](own)];
  });
  return `${introduction}${body.join("\n")}\n`;
}

function behaviourRow({ node, why }: Assumption): string[] {
  return [`${node.open}`, `${node.chosen}`, why, `${node.change ?? "Not configurable."}`];
}

function plainTable(document: JsonObject, own: readonly Assumption[], chosen: (one: Assumption) => string): string[] {
  const rows = own.map((one) => [chosen(one), one.why, code(jsonPath(document, one.path))]);
  return table(["Saldo", "Why", "Target"], rows);
}

function responseRow(document: JsonObject, { path, node, why }: Assumption): string[] {
  const uses = usesOfResponse(document, path.at(-1) ?? "");
  const statuses = [...new Set(uses.map((use) => use.at(-1)))].join(", ");
  return [outcomes(node), statuses, why, uses.map((use) => code(jsonPath(document, use))).join("<br>")];
}

/** One table for each reason, because many fields share theirs. */
function fieldTables(document: JsonObject, own: readonly Assumption[]): string[] {
  return [...Map.groupBy(own, ({ why }) => why)]
    .flatMap(([why, fields]) => {
      const rows = fields.map(({ path, node }) => [
        `${ownerOf(document, path)}: ${code(fieldName(path))}`,
        describe(document, node),
        code(jsonPath(document, path)),
      ]);
      return ["", `**${why}**`, "", ...table(["Field", "Saldo", "Target"], rows)];
    })
    .slice(1);
}

/** Which request, answer, notification or shared schema a node belongs to. */
function ownerOf(document: JsonObject, path: readonly string[]): string {
  const [root, second = "", third = ""] = path;
  if (root === "webhooks") return code(second);
  if (root === "paths") {
    const isOperation = isObject(valueAt(document, path.slice(0, 3)));
    return isOperation ? methodAndPath(path) : code(second);
  }
  const component = valueAt(document, path.slice(0, 3));
  return second === "responses" && isObject(component) ? outcomes(component) : `schema ${code(third)}`;
}

function outcomes(response: JsonObject): string {
  const names = response["x-outcomes"];
  return Array.isArray(names) ? names.map((name) => code(`${name}`)).join(", ") : "";
}

function methodAndPath([, path, method = ""]: readonly string[]): string {
  return code(`${method.toUpperCase()} ${path}`);
}

/** `data.problems[].at` from the keys of the schemas. */
function fieldName(path: readonly string[]): string {
  const parts = path.flatMap((key, index) => {
    if (path[index - 1] === "properties") return [`.${key}`];
    return key === "items" ? ["[]"] : [];
  });
  return parts.join("").replace(/^\./, "");
}

function describe(document: JsonObject, node: JsonObject): string {
  const shared = typeof node.$ref === "string" ? valueAt(document, node.$ref.slice(2).split("/")) : {};
  const schema: JsonObject = { ...(isObject(shared) ? shared : {}), ...node };
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
  const values = Array.isArray(schema.enum) ? `, ${schema.enum.map((value: Json) => code(`${value}`)).join(", ")}` : "";
  return `${type}${values}. ${schema.description}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}

function code(text: string): string {
  return `\`${text}\``;
}
