import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Returns a file of the client as its editor sees it. */
function sourceOf(name: string): ts.SourceFile {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** Returns the members of what the exported functions of a file return. */
function membersOf(source: ts.SourceFile): readonly ts.ObjectLiteralElementLike[] {
  return source.statements
    .filter(ts.isFunctionDeclaration)
    .flatMap(({ body }) => body?.statements ?? [])
    .filter(ts.isReturnStatement)
    .flatMap(({ expression }) => (expression && ts.isObjectLiteralExpression(expression) ? expression.properties : []));
}

/** Returns the functions that a member may be. */
function functionsIn(member: ts.ObjectLiteralElementLike): readonly ts.SignatureDeclaration[] {
  if (ts.isMethodDeclaration(member)) return [member];
  return ts.isPropertyAssignment(member) && ts.isArrowFunction(member.initializer) ? [member.initializer] : [];
}

describe.each(["clock.ts", "history.ts", "inbox.ts", "payments.ts", "settings.ts", "webhooks.ts"])("%s", (file) => {
  const members = membersOf(sourceOf(file));

  test("tells at every method what it does", () => {
    const told = members.map((member) => [member.name?.getText(), ts.getJSDocCommentsAndTags(member).length]);
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(([, comments]) => comments === 0)).toEqual([]);
  });

  // Without it, an editor shows all fields of a response in place of its name.
  test("names what every method returns", () => {
    const unnamed = members.filter((member) => functionsIn(member).some(({ type }) => type === undefined));
    expect(unnamed.map((member) => member.name?.getText())).toEqual([]);
  });
});
