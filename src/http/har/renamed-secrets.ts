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
  return Object.entries(Object(properties)).flatMap(([name, schema]) => {
    const [source] = String(Object(schema)["x-value"] ?? "")
      .split(".")
      .slice(-1);
    return defaultSecretNames.has(plainName(source ?? "")) ? [name] : [];
  });
}
