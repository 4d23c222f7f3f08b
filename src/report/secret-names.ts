import { secretNames as markedNames } from "../spec/generated/secret-names.ts";

/** What is written in the place of what must not be shown. */
export const redacted = "[redacted]";

/** What the documents mark as secret, headers of others that open something, and what tells of a person. */
export const secretNames = [
  ...[...markedNames, "Authorization", "Cookie", "Set-Cookie"],
  ...["pixKey", "email", "phone", "document", "cpf", "cnpj"],
];

export const defaultSecretNames: ReadonlySet<string> = new Set(secretNames.map(plainName));

/** Its case, `-` and `_` do not matter. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
