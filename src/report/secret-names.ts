import { secretNames as markedNames } from "../spec/generated/secret-names.ts";

/** Replaces what must not be shown. */
export const redacted = "[redacted]";

/** What the documents mark as secret, codes in histories, other headers with credentials, and personal data. */
export const secretNames = [
  ...[...markedNames, "fixedCode", "Authorization", "Cookie", "Set-Cookie"],
  ...["pixKey", "email", "phone", "document", "cpf", "cnpj"],
];

export const defaultSecretNames: ReadonlySet<string> = new Set(secretNames.map(plainName));

/** Returns a name without what does not matter: its case, `-` and `_`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
