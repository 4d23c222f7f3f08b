import ts from "typescript";

/**
 * Gives the types of schemas, and of the JSON bodies of responses, a name each: `export type Charge = …`. An editor then
 * shows `Charge` where it would show thirty lines. Throws for a name that two of them have.
 */
export function withNamedTypes(nodes: readonly ts.Node[]): ts.Node[] {
  const named = new Map<string, ts.Node>();
  const name = (text: string, type: ts.TypeNode, comments: ts.SynthesizedComment[] = []): ts.TypeNode => {
    if (named.has(text)) throw new Error(`two types of the document have the name ${text}`);
    const alias = ts.factory.createTypeAliasDeclaration([EXPORTED], text, undefined, type);
    named.set(text, ts.setSyntheticLeadingComments(alias, comments));
    return ts.factory.createTypeReferenceNode(text);
  };
  const changed = nodes.map((node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === "components" ? namedComponents(node, name) : node,
  );
  return [...changed, ...named.values()];
}

type Name = (text: string, type: ts.TypeNode, comments?: ts.SynthesizedComment[]) => ts.TypeNode;

const EXPORTED = ts.factory.createModifier(ts.SyntaxKind.ExportKeyword);

function namedComponents(components: ts.InterfaceDeclaration, name: Name): ts.Node {
  const members = components.members.map((member) => {
    if (textOf(member) === "schemas") return withTypes(member, (schema) => namedSchema(schema, name));
    if (textOf(member) === "responses") return withTypes(member, (response) => namedResponse(response, name));
    return member;
  });
  const { modifiers, name: own, typeParameters, heritageClauses } = components;
  return ts.factory.updateInterfaceDeclaration(components, modifiers, own, typeParameters, heritageClauses, members);
}

function namedSchema(schema: ts.PropertySignature, name: Name): ts.TypeNode | undefined {
  const { type } = schema;
  if (type === undefined || !hasFields(type)) return type;
  return name(textOf(schema), type, ts.getSyntheticLeadingComments(schema));
}

function namedResponse(response: ts.PropertySignature, name: Name): ts.TypeNode | undefined {
  const named = (body: ts.PropertySignature) =>
    body.type !== undefined && hasFields(body.type) ? name(textOf(response), body.type) : body.type;
  const content = (part: ts.PropertySignature) =>
    textOf(part) === "content"
      ? typeWith(part, (body) => (textOf(body) === "application/json" ? named(body) : body.type))
      : part.type;
  return typeWith(response, content);
}

/** Names of plain texts and numbers would hide what they are. */
function hasFields(type: ts.TypeNode): boolean {
  return ts.isTypeLiteralNode(type) || ts.isIntersectionTypeNode(type);
}

/** Returns a property with another type for each property of its type. */
function withTypes(member: ts.TypeElement, change: (part: ts.PropertySignature) => ts.TypeNode | undefined) {
  if (!ts.isPropertySignature(member)) return member;
  const { modifiers, name, questionToken } = member;
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, typeWith(member, change));
}

function typeWith(
  { type }: ts.PropertySignature,
  change: (part: ts.PropertySignature) => ts.TypeNode | undefined,
): ts.TypeNode | undefined {
  if (type === undefined || !ts.isTypeLiteralNode(type)) return type;
  const members = type.members.map((part) => {
    if (!ts.isPropertySignature(part)) return part;
    return ts.factory.updatePropertySignature(part, part.modifiers, part.name, part.questionToken, change(part));
  });
  return ts.factory.updateTypeLiteralNode(type, ts.factory.createNodeArray(members));
}

function textOf({ name }: ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";
}
