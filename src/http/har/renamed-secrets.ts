import { defaultSecretNames, plainName } from "../../report/secret-names.ts";

/** Returns the names that a document gives to properties with secrets or personal data, if it renames them (`x-value`). */
export function renamedSecrets(document: unknown): readonly string[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([name, inner]) => [
    ...(name === "properties" ? renamedIn(inner) : []),
    ...renamedSecrets(inner),
  ]);
}

function renamedIn(properties: unknown): readonly string[] {
  const named = Object.entries(Object(properties));
  return named.filter(([, schema]) => isSecret(Object(schema)["x-value"])).map(([name]) => name);
}

function isSecret(source: unknown): boolean {
  return typeof source === "string" && defaultSecretNames.has(plainName(source.split(".").at(-1) ?? ""));
}
